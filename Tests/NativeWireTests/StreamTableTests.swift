import Testing

@testable import NativeWire

@Suite struct StreamTableTests {
  @Test func aStreamIsFoundUntilItIsRemoved() {
    var table = StreamTable<Int>()
    #expect(table.slot(of: 1) == nil)
    table.insert(10, id: 1)
    table.insert(30, id: 3)
    #expect(table.slot(of: 1).map { table[$0] } == 10)
    #expect(table.slot(of: 3).map { table[$0] } == 30)
    #expect(table.slot(of: 5) == nil)
    if let slot = table.slot(of: 1) { table.remove(at: slot) }
    #expect(table.slot(of: 1) == nil)
    #expect(table.slot(of: 3).map { table[$0] } == 30)
    #expect(table.count == 1)
  }

  @Test(arguments: [[7], [7, 9]] as [[UInt32]])
  func aStreamIsChangedInPlace(ids: [UInt32]) {
    var table = StreamTable<[Int]>()
    for id in ids { table.insert([1], id: id) }
    if let slot = table.slot(of: 7) { table[slot].append(2) }
    #expect(table.slot(of: 7).map { table[$0] } == [1, 2])
    table.removeAll()
    #expect(table.isEmpty)
  }

  /// Dense ids, ids that fall together in the index, and any ids.
  @Test(arguments: [2, 8_192, 0x0100_0000, 0], [1, 2] as [UInt64])
  func itAgreesWithADictionary(step: UInt32, seed: UInt64) {
    var random = Random(seed)
    var table = StreamTable<UInt32>()
    var model: [UInt32: UInt32] = [:]
    for round in 0..<2_000 {
      let number = UInt32.random(in: 0..<200, using: &random)
      let id = (step == 0 ? UInt32.random(in: 0...(.max), using: &random) : number &* step) | 1
      if model[id] == nil, Bool.random(using: &random) {
        model[id] = UInt32(round)
        table.insert(UInt32(round), id: id)
      } else if let victim = model.keys.randomElement(using: &random),
        let slot = table.slot(of: victim)
      {
        #expect(table.id(at: slot) == victim)
        table.remove(at: slot)
        model[victim] = nil
      }
      #expect(table.count == model.count)
      #expect(table.slot(of: id).map { table[$0] } == model[id], "seed \(seed) round \(round)")
    }
    for (id, value) in model { #expect(table.slot(of: id).map { table[$0] } == value) }
  }
}
