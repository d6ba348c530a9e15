import Base
import FeedMessages
import RPC
import Testing

@testable import FeedServices

@Suite(.timeLimit(.minutes(10))) struct DeliveryBudgetTests {
  private let pictures = (0..<4).map { _ in ByteChunk(capacity: 1) }

  private func id(_ index: Int) -> ObjectIdentifier { ObjectIdentifier(pictures[index].owner) }

  /// A budget of 100 bytes in which connections hold pictures, and which of those it let in.
  private func budget(
    _ deliveries: [(picture: Int, byteCount: Int, connection: UInt64)]
  ) -> (DeliveryBudget, [Bool]) {
    var budget = DeliveryBudget(capacityByteCount: 100)
    let areIn = deliveries.map { budget.begin(id($0), byteCount: $1, on: $2) }
    return (budget, areIn)
  }

  @Test func aConnectionHoldsAsMuchAsItLeavesFree() {
    let (empty, _) = budget([])
    #expect(empty.admits(100, on: 1) && !empty.admits(101, on: 1))
    let (held, areIn) = budget([(0, 33, 1), (1, 35, 1)])
    #expect(areIn == [true, false] && held.byteCount == 33)
    #expect(held.admits(34, on: 1) && !held.admits(35, on: 1))
  }

  @Test func somethingIsLeftForTheNextConnection() {
    let (full, areIn) = budget([(0, 50, 1), (1, 1, 1), (2, 25, 2), (3, 25, 3)])
    #expect(areIn == [true, false, true, true])
    #expect(full.byteCount == 100 && !full.admits(1, on: 4))
  }

  @Test func aSharedPictureCountsOnceInAllAndOnceForEachConnection() {
    var (shared, areIn) = budget([(0, 40, 1), (0, 40, 1), (0, 40, 2), (0, 40, 2)])
    #expect(areIn == [true, true, true, true] && shared.byteCount == 40)
    #expect(shared.admits(20, on: 2) && !shared.admits(21, on: 2))
    shared.end(id(0), on: 2)
    #expect(!shared.admits(21, on: 2))
    shared.end(id(0), on: 2)
    #expect(shared.admits(60, on: 2) && shared.byteCount == 40)
    for _ in 0..<2 { shared.end(id(0), on: 1) }
    #expect(shared.byteCount == 0 && shared.admits(100, on: 1))
  }

  @Test func aPictureCountsUntilItsLastSliceIsGone() throws {
    let budget = Lock(DeliveryBudget(capacityByteCount: 100_000))
    let picture = Bytes(byteCount: 65_537) { $0.initializeMemory(as: UInt8.self, repeating: 7) }
    var bytes = Delivery.bytes(of: picture, on: 1, in: budget)
    let slice = try #require(bytes?.slice(65_536..<65_537))
    #expect(slice.elementsEqual([7]) && bytes?.elementsEqual(picture) == true)
    bytes = nil
    #expect(budget.withLock { $0.byteCount } == 65_537)
    #expect(Delivery.bytes(of: Bytes(Array(slice)), on: 1, in: budget) != nil)
    withExtendedLifetime(slice) {}
  }

  @Test func aPictureOfOneChunkIsNotCounted() {
    let budget = Lock(DeliveryBudget(capacityByteCount: 0))
    for (byteCount, isTaken) in [(0, true), (65_536, true), (65_537, false)] {
      let picture = Bytes(byteCount: byteCount) {
        $0.initializeMemory(as: UInt8.self, repeating: 7)
      }
      #expect((Delivery.bytes(of: picture, on: 1, in: budget) != nil) == isTaken)
      #expect(budget.withLock { $0.byteCount } == 0)
    }
  }

  @Test func whatCannotBeHeldIsRefusedAndWhatWasSentIsGivenBack() async throws {
    let budget = DeliveryBudget(capacityByteCount: 70_000)
    let fitting = ImageStudio(FakeSource(byteCount: 70_000), deliveryBudget: budget)
    for _ in 0..<3 { #expect(try await fitting.header().totalBytes == 70_000) }
    let tooLarge = ImageStudio(FakeSource(byteCount: 70_001), deliveryBudget: budget)
    await expectRefusal(.resourceExhausted, .rendererBusy) { () async throws(RPCError) in
      try await tooLarge.stream()
    }
  }

  @Test func pixelsThatCannotBeHeldAreNotRendered() async throws {
    let studio = ImageStudio(deliveryBudget: DeliveryBudget(capacityByteCount: 399))
    let request = ImageStudio.request(width: 10, height: 10, format: .rgba8)
    await expectRefusal(.resourceExhausted, .rendererBusy) { () async throws(RPCError) in
      try await studio.stream(request)
    }
    #expect(studio.source.startCount == 0)
    _ = try await studio.stream(ImageStudio.request(width: 9, height: 11, format: .rgba8))
    #expect(studio.source.startCount == 1)
  }
}
