import Testing

@testable import feedrpc

/// The rules by which files become posts.
@Suite struct PhotoPostTests {
  @Test(arguments: [
    ("a.jpg", true), ("A.JPEG", true), ("a.b.heic", true), ("a.tiff", false), ("jpg", false),
    (".jpg", false), (".a.jpg", false), ("a.", false), ("", false),
  ])
  func photosAreToldByTheirNames(name: String, isPhoto: Bool) {
    #expect(PhotoPost.isPhoto(name: name) == isPhoto)
  }

  @Test(arguments: [("a.txt", true), ("a.alt.TXT", true), ("txt", false), (".txt", false)])
  func textsAreToldByTheirNames(name: String, isText: Bool) {
    #expect(PhotoPost.isText(name: name) == isText)
  }

  @Test(arguments: [
    ("sea.jpg", "sea"), ("At_the  sea__2.jpg", "At the sea 2"),
    ("2019-01-02.v2.png", "2019-01-02.v2"),
    ("_.jpg", ""), ("Möwe\u{A0}.webp", "Möwe"),
  ])
  func aNameIsWrittenAsPeopleWould(name: String, text: String) {
    #expect(PhotoPost.text(fromName: name) == text)
  }

  @Test(arguments: [
    ("", ""), (" \r\n\t", ""), ("a", "a"), ("\u{FEFF} one\r\n\r\n two \n", "one\n\n two"),
  ])
  func aTextHasNoSpaceAroundIt(content: String, text: String) throws {
    #expect(try PhotoPost.text(fromFile: content.utf8) == text)
  }

  @Test(arguments: [[0xFF], [0x41, 0x00, 0x42], [0xC3]] as [[UInt8]])
  func whatIsNoTextIsRefused(content: [UInt8]) {
    #expect(throws: Complaint.self) { try PhotoPost.text(fromFile: content) }
  }

  @Test(
    arguments: [
      (nil, 5, 10, 5), (nil, 10, 10, 10), (nil, 11, 10, 10), (3, 5, 10, 3), (10, 5, 10, 10),
      (11, 5, 10, 5), (11, 12, 10, 10), (-7, 5, 10, -7),
    ] as [(Int64?, Int64, Int64, Int64)]
  )
  func aPostIsAsOldAsItsPhotoAndNeverOfTheFuture(
    takenAt: Int64?,
    modifiedAt: Int64,
    now: Int64,
    expected: Int64
  ) {
    let time = PhotoPost.creationTime(takenAt: takenAt, modifiedAt: modifiedAt, now: now)
    #expect(time == expected)
  }

  @Test func aRequestIDIsOfTheContentAndFits() {
    let hash = [UInt8](repeating: 0xAB, count: 32)
    let id = PhotoPost.requestID(ofContent: hash)
    #expect(id == "photo-" + String(repeating: "ab", count: 28))
    #expect(id.utf8.count <= 64)
    var other = hash
    other[27] = 0
    #expect(PhotoPost.requestID(ofContent: other) != id)
  }
}
