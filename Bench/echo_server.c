// The yardstick: EchoService over ttrpc frames on a Unix socket, written by hand in C.
//
//   echo_server SOCKET
//
// One thread, one epoll. A turn of a connection is one read, every whole frame in it, one write.
// It prints `ready socket=PATH` to standard error once it accepts and ends on SIGTERM or SIGINT.
//
//   service feedrpc.bench.v1.EchoService
//     Echo(EchoRequest {bytes payload = 1}) returns (EchoResponse {bytes payload = 1})
//     EchoAtOnce, the same
//     StreamBytes(StreamBytesRequest {int64 total_bytes = 1; int32 message_bytes = 2})
//       returns (stream StreamBytesResponse {bytes payload = 1})
#define _GNU_SOURCE
#include <errno.h>
#include <signal.h>
#include <sys/epoll.h>
#include <sys/uio.h>
#include <unistd.h>

#include "ttrpc.h"

enum {
  read_bytes = 128 << 10,
  output_limit_bytes = 8 << 20,  // beyond it a connection is not read from
  message_limit_bytes = 1 << 20,
  messages_per_write = 8,
  writes_per_turn = 16,
  streams_per_connection = 1000,
  epoll_batch = 256,
};

struct byte_stream {
  uint32_t id;
  uint64_t left_bytes;
  size_t message_bytes;
};

struct connection {
  int fd;
  uint32_t interest;
  bool peer_closed;
  struct buffer input, output;
  struct byte_stream *streams;  // served first to last
  size_t stream_count;
};

struct request {
  struct slice service, method, payload;
};

static volatile sig_atomic_t stopping;
static int epoll_fd;
static uint8_t *stream_payload;

static void stop(int signal_number) {
  (void)signal_number;
  stopping = 1;
}

// Requests.

static bool load_request(struct slice data, struct request *request) {
  *request = (struct request){0};
  struct field field;
  enum field_result result;
  while ((result = load_field(&data, &field)) == field_found) {
    switch (field.number) {
      case 1: request->service = field.bytes; break;
      case 2: request->method = field.bytes; break;
      case 3: request->payload = field.bytes; break;
    }
  }
  return result == field_end;
}

// Answers Response{status = 1: Status{code = 1, message = 2}}.
static void answer_status(struct connection *connection, uint32_t id, enum status_code code,
                          const char *message) {
  size_t message_count = strlen(message);
  size_t status_count = 2 + bytes_field_size(message_count);
  size_t length = bytes_field_size(status_count);
  uint8_t *to = buffer_reserve(&connection->output, frame_header_bytes + length);
  to = store_frame(to, (struct frame){(uint32_t)length, id, frame_response, 0});
  to = store_bytes_field(to, 1, status_count);
  *to++ = 1 << 3;
  *to++ = (uint8_t)code;
  to = store_bytes_field(to, 2, message_count);
  memcpy(to, message, message_count);
  connection->output.end += frame_header_bytes + length;
}

// Answers Response{payload = 2: EchoResponse{payload = 1}}.
static void echo(struct connection *connection, uint32_t id, struct slice message) {
  struct slice payload = {NULL, 0};
  struct field field;
  enum field_result result;
  while ((result = load_field(&message, &field)) == field_found) {
    if (field.number == 1) payload = field.bytes;
  }
  if (result == field_malformed) {
    answer_status(connection, id, status_invalid_argument, "malformed EchoRequest");
    return;
  }
  size_t reply_count = bytes_field_size(payload.count);
  size_t length = bytes_field_size(reply_count);
  uint8_t *to = buffer_reserve(&connection->output, frame_header_bytes + length);
  to = store_frame(to, (struct frame){(uint32_t)length, id, frame_response, 0});
  to = store_bytes_field(to, 2, reply_count);
  to = store_bytes_field(to, 1, payload.count);
  if (payload.count > 0) memcpy(to, payload.bytes, payload.count);
  connection->output.end += frame_header_bytes + length;
}

static void stream_bytes(struct connection *connection, uint32_t id, struct slice message) {
  uint64_t total_bytes = 0, message_bytes = 0;
  struct field field;
  enum field_result result;
  while ((result = load_field(&message, &field)) == field_found) {
    if (field.number == 1) total_bytes = field.value;
    if (field.number == 2) message_bytes = field.value;
  }
  if (result == field_malformed || total_bytes > INT64_MAX || message_bytes == 0 ||
      message_bytes > message_limit_bytes || connection->stream_count == streams_per_connection) {
    answer_status(connection, id, status_invalid_argument, "impossible StreamBytesRequest");
    return;
  }
  if (!connection->streams) {
    connection->streams = calloc(streams_per_connection, sizeof *connection->streams);
    if (!connection->streams) abort();
  }
  connection->streams[connection->stream_count++] =
      (struct byte_stream){id, total_bytes, (size_t)message_bytes};
}

static void serve_request(struct connection *connection, uint32_t id, struct slice data) {
  static const char service[] = "feedrpc.bench.v1.EchoService";
  static const char echo_method[] = "Echo", at_once_method[] = "EchoAtOnce";
  static const char stream_method[] = "StreamBytes";
  struct request request;
  if (!load_request(data, &request)) {
    answer_status(connection, id, status_invalid_argument, "malformed request");
  } else if (!slice_equals(request.service, service, sizeof service - 1)) {
    answer_status(connection, id, status_unimplemented, "unknown service");
  } else if (slice_equals(request.method, echo_method, sizeof echo_method - 1) ||
             slice_equals(request.method, at_once_method, sizeof at_once_method - 1)) {
    echo(connection, id, request.payload);
  } else if (slice_equals(request.method, stream_method, sizeof stream_method - 1)) {
    stream_bytes(connection, id, request.payload);
  } else {
    answer_status(connection, id, status_unimplemented, "unknown method");
  }
}

// Serves every whole frame received; false where the peer breaks the protocol.
static bool serve_frames(struct connection *connection) {
  struct buffer *input = &connection->input;
  struct frame frame;
  struct slice data;
  while (buffer_count(&connection->output) < output_limit_bytes &&
         buffer_frame(input, &frame, &data)) {
    input->begin += frame_header_bytes + frame.length;
    if (frame.stream_id % 2 == 0) {
      answer_status(connection, frame.stream_id, status_invalid_argument, "stream id must be odd");
    } else if (frame.type == frame_request) {
      serve_request(connection, frame.stream_id, data);
    }
  }
  return buffer_count(input) < frame_header_bytes ||
         load_frame(input->memory + input->begin).length <= frame_limit_bytes;
}

// Output.

// Writes what is in `output`; false where the connection failed.
static bool write_output(struct connection *connection) {
  struct buffer *output = &connection->output;
  if (buffer_count(output) == 0) return true;
  ssize_t count = send(connection->fd, output->memory + output->begin, buffer_count(output),
                       MSG_NOSIGNAL);
  if (count < 0) return errno == EAGAIN || errno == EINTR;
  output->begin += (size_t)count;
  return true;
}

// Takes the first stream off the table and puts its closing frame into `output`.
static void end_stream(struct connection *connection) {
  uint8_t *to = buffer_reserve(&connection->output, frame_header_bytes);
  store_frame(to, (struct frame){0, connection->streams[0].id, frame_data,
                                 flag_remote_closed | flag_no_data});
  connection->output.end += frame_header_bytes;
  connection->stream_count--;
  memmove(connection->streams, connection->streams + 1,
          connection->stream_count * sizeof *connection->streams);
}

// Writes some messages of the first stream straight from the shared payload. What the socket
// leaves of a message that it took in part goes to `output`. False where the connection failed.
static bool write_stream(struct connection *connection) {
  struct byte_stream *stream = &connection->streams[0];
  uint8_t heads[messages_per_write][frame_header_bytes + 6];
  struct iovec parts[2 * messages_per_write];
  size_t part_count = 0;
  uint64_t left = stream->left_bytes;
  for (size_t at = 0; at < messages_per_write && left > 0; at++) {
    size_t count = left < stream->message_bytes ? (size_t)left : stream->message_bytes;
    uint32_t length = (uint32_t)bytes_field_size(count);
    uint8_t *end = store_frame(heads[at], (struct frame){length, stream->id, frame_data, 0});
    end = store_bytes_field(end, 1, count);
    parts[part_count++] = (struct iovec){heads[at], (size_t)(end - heads[at])};
    parts[part_count++] = (struct iovec){stream_payload, count};
    left -= count;
  }
  struct msghdr message = {.msg_iov = parts, .msg_iovlen = part_count};
  ssize_t result = sendmsg(connection->fd, &message, MSG_NOSIGNAL);
  if (result < 0) return errno == EAGAIN || errno == EINTR;
  size_t written = (size_t)result;
  for (size_t at = 0; at < part_count && written > 0; at += 2) {
    for (size_t part = at; part < at + 2; part++) {
      size_t taken = written < parts[part].iov_len ? written : parts[part].iov_len;
      size_t rest = parts[part].iov_len - taken;
      written -= taken;
      if (rest == 0) continue;
      uint8_t *to = buffer_reserve(&connection->output, rest);
      memcpy(to, (uint8_t *)parts[part].iov_base + taken, rest);
      connection->output.end += rest;
    }
    stream->left_bytes -= parts[at + 1].iov_len;
  }
  return true;
}

// Writes until the socket is full, nothing is left or the turn's share is used up.
static bool write_turn(struct connection *connection) {
  if (!write_output(connection)) return false;
  for (int turn = 0; turn < writes_per_turn && connection->stream_count > 0; turn++) {
    if (buffer_count(&connection->output) > 0) return true;
    if (connection->streams[0].left_bytes > 0) {
      if (!write_stream(connection)) return false;
    } else {
      end_stream(connection);
    }
    if (!write_output(connection)) return false;
  }
  return true;
}

// Connections.

static void watch(struct connection *connection, uint32_t interest, int operation) {
  struct epoll_event event = {.events = interest, .data.ptr = connection};
  connection->interest = interest;
  if (epoll_ctl(epoll_fd, operation, connection->fd, &event) != 0) die("epoll_ctl");
}

static void open_connection(int fd) {
  struct connection *connection = calloc(1, sizeof *connection);
  if (!connection) abort();
  connection->fd = fd;
  watch(connection, EPOLLIN, EPOLL_CTL_ADD);
}

static void close_connection(struct connection *connection) {
  close(connection->fd);
  buffer_free(&connection->input);
  buffer_free(&connection->output);
  free(connection->streams);
  free(connection);
}

// One turn of a connection; false where it is to be closed.
static bool serve(struct connection *connection, uint32_t events) {
  if (events & (EPOLLIN | EPOLLHUP | EPOLLERR) && !connection->peer_closed) {
    uint8_t *to = buffer_reserve(&connection->input, read_bytes);
    ssize_t count = recv(connection->fd, to, connection->input.capacity - connection->input.end, 0);
    if (count < 0 && errno != EAGAIN && errno != EINTR) return false;
    if (count == 0) connection->peer_closed = true;
    if (count > 0) connection->input.end += (size_t)count;
  }
  if (!serve_frames(connection) || !write_turn(connection)) return false;
  size_t output_count = buffer_count(&connection->output);
  struct frame frame;
  struct slice data;
  bool has_work = output_count > 0 || connection->stream_count > 0 ||
                  buffer_frame(&connection->input, &frame, &data);
  bool may_read = !connection->peer_closed && output_count < output_limit_bytes;
  if (connection->peer_closed && !has_work) return false;
  uint32_t interest = (may_read ? EPOLLIN : 0) | (has_work ? EPOLLOUT : 0);
  if (interest != connection->interest) watch(connection, interest, EPOLL_CTL_MOD);
  return true;
}

static int listen_at(const char *path) {
  struct sockaddr_un address = socket_address(path);
  int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  if (fd < 0) die("socket");
  unlink(path);
  if (bind(fd, (struct sockaddr *)&address, sizeof address) != 0) die(path);
  if (listen(fd, SOMAXCONN) != 0) die("listen");
  return fd;
}

static void run(int listener) {
  struct epoll_event events[epoll_batch];
  while (!stopping) {
    int count = epoll_wait(epoll_fd, events, epoll_batch, -1);
    if (count < 0 && errno != EINTR) die("epoll_wait");
    for (int at = 0; at < count; at++) {
      struct connection *connection = events[at].data.ptr;
      if (connection) {
        if (!serve(connection, events[at].events)) close_connection(connection);
        continue;
      }
      int fd = accept4(listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
      if (fd >= 0) open_connection(fd);
    }
  }
}

int main(int argument_count, char **arguments) {
  if (argument_count != 2) {
    fprintf(stderr, "usage: echo_server SOCKET\n");
    return 2;
  }
  const char *path = arguments[1];
  struct sigaction action = {.sa_handler = stop};
  sigaction(SIGTERM, &action, NULL);
  sigaction(SIGINT, &action, NULL);
  struct buffer payload = {0};
  stream_payload = buffer_reserve(&payload, message_limit_bytes);
  memset(stream_payload, 0x5a, message_limit_bytes);
  epoll_fd = epoll_create1(EPOLL_CLOEXEC);
  if (epoll_fd < 0) die("epoll_create1");
  int listener = listen_at(path);
  struct epoll_event event = {.events = EPOLLIN, .data.ptr = NULL};
  if (epoll_ctl(epoll_fd, EPOLL_CTL_ADD, listener, &event) != 0) die("epoll_ctl");
  fprintf(stderr, "ready socket=%s\n", path);
  run(listener);
  unlink(path);
  return 0;
}
