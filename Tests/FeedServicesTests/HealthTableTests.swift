import FeedMessages
import Testing

@testable import FeedServices

@Suite struct HealthTableTests {
  static let feed = "feedrpc.v1.FeedService"
  static let images = "feedrpc.v1.ImageService"
  static let admin = "feedrpc.v1.AdminService"
  static let names = ["", feed, images, admin]

  private func table(watchLimit: Int = 8) -> HealthTable {
    HealthTable(services: [Self.feed, Self.images, Self.admin], watchLimit: watchLimit)
  }

  /// Whom each trouble concerns, as PROTOCOL.md says.
  static let concerned: [HealthTrouble: Set<String>] = [
    .stopping: ["", feed, images, admin],
    .storeFailed: [feed],
    .rendererWedged: ["", images],
    .encoderMissing: [images],
  ]

  @Test func everythingServesWhereNothingIsWrong() {
    let statements = table().statements
    #expect(Set(statements.keys) == Set(Self.names))
    #expect(statements.values.allSatisfy { $0 == .serving })
  }

  @Test(arguments: HealthTrouble.allCases)
  func aTroubleShowsWhereItConcernsAndGoesWithIt(trouble: HealthTrouble) throws {
    var table = table()
    let before = table.statements
    _ = table.note(trouble, true)
    let concerned = try #require(Self.concerned[trouble])
    for name in Self.names {
      let expected: HealthTable.Statement = concerned.contains(name) ? .notServing : .serving
      #expect(table.statement(of: name) == expected, "\(name)")
      #expect(table.statements[name] == expected, "\(name)")
    }
    _ = table.note(trouble, false)
    #expect(table.statements == before)
  }

  @Test(arguments: HealthTrouble.allCases, HealthTrouble.allCases)
  func ofTwoTroublesEachShowsForItself(first: HealthTrouble, second: HealthTrouble) throws {
    guard first != second else { return }
    var table = table()
    _ = table.note(first, true)
    _ = table.note(second, true)
    _ = table.note(first, false)
    let concerned = try #require(Self.concerned[second])
    for name in Self.names {
      #expect((table.statement(of: name) == .notServing) == concerned.contains(name), "\(name)")
    }
  }

  @Test(arguments: ["feedrpc.v1", "feedrpc.v1.feedservice", "feedrpc.v1.FeedService ", "x"])
  func aNameThatNothingHasHasNoStatement(name: String) {
    #expect(table().statement(of: name) == nil)
  }

  // MARK: Watching

  @Test(arguments: HealthTrouble.allCases)
  func aWatcherHearsTheStateAtOnceAndEachChange(trouble: HealthTrouble) throws {
    for name in Self.names {
      var table = table()
      let watcher = try table.add(name)
      #expect(table.next(watcher) == .tell(.serving))
      #expect(table.next(watcher) == .wait)
      let isConcerned = try #require(Self.concerned[trouble]).contains(name)
      #expect(table.note(trouble, true) == (isConcerned ? [watcher] : []))
      if isConcerned { #expect(table.next(watcher) == .tell(.notServing)) }
      #expect(table.next(watcher) == (trouble == .stopping ? .end : .wait))
      guard trouble != .stopping else { continue }
      // A repeat is no news.
      #expect(table.note(trouble, true).isEmpty)
      #expect(table.note(trouble, false) == (isConcerned ? [watcher] : []))
      if isConcerned { #expect(table.next(watcher) == .tell(.serving)) }
      #expect(table.next(watcher) == .wait)
    }
  }

  @Test func whoIsBehindHearsTheNewestStateOnly() throws {
    var table = table()
    let watcher = try table.add(Self.feed)
    #expect(table.next(watcher) == .tell(.serving))
    // It is sending, so nobody is to be woken.
    for _ in 0..<1_000 {
      #expect(table.note(.storeFailed, true).isEmpty)
      #expect(table.note(.storeFailed, false).isEmpty)
    }
    #expect(table.next(watcher) == .wait)
    #expect(table.note(.storeFailed, true) == [watcher])
    // Woken, and over before it looks.
    #expect(table.note(.storeFailed, false).isEmpty)
    #expect(table.next(watcher) == .wait)
  }

  @Test func aNameThatNothingHasIsToldOnceAndWatchedOn() throws {
    var table = table()
    let watcher = try table.add("no.Service")
    #expect(table.next(watcher) == .tell(.serviceUnknown))
    #expect(table.next(watcher) == .wait)
    #expect(table.note(.storeFailed, true).isEmpty && table.note(.rendererWedged, true).isEmpty)
    #expect(table.isWaiting(watcher))
    #expect(table.note(.stopping, true) == [watcher])
    #expect(table.next(watcher) == .end)
  }

  @Test func whoComesWhileItStopsIsToldAndSentAway() throws {
    var table = table()
    _ = table.note(.stopping, true)
    let watcher = try table.add(Self.feed)
    #expect(table.next(watcher) == .tell(.notServing))
    #expect(table.next(watcher) == .end)
  }

  @Test func oneWatcherMoreThanMayIsRefused() throws {
    var table = table(watchLimit: 2)
    let first = try table.add("")
    _ = try table.add("no.Service")
    #expect(throws: HealthTable.Refusal(limit: 2)) { try table.add("") }
    #expect(table.watcherCount == 2)
    table.remove(first)
    _ = try table.add("")
    #expect(table.watcherCount == 2)
    #expect(table.next(first) == .end, "who has gone is told nothing")
  }

  @Test func whoStoppedWaitingIsNotWoken() throws {
    var table = table()
    let watcher = try table.add("")
    #expect(table.next(watcher) == .tell(.serving) && table.next(watcher) == .wait)
    table.stopWaiting(watcher)
    #expect(table.note(.rendererWedged, true).isEmpty)
    #expect(table.next(watcher) == .tell(.notServing))
  }
}
