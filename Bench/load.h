// What the load client's wires share: options, calls in flight, their messages and their end.
#ifndef FEEDRPC_BENCH_LOAD_H
#define FEEDRPC_BENCH_LOAD_H

#include <time.h>

#include "histogram.h"
#include "ttrpc.h"

// Different messages that calls send in turn.
enum { payload_limit = 1024 };

struct options {
  const char *socket, *method, *payload_hex[payload_limit];
  uint64_t payload_hex_count, connections, idle_connections, in_flight, calls;
  uint64_t payload_bytes, total_bytes, message_bytes;
  double seconds, warm_up_seconds;
  bool is_stream, at_once, allows_refusals;
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
  // One that makes a single call when it is opened.
  bool is_idle;
  struct buffer input, output;
  struct slot *slots;
  uint64_t next_call;
  // HTTP/2: bytes that may be sent, calls that wait for more, bytes received and not given back.
  int64_t send_window;
  uint64_t waiting_calls, unreturned_bytes;
};

// How calls are put into bytes and taken out of them.
struct wire {
  // Makes what every call sends.
  void (*prepare)(void);
  // Appends what a connection begins with.
  void (*open)(struct connection *);
  // Begins a call, now or once it may.
  void (*start)(struct connection *, uint64_t time);
  // Takes every whole frame that came in and starts a call for each one that ended.
  void (*receive)(struct connection *, uint64_t time);
};

static struct options options = {
    .connections = 1, .in_flight = 1, .payload_bytes = 32, .seconds = 1, .warm_up_seconds = 0.2,
    .total_bytes = 4 << 20, .message_bytes = 64 << 10};
static struct histogram histogram;
static uint64_t slot_mask;
static uint64_t ended_calls, refused_calls, open_calls, payload_byte_total;
static bool is_draining;

static void fail(const char *what) {
  fprintf(stderr, "load_client: %s\n", what);
  exit(1);
}

static uint64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

// Messages.

static const char *method_path(void) {
  if (options.method) return options.method;
  if (options.is_stream) return "feedrpc.bench.v1.EchoService/StreamBytes";
  return options.at_once ? "feedrpc.bench.v1.EchoService/EchoAtOnce"
                         : "feedrpc.bench.v1.EchoService/Echo";
}

static size_t hex_bytes(const char *hex, uint8_t *to) {
  size_t count = strlen(hex) / 2;
  for (size_t at = 0; at < count; at++) {
    unsigned value;
    if (sscanf(hex + 2 * at, "%2x", &value) != 1) fail("--payload-hex takes pairs of hex digits");
    to[at] = (uint8_t)value;
  }
  return count;
}

// Bytes that a message is not larger than.
static size_t message_capacity(size_t index) {
  return (options.method ? strlen(options.payload_hex[index]) / 2 : 0) + options.payload_bytes + 32;
}

// The message that calls send first, second and so on, where there are several: a fixed one, a
// StreamBytesRequest or an EchoRequest.
static size_t make_message(size_t index, uint8_t *message, size_t *echoed_offset) {
  if (options.method) return hex_bytes(options.payload_hex[index], message);
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

static bool payload_is_numbered(void) {
  return !options.method && !options.is_stream && options.payload_bytes >= sizeof(uint64_t);
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

// Checks the reply to an echo of `sent` and gives its payload's size.
static size_t check_echo(struct slice message, const uint8_t *sent, uint64_t call) {
  struct slice payload = message_payload(message);
  if (payload.count != options.payload_bytes) fail("an echo has another length");
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

// Calls.

static struct slot *take_slot(struct connection *connection, uint64_t time) {
  struct slot *slot;
  uint64_t call;
  do {
    call = connection->next_call++;
    slot = &connection->slots[call & slot_mask];
  } while (slot->is_busy);
  if (call >= INT32_MAX / 2) fail("stream ids are used up: ask for fewer calls a connection");
  open_calls++;
  *slot = (struct slot){.call = call, .started = time, .is_busy = true};
  return slot;
}

// The call that a client's stream belongs to.
static struct slot *find_slot(struct connection *connection, uint32_t stream_id) {
  if (stream_id % 2 == 0) fail("a frame for a stream that no client opens");
  struct slot *slot = &connection->slots[(stream_id / 2) & slot_mask];
  if (!slot->is_busy || slot->call != stream_id / 2) fail("a reply to a call that is not open");
  return slot;
}

static void end_call(struct slot *slot, uint64_t time) {
  histogram_add(&histogram, time - slot->started);
  slot->is_busy = false;
  ended_calls++;
  open_calls--;
}

#endif
