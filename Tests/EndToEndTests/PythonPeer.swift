import Foundation

/// Python programs with grpcio and the modules that its generator makes of `Protos/` and of the
/// interop tests' service.
///
/// scripts/setup --tests makes the Python.
enum PythonPeer {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// Something did not work, in its own words.
  struct Failure: Error {
    var text: String
    /// What it printed before.
    var lines: [String] = []
  }

  /// Runs `script` of this folder's `grpc/`.
  ///
  /// - Returns: The lines that it printed.
  /// - Throws: `Failure` where it did not end well.
  static func run(
    _ script: String,
    _ arguments: [String],
    in folder: TemporaryFolder
  ) async throws -> [String] {
    try await run(path: path(of: script), arguments, in: folder)
  }

  /// As `run`, of a script that says in its lines what did not end well.
  static func outcome(
    _ script: String,
    _ arguments: [String],
    in folder: TemporaryFolder
  ) async throws -> [String] {
    do { return try await run(script, arguments, in: folder) } catch let failure as Failure {
      guard failure.text.isEmpty else { throw failure }
      return failure.lines
    }
  }

  /// As `run`, with a program from elsewhere and more of an environment.
  static func run(
    path: String,
    _ arguments: [String],
    environment: [String: String] = [:],
    in folder: TemporaryFolder
  ) async throws -> [String] {
    let modules = folder.file("modules")
    try await generate(into: modules)
    var all = environment
    all["PYTHONPATH"] = modules
    return try await python([path] + arguments, environment: all)
  }

  /// Starts a server of this folder's `grpc/` and waits until it accepts; it ends with the last
  /// reference.
  static func start(
    _ script: String,
    _ arguments: [String],
    in folder: TemporaryFolder
  ) async throws -> ChildProcess {
    let process = try await launch(script, arguments, in: folder)
    guard try await process.line(where: { $0.hasPrefix("ready socket=") }) != nil else {
      throw Failure(text: try await process.allErrors())
    }
    return process
  }

  /// Starts `script` of this folder's `grpc/`; it ends with the last reference.
  static func launch(
    _ script: String,
    _ arguments: [String],
    in folder: TemporaryFolder
  ) async throws -> ChildProcess {
    let modules = folder.file("modules")
    try await generate(into: modules)
    return try launch([path(of: script)] + arguments, environment: ["PYTHONPATH": modules])
  }

  private static func path(of script: String) -> String {
    URL(filePath: #filePath).deletingLastPathComponent().appending(path: "grpc")
      .appending(path: script).path
  }

  private static func generate(into modules: String) async throws {
    try FileManager.default.createDirectory(
      atPath: modules,
      withIntermediateDirectories: true
    )
    let protos = root.appending(path: "Protos").path
    let files = try FileManager.default.subpathsOfDirectory(atPath: protos)
      // grpcio-tools has those of google/protobuf itself.
      .filter { $0.hasSuffix(".proto") && !$0.hasPrefix("google/protobuf/") }
    let options = [
      "-I", protos, "-I", root.appending(path: "Tests/Protos").path, "--python_out=\(modules)",
      "--grpc_python_out=\(modules)",
    ]
    let all = files.sorted() + ["interop/test.proto"]
    _ = try await python(["-m", "grpc_tools.protoc"] + options + all)
  }

  /// Runs Python with these arguments; the lines that it printed.
  static func python(
    _ arguments: [String],
    environment: [String: String] = [:]
  ) async throws -> [String] {
    let process = try launch(arguments, environment: environment)
    guard try await process.ended() == .exit(0) else {
      throw Failure(text: try await process.allErrors(), lines: try await process.allOutput())
    }
    return try await process.allOutput()
  }

  /// Runs commands for bash in `folder`, where `Protos` is ours and `python3` the one with grpcio.
  ///
  /// - Returns: The lines that they printed.
  /// - Throws: `Failure` where one did not end well.
  static func shell(
    _ commands: String,
    environment: [String: String],
    in folder: TemporaryFolder
  ) async throws -> [String] {
    let protos = root.appending(path: "Protos").path
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("Protos"),
      withDestinationPath: protos
    )
    let programs = URL(filePath: try program()).deletingLastPathComponent().path
    var all = environment
    all["PATH"] = "\(programs):/usr/bin:/bin"
    let script = ["-euc", "cd \"$0\"\n" + commands, folder.path]
    let process = try ChildProcess("/bin/bash", script, environment: all)
    guard try await process.ended() == .exit(0) else {
      throw Failure(text: try await process.allErrors(), lines: try await process.allOutput())
    }
    return try await process.allOutput()
  }

  private static func launch(
    _ arguments: [String],
    environment: [String: String]
  ) throws -> ChildProcess {
    try ChildProcess(try program(), arguments, environment: environment)
  }

  private static func program() throws -> String {
    let given = ProcessInfo.processInfo.environment["FEEDRPC_PYTHON"]
    let program = given ?? root.appending(path: ".build/python/bin/python").path
    guard FileManager.default.isExecutableFile(atPath: program) else {
      throw Failure(text: "no Python with grpcio at \(program): run scripts/setup --tests")
    }
    return program
  }
}
