/// What the library tells while it reads and writes.
///
/// Nothing here may give the library bytes or take some: it is in the middle of that.
protocol FrameHandler: AnyObject {
  /// The headers of a message begin. `opensStream`: they are those of a request.
  func headersBegan(_ stream: Int32, opensStream: Bool)
  /// A header of the block that began last.
  ///
  /// - Returns: false to end the connection.
  func headerArrived(_ name: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) -> Bool
  func headersEnded(_ stream: Int32, endsStream: Bool)
  /// Bytes of DATA, without padding.
  func dataArrived(_ stream: Int32, _ bytes: UnsafeRawBufferPointer)
  /// The peer ended its side with DATA.
  func streamEnded(_ stream: Int32)
  func pingArrived(isAnswer: Bool)
  func goAwayArrived(lastStream: Int32, code: UInt32, text: String)
  /// A stream is gone. `code`: 0 where both sides ended it.
  func streamClosed(_ stream: Int32, code: UInt32)

  /// How many of the bytes that wait on a stream go into the next frame.
  func provide(_ stream: Int32, limit: Int) -> HTTP2Engine.Provision
  /// Writes a DATA frame: its header and as many bytes as were provided.
  func writeData(_ stream: Int32, header: UnsafeRawBufferPointer, byteCount: Int)
  /// Headers will never be sent: their stream can't be opened, or is gone.
  func headersNotSent(_ stream: Int32)
  /// A frame is among the output.
  func frameWritten(_ frame: HTTP2Engine.WrittenFrame)
}
