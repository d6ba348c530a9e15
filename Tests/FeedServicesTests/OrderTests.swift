import Base
import FeedMessages
import ProtobufRuntime
import RPC
import Testing

@testable import FeedServices

@Suite(.timeLimit(.minutes(10))) struct OrderTests {
  @Test func mutationsEnterTheStoreBeforeTheirCallsWait() async throws {
    let store = RecordingStore()
    let handler = Feed(store).handler
    let requests: [(name: String, message: any FeedMessage)] = [
      ("ToggleLike", ToggleLikeRequest(postID: "p:1")),
      ("AddComment", AddCommentRequest(postID: "p:1", text: "x")),
      ("CreatePost", CreatePostRequest(text: "x", imageID: "pattern:a.8x8")),
      ("DeletePost", DeletePostRequest(postID: "p:1")),
      ("DeleteComment", DeleteCommentRequest(commentID: "c:1")),
      ("SetFollow", SetFollowRequest(userID: "u:1", following: true)),
      ("UpdateProfile", UpdateProfileRequest(displayName: "x")),
    ]
    var tasks: [Task<Void, any Error>] = []
    for round in 1...2 {
      for (number, request) in requests.enumerated() {
        let served = try #require(
          handler.methods.first { $0.descriptor.method == request.name },
          "\(request.name) is served"
        )
        let call = FakeCall(served.descriptor, messages: [request.message.encodedBytes()])
        tasks.append(Task.immediate { try await served.run(call) })
        #expect(store.entered.count == (round - 1) * requests.count + number + 1)
        #expect(store.entered.last?.lowercased() == request.name.lowercased())
      }
    }
    await store.close()
    for task in tasks {
      await expectRefusal(.unavailable, .storeClosed) { () async throws(RPCError) in
        do { try await task.value } catch let error as RPCError { throw error } catch {
          throw RPCError(.internal, "\(error)")
        }
      }
    }
  }
}
