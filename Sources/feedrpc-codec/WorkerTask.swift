import Base
import CodecPool
import Files
import Rendering

/// One request, and the memory that its result goes to.
struct WorkerTask {
  let number: UInt32
  let memory: UnsafeMutableRawBufferPointer

  /// Pixels in the memory become a file.
  func encode(_ output: CodecOutput) -> CodecReply {
    do throws(Picture.Refusal) {
      let picture = try Picture(
        pixels: UnsafeRawBufferPointer(rebasing: memory[..<Int(output.pixelByteCount)]),
        width: Int(output.width),
        height: Int(output.height)
      )
      // Nobody reads the pixels any more when the file is there.
      return try picture.write(as: output.format, quality: output.quality) { deliver($0) }
    } catch { return .refused(number: number, reason: error.text) }
  }

  /// Reads a photo into memory of its own, closes it, and has `body` look at the bytes.
  func read(
    _ photo: CInt?,
    _ byteCount: UInt64,
    _ body: (WorkerTask, UnsafeRawBufferPointer) -> CodecReply
  ) -> CodecReply {
    let bytes = photo.flatMap { OpenFile(adopting: $0).readBytes(Int(byteCount)) }
    guard let bytes else { return .unreadable(number: number, .damaged) }
    return bytes.withUnsafeBytes { whole in
      if EXIFScan.isTangled(whole) { return .unreadable(number: number, .damaged) }
      guard let lean = PNGContainer.withoutMetadata(whole) else { return body(self, whole) }
      return lean.withUnsafeBytes { body(self, $0) }
    }
  }

  /// The photo becomes a record with copies.
  func prepare(_ bytes: UnsafeRawBufferPointer) -> CodecReply {
    do throws(PhotoFlaw) {
      let photo = try PhotoReader(bytes).prepare()
      guard let count = PhotoRecord.write(photo, to: memory) else {
        return .refused(number: number, reason: "memory=\(memory.count)")
      }
      return .done(number: number, byteCount: UInt64(count))
    } catch { return .unreadable(number: number, error) }
  }

  /// The photo becomes a picture of some size.
  func render(_ output: CodecOutput, _ bytes: UnsafeRawBufferPointer) -> CodecReply {
    do throws(PhotoFlaw) {
      let reader = try PhotoReader(bytes)
      let picture = try reader.picture(width: Int(output.width), height: Int(output.height))
      do throws(Picture.Refusal) {
        return try picture.write(as: output.format, quality: output.quality) { deliver($0) }
      } catch { throw .damaged }
    } catch { return .unreadable(number: number, error) }
  }

  // MARK: Results

  private func deliver(_ result: UnsafeRawBufferPointer) -> CodecReply {
    guard result.count <= memory.count else {
      let reason = "picture=\(result.count) memory=\(memory.count)"
      return .refused(number: number, reason: reason)
    }
    memory.copyMemory(from: result)
    return .done(number: number, byteCount: UInt64(result.count))
  }
}
