/// The limits of connections.
package enum Limits {
  /// Pieces handed to the kernel in one write; UIO_MAXIOV is 1,024.
  package static let piecesPerWrite = 256
  /// Bytes handed to the kernel in one write, about.
  package static let bytesPerWrite = 262_144
}
