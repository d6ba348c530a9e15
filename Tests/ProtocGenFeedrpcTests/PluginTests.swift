@testable import protoc_gen_feedrpc
