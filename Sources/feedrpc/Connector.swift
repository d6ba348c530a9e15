import Base
import CommandLineKit
import EventLoop
import FeedClient
import RPC
import Transport

/// Makes the program's way to its server.
enum Connector {
  /// The way to the server at an address; nothing is sent before the first call.
  ///
  /// Calls wait so long for a server that is not there.
  static func connect(
    to address: String,
    patience: Duration = .zero
  ) throws -> any CallTransport {
    let configuration = FeedClientConfiguration(socket: address, patience: patience)
    do { return Held(client: try FeedClient(configuration)) } catch {
      throw CommandFailure("'\(address)': \(error.message)", exitCode: .wrongUsage)
    }
  }

  /// As `connect`, to any server of gRPC; nothing is tried twice.
  static func connectGRPC(
    to address: String,
    patience: Duration = .zero
  ) throws -> any CallTransport {
    let socket: SocketAddress
    do { socket = try SocketAddress(address) } catch {
      throw CommandFailure("'\(address)': \(error)", exitCode: .wrongUsage)
    }
    let loop: EventLoop
    do { loop = try EventLoop(name: "grpc") } catch {
      throw CommandFailure("no loop can be started: \(error)")
    }
    return Channel(
      Channel.Configuration(address: socket, patience: patience),
      on: loop,
      whenReleased: { loop.stop() },
      makeSession: Wire.grpc.makeSession()
    )
  }

  /// The transport of a client, which lives as long.
  private struct Held: CallTransport {
    let client: FeedClient

    func unary<Request: WireMessage, Response: WireMessage>(
      _ method: MethodDescriptor,
      _ request: Request,
      options: CallOptions
    ) async throws(RPCError) -> Response {
      try await client.transport.unary(method, request, options: options)
    }

    func open(
      _ method: MethodDescriptor,
      request: (any WireMessage)?,
      options: CallOptions
    ) async throws(RPCError) -> any ClientCall {
      try await client.transport.open(method, request: request, options: options)
    }
  }
}
