// EchoService by gRPC C++, for comparison: one thread that serves a completion queue, or with
// `callback` the callback API with the threads that gRPC starts.
//
//   grpc_server completion|callback SOCKET
//
// It prints `ready socket=PATH` to standard error once it serves.
#include <grpcpp/grpcpp.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <memory>
#include <string>

#include "feedrpc/bench/v1/echo.grpc.pb.h"

namespace {

using feedrpc::bench::v1::EchoRequest;
using feedrpc::bench::v1::EchoResponse;
using feedrpc::bench::v1::EchoService;
using feedrpc::bench::v1::StreamBytesRequest;
using feedrpc::bench::v1::StreamBytesResponse;

// What is left of a stream, a message at a time.
class Bytes {
 public:
  void begin(const StreamBytesRequest &request) {
    left_ = request.total_bytes();
    size_ = std::max(request.message_bytes(), 1);
  }

  // False where nothing is left.
  bool next(StreamBytesResponse *response) {
    auto count = std::min<int64_t>(left_, size_);
    if (static_cast<int64_t>(response->payload().size()) != count) {
      response->set_payload(std::string(static_cast<size_t>(count), 'x'));
    }
    left_ -= count;
    return count > 0;
  }

 private:
  int64_t left_ = 0, size_ = 1;
};

// A call on the completion queue, which tells it when its last step is done.
class Call {
 public:
  virtual ~Call() = default;
  virtual void proceed(bool ok) = 0;
};

struct Queue {
  EchoService::AsyncService service;
  std::unique_ptr<grpc::ServerCompletionQueue> events;
};

class EchoCall final : public Call {
 public:
  explicit EchoCall(Queue *queue) : queue_(queue) {
    auto *events = queue->events.get();
    queue->service.RequestEcho(&context_, &request_, &writer_, events, events, this);
  }

  void proceed(bool ok) override {
    if (!ok || is_answered_) {
      delete this;
      return;
    }
    new EchoCall(queue_);
    is_answered_ = true;
    response_.set_allocated_payload(request_.release_payload());
    writer_.Finish(response_, grpc::Status::OK, this);
  }

 private:
  Queue *queue_;
  grpc::ServerContext context_;
  EchoRequest request_;
  EchoResponse response_;
  grpc::ServerAsyncResponseWriter<EchoResponse> writer_{&context_};
  bool is_answered_ = false;
};

class StreamCall final : public Call {
 public:
  explicit StreamCall(Queue *queue) : queue_(queue) {
    auto *events = queue->events.get();
    queue->service.RequestStreamBytes(&context_, &request_, &writer_, events, events, this);
  }

  void proceed(bool ok) override {
    if (!ok || is_finished_) {
      delete this;
      return;
    }
    if (!is_begun_) {
      new StreamCall(queue_);
      is_begun_ = true;
      bytes_.begin(request_);
    }
    if (bytes_.next(&response_)) {
      writer_.Write(response_, this);
    } else {
      is_finished_ = true;
      writer_.Finish(grpc::Status::OK, this);
    }
  }

 private:
  Queue *queue_;
  grpc::ServerContext context_;
  StreamBytesRequest request_;
  StreamBytesResponse response_;
  grpc::ServerAsyncWriter<StreamBytesResponse> writer_{&context_};
  Bytes bytes_;
  bool is_begun_ = false, is_finished_ = false;
};

class StreamReactor final : public grpc::ServerWriteReactor<StreamBytesResponse> {
 public:
  explicit StreamReactor(const StreamBytesRequest &request) {
    bytes_.begin(request);
    write();
  }

  void OnWriteDone(bool ok) override { ok ? write() : Finish(grpc::Status::CANCELLED); }
  void OnDone() override { delete this; }

 private:
  void write() {
    bytes_.next(&response_) ? StartWrite(&response_) : Finish(grpc::Status::OK);
  }

  Bytes bytes_;
  StreamBytesResponse response_;
};

class CallbackService final : public EchoService::CallbackService {
  grpc::ServerUnaryReactor *Echo(grpc::CallbackServerContext *context, const EchoRequest *request,
                                 EchoResponse *response) override {
    response->set_payload(request->payload());
    auto *reactor = context->DefaultReactor();
    reactor->Finish(grpc::Status::OK);
    return reactor;
  }

  grpc::ServerWriteReactor<StreamBytesResponse> *StreamBytes(
      grpc::CallbackServerContext *, const StreamBytesRequest *request) override {
    return new StreamReactor(*request);
  }
};

std::unique_ptr<grpc::Server> start(grpc::ServerBuilder &builder, const char *path) {
  builder.AddListeningPort(std::string("unix:") + path, grpc::InsecureServerCredentials());
  auto server = builder.BuildAndStart();
  if (!server) {
    std::fprintf(stderr, "grpc_server: can't listen on %s\n", path);
    std::exit(1);
  }
  std::fprintf(stderr, "ready socket=%s\n", path);
  return server;
}

void serve_queue(const char *path) {
  Queue queue;
  grpc::ServerBuilder builder;
  builder.RegisterService(&queue.service);
  queue.events = builder.AddCompletionQueue();
  auto server = start(builder, path);
  // As many as wait for requests at a time.
  for (int count = 0; count < 256; count++) new EchoCall(&queue);
  for (int count = 0; count < 16; count++) new StreamCall(&queue);
  void *tag;
  bool ok;
  while (queue.events->Next(&tag, &ok)) static_cast<Call *>(tag)->proceed(ok);
}

void serve_callbacks(const char *path) {
  CallbackService service;
  grpc::ServerBuilder builder;
  builder.RegisterService(&service);
  start(builder, path)->Wait();
}

}  // namespace

int main(int argument_count, char **arguments) {
  if (argument_count == 3 && std::strcmp(arguments[1], "completion") == 0) {
    serve_queue(arguments[2]);
  } else if (argument_count == 3 && std::strcmp(arguments[1], "callback") == 0) {
    serve_callbacks(arguments[2]);
  } else {
    std::fprintf(stderr, "usage: grpc_server completion|callback SOCKET\n");
    return 2;
  }
}
