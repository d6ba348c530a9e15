package import Base

/// What is to happen when: a binary heap whose entries can be taken out again.
///
/// Entries of one moment come out in the order they went in. Adding and taking out cost O(log n).
package struct TimerHeap<Payload> {
  /// Names one entry; an entry that has come out has no name any more.
  package struct ID: Hashable, Sendable {
    fileprivate var slot: Int
    fileprivate var generation: UInt64
  }

  fileprivate struct Slot {
    var deadline: Instant
    /// Grows with every entry: it orders equal deadlines and tells entries of one slot apart.
    var generation: UInt64
    /// Where in `heap` the slot's number stands; -1: nowhere, the slot is free.
    var position: Int
    var payload: Payload?
  }

  private var slots: [Slot] = []
  private var freeSlots: [Int] = []
  /// Numbers of slots.
  ///
  /// Invariant: `slots[heap[i]].position == i`, and no entry comes before its
  /// parent at `(i - 1) / 2`.
  private var heap: [Int] = []
  private var lastGeneration: UInt64 = 0

  package init() {}

  /// How many entries there are.
  package var count: Int { heap.count }

  /// When the first of them is due.
  package var next: Instant? { heap.first.map { slots[$0].deadline } }

  /// Adds an entry.
  package mutating func add(_ payload: Payload, at deadline: Instant) -> ID {
    lastGeneration += 1
    let entry = Slot(
      deadline: deadline,
      generation: lastGeneration,
      position: heap.count,
      payload: payload
    )
    let slot = freeSlots.popLast() ?? slots.count
    if slot == slots.count { slots.append(entry) } else { slots[slot] = entry }
    heap.append(slot)
    siftUp(from: heap.count - 1)
    return ID(slot: slot, generation: lastGeneration)
  }

  /// Takes an entry out; nil where it has already come out.
  @discardableResult
  package mutating func remove(_ id: ID) -> Payload? {
    guard slots.indices.contains(id.slot), slots[id.slot].generation == id.generation,
      slots[id.slot].position >= 0
    else { return nil }
    return removeSlot(at: slots[id.slot].position)
  }

  /// Takes out the first entry that is due at `now`.
  package mutating func popDue(at now: Instant) -> Payload? {
    guard let next, next <= now else { return nil }
    return removeSlot(at: 0)
  }

  private mutating func removeSlot(at position: Int) -> Payload? {
    let slot = heap[position]
    let last = heap.count - 1
    place(heap[last], at: position)
    heap.removeLast()
    if position < last {
      siftUp(from: position)
      siftDown(from: position)
    }
    slots[slot].position = -1
    freeSlots.append(slot)
    return slots[slot].payload.take()
  }

  private mutating func siftUp(from start: Int) {
    var position = start
    while position > 0, precedes(heap[position], heap[(position - 1) / 2]) {
      swap(position, (position - 1) / 2)
      position = (position - 1) / 2
    }
  }

  private mutating func siftDown(from start: Int) {
    var position = start
    while 2 * position + 1 < heap.count {
      var child = 2 * position + 1
      if child + 1 < heap.count, precedes(heap[child + 1], heap[child]) { child += 1 }
      guard precedes(heap[child], heap[position]) else { return }
      swap(position, child)
      position = child
    }
  }

  private mutating func swap(_ left: Int, _ right: Int) {
    let slot = heap[left]
    place(heap[right], at: left)
    place(slot, at: right)
  }

  private mutating func place(_ slot: Int, at position: Int) {
    heap[position] = slot
    slots[slot].position = position
  }

  private func precedes(_ left: Int, _ right: Int) -> Bool {
    let (left, right) = (slots[left], slots[right])
    return (left.deadline, left.generation) < (right.deadline, right.generation)
  }
}

extension TimerHeap: Sendable where Payload: Sendable {}

extension TimerHeap.Slot: Sendable where Payload: Sendable {}
