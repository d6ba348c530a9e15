extension PhotoPart {
  /// The smallest part of a photo that is nowhere smaller than the rendering.
  ///
  /// Without `photo`, all copies count that a photo of this size has.
  static func enough(for key: RenderKey, having photo: StoredPhoto? = nil) -> PhotoPart {
    let sides = photo?.copySides ?? RenderLimits.workingCopySides
    let side = sides.sorted().first { side in
      let size = size(of: .copy(side: side), of: key)
      return size.width >= key.width && size.height >= key.height && isCopy(side, of: key)
    }
    return side.map { .copy(side: $0) } ?? .original
  }

  /// Pixels of a part of the photo that the key is for.
  static func size(of part: PhotoPart, of key: RenderKey) -> (width: Int, height: Int) {
    let natural = (width: key.naturalWidth, height: key.naturalHeight)
    guard case .copy(let side) = part else { return natural }
    return WorkingCopy.size(side: side, ofWidth: natural.width, height: natural.height) ?? natural
  }

  private static func isCopy(_ side: Int, of key: RenderKey) -> Bool {
    WorkingCopy.size(side: side, ofWidth: key.naturalWidth, height: key.naturalHeight) != nil
  }
}
