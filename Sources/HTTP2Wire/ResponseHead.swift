import RPC

/// The headers and trailers of an answer, as a client reads them.
struct ResponseHead {
}
