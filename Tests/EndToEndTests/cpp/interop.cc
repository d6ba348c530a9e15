// Cases of gRPC's interop tests with gRPC's C++ client, against a server of
// grpc.testing.TestService.
//
//     interop SOCKET
//
// Prints `CASE: ok` or `CASE: what was wrong`, a line a case; exits with 1 where something was.

#include <chrono>
#include <cstdio>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <grpcpp/grpcpp.h>

#include "interop/test.grpc.pb.h"

namespace {

using grpc::ClientContext;
using grpc::Status;
using grpc::StatusCode;
using grpc::testing::Empty;
using grpc::testing::SimpleRequest;
using grpc::testing::SimpleResponse;
using grpc::testing::StreamingInputCallRequest;
using grpc::testing::StreamingInputCallResponse;
using grpc::testing::StreamingOutputCallRequest;
using grpc::testing::StreamingOutputCallResponse;
using grpc::testing::TestService;

constexpr int kPatienceSeconds = 60;
constexpr char kInitial[] = "x-grpc-test-echo-initial";
constexpr char kTrailing[] = "x-grpc-test-echo-trailing-bin";

// What was wrong; empty: nothing.
using Outcome = std::string;

class Context : public ClientContext {
 public:
  Context() {
    set_deadline(std::chrono::system_clock::now() + std::chrono::seconds(kPatienceSeconds));
  }
};

Outcome Unexpected(const Status& status) {
  return "status " + std::to_string(status.error_code()) + ": " + status.error_message();
}

SimpleRequest LargeRequest() {
  SimpleRequest request;
  request.set_response_size(314159);
  request.mutable_payload()->set_body(std::string(271828, '\0'));
  return request;
}

Outcome EmptyUnary(TestService::Stub* stub) {
  Context context;
  Empty answer;
  Status status = stub->EmptyCall(&context, Empty(), &answer);
  if (!status.ok()) return Unexpected(status);
  return answer.ByteSizeLong() == 0 ? "" : "not empty";
}

Outcome LargeUnary(TestService::Stub* stub) {
  Context context;
  SimpleResponse answer;
  Status status = stub->UnaryCall(&context, LargeRequest(), &answer);
  if (!status.ok()) return Unexpected(status);
  return answer.payload().body() == std::string(314159, '\0') ? "" : "not 314159 zeros";
}

// Only here a client can choose for each message whether it is compressed.
Outcome ClientCompressedStreaming(TestService::Stub* stub) {
  Context context;
  context.set_compression_algorithm(GRPC_COMPRESS_GZIP);
  StreamingInputCallResponse answer;
  auto writer = stub->StreamingInputCall(&context, &answer);
  for (auto [size, is_compressed] : {std::pair(27182, true), std::pair(45904, false)}) {
    StreamingInputCallRequest request;
    request.mutable_expect_compressed()->set_value(is_compressed);
    request.mutable_payload()->set_body(std::string(size, '\0'));
    grpc::WriteOptions options;
    if (!is_compressed) options.set_no_compression();
    if (!writer->Write(request, options)) break;
  }
  writer->WritesDone();
  Status status = writer->Finish();
  if (!status.ok()) return Unexpected(status);
  int size = answer.aggregated_payload_size();
  return size == 73086 ? "" : std::to_string(size) + " bytes, not 73086";
}

Outcome ServerStreaming(TestService::Stub* stub) {
  const std::vector<int> sizes = {31415, 9, 2653, 58979};
  StreamingOutputCallRequest request;
  for (int size : sizes) request.add_response_parameters()->set_size(size);
  Context context;
  auto reader = stub->StreamingOutputCall(&context, request);
  std::vector<int> got;
  StreamingOutputCallResponse answer;
  while (reader->Read(&answer)) got.push_back(static_cast<int>(answer.payload().body().size()));
  Status status = reader->Finish();
  if (!status.ok()) return Unexpected(status);
  return got == sizes ? "" : std::to_string(got.size()) + " responses, or of other sizes";
}

Outcome CustomMetadata(TestService::Stub* stub) {
  const std::string initial = "test_initial_metadata_value", trailing = "\xab\xab\xab";
  Context context;
  context.AddMetadata(kInitial, initial);
  context.AddMetadata(kTrailing, trailing);
  SimpleResponse answer;
  Status status = stub->UnaryCall(&context, LargeRequest(), &answer);
  if (!status.ok()) return Unexpected(status);
  const auto& headers = context.GetServerInitialMetadata();
  const auto& trailers = context.GetServerTrailingMetadata();
  auto header = headers.find(kInitial);
  if (header == headers.end() || header->second != initial) return "no initial metadata";
  auto trailer = trailers.find(kTrailing);
  return trailer != trailers.end() && trailer->second == trailing ? "" : "no trailing metadata";
}

Outcome CancelAfterBegin(TestService::Stub* stub) {
  Context context;
  StreamingInputCallResponse answer;
  auto writer = stub->StreamingInputCall(&context, &answer);
  context.TryCancel();
  Status status = writer->Finish();
  return status.error_code() == StatusCode::CANCELLED ? "" : Unexpected(status);
}

Outcome TimeoutOnSleepingServer(TestService::Stub* stub) {
  ClientContext context;
  context.set_deadline(std::chrono::system_clock::now() + std::chrono::milliseconds(1));
  auto stream = stub->FullDuplexCall(&context);
  StreamingOutputCallRequest request;
  request.mutable_payload()->set_body(std::string(27182, '\0'));
  stream->Write(request);
  StreamingOutputCallResponse answer;
  stream->Read(&answer);
  Status status = stream->Finish();
  return status.error_code() == StatusCode::DEADLINE_EXCEEDED ? "" : Unexpected(status);
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 2) {
    std::fprintf(stderr, "usage: interop SOCKET\n");
    return 2;
  }
  auto channel = grpc::CreateChannel(
      std::string("unix:") + arguments[1], grpc::InsecureChannelCredentials());
  auto stub = TestService::NewStub(channel);
  const std::vector<std::pair<const char*, std::function<Outcome(TestService::Stub*)>>> cases = {
      {"empty_unary", EmptyUnary},
      {"large_unary", LargeUnary},
      {"client_compressed_streaming", ClientCompressedStreaming},
      {"server_streaming", ServerStreaming},
      {"custom_metadata", CustomMetadata},
      {"cancel_after_begin", CancelAfterBegin},
      {"timeout_on_sleeping_server", TimeoutOnSleepingServer},
  };
  int status = 0;
  for (const auto& [name, run] : cases) {
    Outcome outcome = run(stub.get());
    std::printf("%s: %s\n", name, outcome.empty() ? "ok" : outcome.c_str());
    if (!outcome.empty()) status = 1;
  }
  return status;
}
