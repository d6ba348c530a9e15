// Load on a ttrpc server: one thread, one epoll, closed loop, every reply checked.
//
//   load_client --socket PATH [--connections N] [--in-flight N] [--seconds S | --calls N]
//               [--warm-up S] [--payload-bytes N] [--method SERVICE/METHOD --payload-hex HEX]
//               [--refusals] [--stream --total-bytes N --message-bytes N]
//
// Each connection keeps `--in-flight` calls open: a reply is answered with the next call, and all
// calls of a turn leave in one write. By default the calls are EchoService/Echo with a payload
// that carries the call's number, and the reply must be the same bytes. `--method` sends the same
// request message to any unary method and checks the status only; with `--refusals` it may be
// RESOURCE_EXHAUSTED too. `--stream` calls EchoService/StreamBytes and counts the bytes. It prints
// one line of JSON.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <sys/epoll.h>
#include <time.h>
#include <unistd.h>

#include "histogram.h"
#include "ttrpc.h"

enum {
  read_bytes = 256 << 10,
  connection_limit = 20000,
  in_flight_limit = 100000,
  epoll_batch = 256,
  reply_limit_milliseconds = 10000,
};

struct options {
  const char *socket, *method, *payload_hex;
  uint64_t connections, in_flight, calls, payload_bytes, total_bytes, message_bytes;
  double seconds, warm_up_seconds;
  bool is_stream, allows_refusals;
};

// One call in flight, found by its number modulo the table's size.
struct slot {
  uint64_t call;
  uint64_t started;
  uint64_t received_bytes;
  bool is_busy;
};

struct connection {
  int fd;
  bool wants_output;
  struct buffer input, output;
  struct slot *slots;
  uint64_t next_call;
};

static struct options options = {
    .connections = 1, .in_flight = 1, .payload_bytes = 32, .seconds = 1, .warm_up_seconds = 0.2,
    .total_bytes = 4 << 20, .message_bytes = 64 << 10};
static struct histogram histogram;
static int epoll_fd;
static uint64_t slot_mask;
static uint64_t ended_calls, refused_calls, open_calls, payload_byte_total;
static bool is_draining;

// The request frame that every call sends, and where its echoed payload lies in it.
static uint8_t *request_frame;
static size_t request_count, payload_offset;

static void fail(const char *what) {
  fprintf(stderr, "load_client: %s\n", what);
  exit(1);
}

static uint64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

// The request.

static size_t hex_bytes(const char *hex, uint8_t *to) {
  size_t count = strlen(hex) / 2;
  for (size_t at = 0; at < count; at++) {
    unsigned value;
    if (sscanf(hex + 2 * at, "%2x", &value) != 1) fail("--payload-hex takes pairs of hex digits");
    to[at] = (uint8_t)value;
  }
  return count;
}

static uint8_t *store_field(uint8_t *to, uint32_t number, const void *bytes, size_t count) {
  to = store_bytes_field(to, number, count);
  memcpy(to, bytes, count);
  return to + count;
}

// The message inside the request: a fixed one, a StreamBytesRequest or an EchoRequest.
static size_t make_message(uint8_t *message, size_t *echoed_offset) {
  if (options.method) return hex_bytes(options.payload_hex, message);
  uint8_t *to = message;
  if (options.is_stream) {
    *to++ = 1 << 3;
    to = store_varint(to, options.total_bytes);
    *to++ = 2 << 3;
    to = store_varint(to, options.message_bytes);
    return (size_t)(to - message);
  }
  to = store_bytes_field(to, 1, options.payload_bytes);
  *echoed_offset = (size_t)(to - message);
  for (size_t at = 0; at < options.payload_bytes; at++) *to++ = (uint8_t)(at * 7 + at / 251);
  return (size_t)(to - message);
}

static void make_request(void) {
  const char *method = options.method ? options.method
                       : options.is_stream ? "feedrpc.bench.v1.EchoService/StreamBytes"
                                           : "feedrpc.bench.v1.EchoService/Echo";
  const char *slash = strchr(method, '/');
  if (!slash) fail("--method is SERVICE/METHOD");
  size_t hex_count = options.method ? strlen(options.payload_hex) / 2 : 0;
  size_t capacity = hex_count + options.payload_bytes + strlen(method) + 128;
  uint8_t *message = malloc(capacity);
  request_frame = malloc(2 * capacity);
  if (!message || !request_frame) abort();
  size_t echoed_offset = 0;
  size_t message_count = make_message(message, &echoed_offset);
  uint8_t *to = request_frame + frame_header_bytes;
  to = store_field(to, 1, method, (size_t)(slash - method));
  to = store_field(to, 2, slash + 1, strlen(slash + 1));
  to = store_field(to, 3, message, message_count);
  request_count = (size_t)(to - request_frame);
  payload_offset = request_count - message_count + echoed_offset;
  size_t length = request_count - frame_header_bytes;
  if (length > frame_limit_bytes) fail("the request is larger than a frame");
  uint8_t flags = options.is_stream ? flag_remote_closed : 0;
  store_frame(request_frame, (struct frame){(uint32_t)length, 0, frame_request, flags});
  free(message);
}

static bool payload_is_numbered(void) {
  return !options.method && !options.is_stream && options.payload_bytes >= sizeof(uint64_t);
}

static void start_call(struct connection *connection, uint64_t time) {
  struct slot *slot;
  uint64_t call;
  do {
    call = connection->next_call++;
    slot = &connection->slots[call & slot_mask];
  } while (slot->is_busy);
  if (call > INT32_MAX) fail("stream ids are used up: ask for fewer calls a connection");
  open_calls++;
  *slot = (struct slot){.call = call, .started = time, .is_busy = true};
  uint8_t *to = buffer_reserve(&connection->output, request_count);
  memcpy(to, request_frame, request_count);
  store_u32(to + 4, (uint32_t)(2 * call + 1));
  if (payload_is_numbered()) memcpy(to + payload_offset, &call, sizeof call);
  connection->output.end += request_count;
}

// Replies.

static void check_status(struct slice status) {
  struct field field;
  uint64_t code = 0;
  struct slice message = {NULL, 0};
  while (load_field(&status, &field) == field_found) {
    if (field.number == 1) code = field.value;
    if (field.number == 2) message = field.bytes;
  }
  if (code == 0) return;
  if (code == status_resource_exhausted && options.allows_refusals) {
    refused_calls++;
    return;
  }
  fprintf(stderr, "load_client: status %llu: %.*s\n", (unsigned long long)code, (int)message.count,
          (const char *)message.bytes);
  exit(1);
}

// The bytes of field 1, which EchoResponse and StreamBytesResponse keep their payload in.
static struct slice message_payload(struct slice message) {
  struct slice payload = {NULL, 0};
  struct field field;
  enum field_result result;
  while ((result = load_field(&message, &field)) == field_found) {
    if (field.number == 1) payload = field.bytes;
  }
  if (result == field_malformed) fail("a reply is malformed");
  return payload;
}

// Checks the reply to an echo and gives its payload's size.
static size_t check_echo(struct slice message, uint64_t call) {
  struct slice payload = message_payload(message);
  if (payload.count != options.payload_bytes) fail("an echo has another length");
  const uint8_t *sent = request_frame + payload_offset;
  size_t from = 0;
  if (payload_is_numbered()) {
    if (memcmp(payload.bytes, &call, sizeof call) != 0) fail("a reply belongs to another call");
    from = sizeof call;
  }
  size_t left = payload.count - from;
  if (left > 0 && memcmp(payload.bytes + from, sent + from, left) != 0) {
    fail("an echo has other bytes");
  }
  return payload.count;
}

static void receive_response(struct slot *slot, struct slice data) {
  struct slice payload = {NULL, 0};
  struct field field;
  enum field_result result;
  while ((result = load_field(&data, &field)) == field_found) {
    if (field.number == 1) check_status(field.bytes);
    if (field.number == 2) payload = field.bytes;
  }
  if (result == field_malformed) fail("a response is malformed");
  if (options.is_stream) fail("a stream was answered with one response");
  payload_byte_total += options.method ? payload.count : check_echo(payload, slot->call);
}

// True once the frame ends its call.
static bool receive_frame(struct slot *slot, struct frame frame, struct slice data) {
  if (frame.type == frame_response) {
    receive_response(slot, data);
    return true;
  }
  if (frame.type != frame_data || !options.is_stream) fail("a frame of an unexpected type");
  if (!(frame.flags & flag_no_data)) {
    size_t count = message_payload(data).count;
    slot->received_bytes += count;
    payload_byte_total += count;
  }
  if (!(frame.flags & flag_remote_closed)) return false;
  if (slot->received_bytes != options.total_bytes) fail("a stream has another length");
  return true;
}

// Takes every whole frame that came in and starts a call for each one that ended.
static void receive_frames(struct connection *connection, uint64_t time) {
  struct frame frame;
  struct slice data;
  while (buffer_frame(&connection->input, &frame, &data)) {
    connection->input.begin += frame_header_bytes + frame.length;
    if (frame.stream_id % 2 == 0) fail("a frame for a stream that no client opens");
    uint64_t call = frame.stream_id / 2;
    struct slot *slot = &connection->slots[call & slot_mask];
    if (!slot->is_busy || slot->call != call) fail("a reply to a call that is not open");
    if (!receive_frame(slot, frame, data)) continue;
    histogram_add(&histogram, time - slot->started);
    slot->is_busy = false;
    ended_calls++;
    open_calls--;
    if (!is_draining) start_call(connection, time);
  }
}

// Connections.

static void write_output(struct connection *connection) {
  struct buffer *output = &connection->output;
  if (buffer_count(output) > 0) {
    ssize_t count = send(connection->fd, output->memory + output->begin, buffer_count(output),
                         MSG_NOSIGNAL);
    if (count < 0 && errno != EAGAIN && errno != EINTR) die("send");
    if (count > 0) output->begin += (size_t)count;
  }
  bool wants_output = buffer_count(output) > 0;
  if (wants_output == connection->wants_output) return;
  connection->wants_output = wants_output;
  struct epoll_event event = {.events = EPOLLIN | (wants_output ? EPOLLOUT : 0),
                              .data.ptr = connection};
  if (epoll_ctl(epoll_fd, EPOLL_CTL_MOD, connection->fd, &event) != 0) die("epoll_ctl");
}

static void read_input(struct connection *connection) {
  struct buffer *input = &connection->input;
  uint8_t *to = buffer_reserve(input, read_bytes);
  ssize_t count = recv(connection->fd, to, input->capacity - input->end, 0);
  if (count == 0) fail("the server closed a connection");
  if (count < 0 && errno != EAGAIN && errno != EINTR) die("recv");
  if (count > 0) input->end += (size_t)count;
}

static void open_connection(struct connection *connection) {
  struct sockaddr_un address = socket_address(options.socket);
  connection->fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (connection->fd < 0) die("socket");
  if (connect(connection->fd, (struct sockaddr *)&address, sizeof address) != 0) {
    die(options.socket);
  }
  if (fcntl(connection->fd, F_SETFL, O_NONBLOCK) != 0) die("fcntl");
  connection->slots = calloc(slot_mask + 1, sizeof *connection->slots);
  if (!connection->slots) abort();
  struct epoll_event event = {.events = EPOLLIN, .data.ptr = connection};
  if (epoll_ctl(epoll_fd, EPOLL_CTL_ADD, connection->fd, &event) != 0) die("epoll_ctl");
}

static void close_connection(struct connection *connection) {
  close(connection->fd);
  buffer_free(&connection->input);
  buffer_free(&connection->output);
  free(connection->slots);
}

// The run.

// Waits for events and serves them.
static void turn(void) {
  struct epoll_event events[epoll_batch];
  int count = epoll_wait(epoll_fd, events, epoll_batch, reply_limit_milliseconds);
  if (count < 0 && errno != EINTR) die("epoll_wait");
  if (count == 0) fail("no reply for 10 seconds");
  for (int at = 0; at < count; at++) {
    struct connection *connection = events[at].data.ptr;
    if (events[at].events & ~(uint32_t)EPOLLOUT) {
      read_input(connection);
      receive_frames(connection, now());
    }
    write_output(connection);
  }
}

static uint64_t later(uint64_t time, double seconds) { return time + (uint64_t)(seconds * 1e9); }

static void report(double seconds, uint64_t calls, uint64_t bytes) {
  printf("{\"calls\": %llu, \"refused\": %llu, \"seconds\": %.3f, \"calls_per_second\": %.0f, ",
         (unsigned long long)calls, (unsigned long long)refused_calls, seconds,
         (double)calls / seconds);
  printf("\"p50_us\": %.1f, \"p99_us\": %.1f, \"max_us\": %.1f, \"megabytes_per_second\": %.2f}\n",
         (double)histogram_quantile(&histogram, 0.5) / 1e3,
         (double)histogram_quantile(&histogram, 0.99) / 1e3, (double)histogram.maximum / 1e3,
         (double)bytes / seconds / 1e6);
}

static void run(void) {
  struct connection *connections = calloc(options.connections, sizeof *connections);
  if (!connections) abort();
  for (uint64_t at = 0; at < options.connections; at++) open_connection(&connections[at]);
  for (uint64_t at = 0; at < options.connections; at++) {
    uint64_t time = now();
    for (uint64_t call = 0; call < options.in_flight; call++) start_call(&connections[at], time);
    write_output(&connections[at]);
  }
  uint64_t warm_up_end = later(now(), options.warm_up_seconds);
  while (now() < warm_up_end) turn();
  memset(&histogram, 0, sizeof histogram);
  ended_calls = refused_calls = 0;
  payload_byte_total = 0;
  uint64_t start = now(), end = later(start, options.seconds);
  while (options.calls > 0 ? ended_calls < options.calls : now() < end) turn();
  report((double)(now() - start) / 1e9, ended_calls, payload_byte_total);
  is_draining = true;
  while (open_calls > 0) turn();
  for (uint64_t at = 0; at < options.connections; at++) close_connection(&connections[at]);
  free(connections);
}

// Options.

static uint64_t number(const char *name, const char *text, uint64_t lowest, uint64_t highest) {
  char *end;
  errno = 0;
  unsigned long long value = strtoull(text, &end, 10);
  if (errno == 0 && *text && !*end && value >= lowest && value <= highest) return value;
  fprintf(stderr, "load_client: --%s takes %llu to %llu, not %s\n", name,
          (unsigned long long)lowest, (unsigned long long)highest, text);
  exit(2);
}

static double seconds(const char *name, const char *text) {
  char *end;
  double value = strtod(text, &end);
  if (*text && !*end && value >= 0 && value <= 3600) return value;
  fprintf(stderr, "load_client: --%s takes 0 to 3600 seconds, not %s\n", name, text);
  exit(2);
}

static const struct option option_table[] = {
    {"socket", required_argument, NULL, 's'},      {"connections", required_argument, NULL, 'c'},
    {"in-flight", required_argument, NULL, 'i'},   {"calls", required_argument, NULL, 'n'},
    {"seconds", required_argument, NULL, 't'},     {"warm-up", required_argument, NULL, 'w'},
    {"payload-bytes", required_argument, NULL, 'p'}, {"method", required_argument, NULL, 'm'},
    {"payload-hex", required_argument, NULL, 'x'}, {"stream", no_argument, NULL, 'S'},
    {"refusals", no_argument, NULL, 'r'},
    {"total-bytes", required_argument, NULL, 'T'}, {"message-bytes", required_argument, NULL, 'M'},
    {NULL, 0, NULL, 0}};

static void take_option(int letter, const char *name, const char *value) {
  const uint64_t message_limit = frame_limit_bytes - 256;
  switch (letter) {
    case 's': options.socket = value; break;
    case 'c': options.connections = number(name, value, 1, connection_limit); break;
    case 'i': options.in_flight = number(name, value, 1, in_flight_limit); break;
    case 'n': options.calls = number(name, value, 1, INT32_MAX); break;
    case 't': options.seconds = seconds(name, value); break;
    case 'w': options.warm_up_seconds = seconds(name, value); break;
    case 'p': options.payload_bytes = number(name, value, 0, message_limit); break;
    case 'm': options.method = value; break;
    case 'x': options.payload_hex = value; break;
    case 'r': options.allows_refusals = true; break;
    case 'S': options.is_stream = true; break;
    case 'T': options.total_bytes = number(name, value, 0, INT64_MAX); break;
    case 'M': options.message_bytes = number(name, value, 1, message_limit); break;
    default: exit(2);
  }
}

int main(int argument_count, char **arguments) {
  int letter, index = 0;
  while ((letter = getopt_long(argument_count, arguments, "", option_table, &index)) != -1) {
    take_option(letter, letter == '?' ? "" : option_table[index].name, optarg);
  }
  if (!options.socket || optind != argument_count) {
    fprintf(stderr, "usage: load_client --socket PATH [options]; its source lists them\n");
    return 2;
  }
  if (options.method && !options.payload_hex) options.payload_hex = "";
  slot_mask = 1;
  while (slot_mask < 8 * options.in_flight) slot_mask = slot_mask << 1;
  slot_mask--;
  epoll_fd = epoll_create1(EPOLL_CLOEXEC);
  if (epoll_fd < 0) die("epoll_create1");
  make_request();
  run();
  return 0;
}
