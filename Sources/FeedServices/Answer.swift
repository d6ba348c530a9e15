import FeedModel
import FeedStore
import RPC
import Rendering

/// Runs `body` and turns what it throws into a status.
///
/// - Throws: the status of an error of the feed, its stores or the renderer.
func answer<Result>(_ body: () async throws -> Result) async throws(RPCError) -> Result {
  do {
    return try await body()
  } catch let error as StoreError {
    throw RPCError(error)
  } catch let error as InvalidValue {
    throw RPCError(error)
  } catch let error as RenderError {
    throw RPCError(error)
  } catch let error as UploadError {
    throw RPCError(error)
  } catch let error as PhotoError {
    throw RPCError(error)
  } catch let error as PhotoStoreError {
    throw RPCError(error)
  } catch is CancellationError {
    throw RPCError(RenderError.cancelled)
  } catch let error as RPCError {
    throw error
  } catch {
    preconditionFailure("handlers meet the errors of their own targets only: \(error)")
  }
}
