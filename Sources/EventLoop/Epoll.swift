package import CLinux
import Glibc

/// Something that waits for a descriptor.
package protocol EventHandler: AnyObject, Sendable {
  /// Called on the loop's thread when the descriptor is ready.
  func handleEvents(_ events: Epoll.Events)
}

/// The kernel's list of descriptors to watch, and who wants to hear of each.
///
/// The 64 bits that the kernel keeps for us with a descriptor hold its number and, above it, the
/// number of its registration. An event that was fetched before its descriptor was closed, and
/// the number given to a new one, carries the old registration and reaches nobody.
package struct Epoll: ~Copyable {
  /// What a descriptor is watched for.
  ///
  /// An error or the end of both directions is always told.
  package struct Interest: OptionSet, Sendable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Bytes, connections or the peer's end of writing.
    package static let read = Interest(rawValue: 1)
    /// Room to write.
    package static let write = Interest(rawValue: 2)
    /// Told when it begins, not as long as it lasts (EPOLLET); `askAgain` tells once more.
    package static let arrivals = Interest(rawValue: 4)

    /// Each of the two or not.
    package init(read: Bool, write: Bool) {
      rawValue = (read ? 1 : 0) | (write ? 2 : 0)
    }
  }

  /// What has happened to a descriptor.
  package struct Events: OptionSet, Sendable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// A read would not wait.
    package static let readable = Events(rawValue: 1)
    /// A write would not wait.
    package static let writable = Events(rawValue: 2)
    /// The peer writes no more; it may still read.
    package static let peerEndedWriting = Events(rawValue: 4)
    /// Both directions have ended, or the socket is broken.
    package static let hungUp = Events(rawValue: 8)

    // Bits, because an option set is slow where another module looks into it.

    /// A read would tell something.
    @inlinable
    package var isReadable: Bool { rawValue & 0b0101 != 0 }
    /// Both directions have ended, or the socket is broken.
    @inlinable
    package var isHungUp: Bool { rawValue & 0b1000 != 0 }
    /// The peer writes no more.
    @inlinable
    package var hasEnded: Bool { rawValue & 0b1100 != 0 }
    /// A write would not wait.
    @inlinable
    package var isWritable: Bool { rawValue & 0b0010 != 0 }
  }

  private struct Registration {
    let number: UInt32
    let handler: any EventHandler
    var interest: Interest
  }

  private let descriptor: FileDescriptor
  /// By descriptor number.
  private var registrations: [Registration?] = []
  private var lastNumber: UInt32 = 0

  package init() throws(SystemError) {
    let number = try SystemCall.run("epoll_create1") {
      epoll_create1(Int32(EPOLL_CLOEXEC))
    }
    descriptor = FileDescriptor(owning: number)
  }

  /// What to wait on.
  package var number: Int32 { descriptor.number }

  /// Starts to watch a descriptor.
  ///
  /// - Throws: where the kernel can't watch it; nothing has changed then.
  package mutating func add(
    _ watched: Int32,
    _ interest: Interest,
    _ handler: any EventHandler
  ) throws(SystemError) {
    let index = Int(watched)
    lastNumber &+= 1
    try control(EPOLL_CTL_ADD, watched, interest, number: lastNumber)
    while registrations.count <= index { registrations.append(nil) }
    precondition(registrations[index] == nil, "a descriptor is watched once")
    registrations[index] = Registration(number: lastNumber, handler: handler, interest: interest)
  }

  /// Watches a descriptor for something else; without a call to the kernel where nothing changes.
  package mutating func change(_ watched: Int32, to interest: Interest) {
    let index = Int(watched)
    guard registrations.indices.contains(index), var registration = registrations[index] else {
      preconditionFailure("only a watched descriptor changes its interest")
    }
    guard registration.interest != interest else { return }
    registration.interest = interest
    registrations[index] = registration
    do throws(SystemError) {
      try control(EPOLL_CTL_MOD, watched, interest, number: registration.number)
    } catch { preconditionFailure("a watched descriptor can change its interest: \(error)") }
  }

  /// Tells once more of what there is on a descriptor that is watched for `.arrivals`.
  package mutating func askAgain(_ watched: Int32) {
    let index = Int(watched)
    guard registrations.indices.contains(index), let registration = registrations[index] else {
      preconditionFailure("only a watched descriptor is asked again")
    }
    do throws(SystemError) {
      try control(EPOLL_CTL_MOD, watched, registration.interest, number: registration.number)
    } catch { preconditionFailure("a watched descriptor can be asked again: \(error)") }
  }

  /// Stops to watch a descriptor; to be called before it is closed.
  package mutating func remove(_ watched: Int32) {
    let index = Int(watched)
    guard registrations.indices.contains(index), registrations[index] != nil else { return }
    registrations[index] = nil
    do throws(SystemError) {
      try control(EPOLL_CTL_DEL, watched, [], number: 0)
    } catch { preconditionFailure("a watched descriptor can be removed: \(error)") }
  }

  /// What a wait brought; nil where its descriptor is no longer watched as it was then.
  package func recipient(
    of event: epoll_event
  ) -> (handler: any EventHandler, events: Events)? {
    let watched = Int(event.data.u64 & 0xFFFF_FFFF)
    guard registrations.indices.contains(watched), let registration = registrations[watched],
      registration.number == UInt32(event.data.u64 >> 32)
    else { return nil }
    return (registration.handler, Self.events(event.events))
  }

  private func control(
    _ operation: Int32,
    _ watched: Int32,
    _ interest: Interest,
    number: UInt32
  ) throws(SystemError) {
    var event = epoll_event()
    // EPOLLERR and EPOLLHUP always come; they are named because that reads better.
    event.events = EPOLLERR.rawValue | EPOLLHUP.rawValue
    if interest.contains(.read) { event.events |= EPOLLIN.rawValue | EPOLLRDHUP.rawValue }
    if interest.contains(.write) { event.events |= EPOLLOUT.rawValue }
    if interest.contains(.arrivals) { event.events |= EPOLLET.rawValue }
    event.data.u64 = UInt64(number) << 32 | UInt64(watched)
    let own = descriptor.number
    _ = try SystemCall.run("epoll_ctl") { epoll_ctl(own, operation, watched, &event) }
  }

  private static func events(_ bits: UInt32) -> Events {
    var events: Events = []
    if bits & EPOLLIN.rawValue != 0 { events.insert(.readable) }
    if bits & EPOLLOUT.rawValue != 0 { events.insert(.writable) }
    if bits & EPOLLRDHUP.rawValue != 0 { events.insert(.peerEndedWriting) }
    if bits & (EPOLLHUP.rawValue | EPOLLERR.rawValue) != 0 { events.insert(.hungUp) }
    return events
  }
}
