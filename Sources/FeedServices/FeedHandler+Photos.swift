package import FeedMessages
import FeedModel
package import RPC

extension FeedHandler {
  package func uploadPhoto(
    _ requests: RequestStream<UploadPhotoRequest>,
    _ call: any ServerCall
  ) async throws(RPCError) -> UploadPhotoResponse {
    let viewer = try viewers.viewer(of: call)
    let photo = try await answer { () async throws in
      try await photos.receive(requests, from: viewer)
    }
    return UploadPhotoResponse(
      image: ImageToken(photo.reference),
      takenAt: photo.content.takenAt.map(FeedMessages.Timestamp.init)
    )
  }
}
