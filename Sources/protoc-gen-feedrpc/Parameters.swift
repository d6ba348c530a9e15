/// What was given with `--feedrpc_opt`.
struct Parameters: Equatable {
  /// Swift names of types whose own names are taken, by full proto name.
  var renames: [String: String] = [:]
  /// Files that get no code: only their descriptor goes among the others.
  var embedded: Set<String> = []
  /// The C module with the structs of protoc-c.
  var cModule = "CProtobuf"

  /// Reads `rename=google.protobuf.Any:ProtobufAny,embed=a/b.proto,c_module=CProtobuf`.
  init(_ text: String) throws(SchemaProblem) {
    for parameter in text.split(separator: ",") {
      let halves = parameter.split(separator: "=", maxSplits: 1)
      guard halves.count == 2 else { throw .badParameter(String(parameter)) }
      if halves[0] == "c_module" {
        cModule = String(halves[1])
        continue
      }
      if halves[0] == "embed" {
        embedded.insert(String(halves[1]))
        continue
      }
      guard halves[0] == "rename" else { throw .badParameter(String(parameter)) }
      let names = halves[1].split(separator: ":", omittingEmptySubsequences: false)
      guard names.count == 2, !names[0].isEmpty, !names[1].isEmpty else {
        throw .badParameter(String(parameter))
      }
      renames[String(names[0])] = String(names[1])
    }
  }
}
