// The load client's calls over gRPC on HTTP/2 (RFC 9113, and HPACK, RFC 7541), as lean as can be:
// the headers of a request are six bytes that name what the first one said, and of an answer's
// headers only their end is looked at. A call that failed shows in its message, which is missing.
#ifndef FEEDRPC_BENCH_LOAD_HTTP2_H
#define FEEDRPC_BENCH_LOAD_HTTP2_H

#include "load.h"

enum {
  http2_header_bytes = 9,
  // The largest frame that every peer takes.
  http2_frame_limit_bytes = 16384,
  http2_first_window_bytes = 65535,
  http2_largest_window_bytes = INT32_MAX,
  // A message's flag and length.
  grpc_prefix_bytes = 5,
};

enum http2_type {
  http2_data = 0,
  http2_headers = 1,
  http2_reset = 3,
  http2_settings = 4,
  http2_ping = 6,
  http2_go_away = 7,
  http2_window_update = 8,
};

enum http2_flag { http2_end_stream = 1, http2_ack = 1, http2_end_headers = 4, http2_padded = 8 };

// HEADERS and DATA of a call: the first of a connection, and those after it.
struct http2_request {
  uint8_t *bytes;
  size_t count, data_offset, payload_offset;
};

static struct http2_request http2_first, http2_next;
static size_t http2_message_bytes;
// Of all DATA of an answer.
static uint64_t http2_expected_bytes;

static uint8_t *http2_store_header(uint8_t *to, size_t length, uint8_t type, uint8_t flags,
                                   uint32_t stream_id) {
  store_u32(to, (uint32_t)length << 8 | type);
  to[4] = flags;
  store_u32(to + 5, stream_id);
  return to + http2_header_bytes;
}

// A field that the peer's table remembers (RFC 7541 6.2.1): `name` is a place in the static table.
static uint8_t *http2_store_indexed(uint8_t *to, uint8_t name, const char *text,
                                    const char *value) {
  *to++ = (uint8_t)(0x40 | name);
  if (text) {
    *to++ = (uint8_t)strlen(text);
    to = (uint8_t *)stpcpy((char *)to, text);
  }
  *to++ = (uint8_t)strlen(value);
  return (uint8_t *)stpcpy((char *)to, value);
}

static size_t http2_store_fields(uint8_t *to, bool is_first) {
  const uint8_t *start = to;
  *to++ = 0x83;  // :method POST
  *to++ = 0x86;  // :scheme http
  if (!is_first) {
    // The newest is 62.
    for (uint8_t place = 65; place >= 62; place--) *to++ = 0x80 | place;
    return (size_t)(to - start);
  }
  char path[160];
  if (snprintf(path, sizeof path, "/%s", method_path()) >= 127) fail("the method's name is long");
  to = http2_store_indexed(to, 4, NULL, path);
  to = http2_store_indexed(to, 1, NULL, "localhost");
  to = http2_store_indexed(to, 0, "te", "trailers");
  to = http2_store_indexed(to, 31, NULL, "application/grpc");
  return (size_t)(to - start);
}

static struct http2_request http2_make_request(bool is_first) {
  struct http2_request request = {.bytes = malloc(message_capacity(0) + 512)};
  if (!request.bytes) abort();
  size_t fields = http2_store_fields(request.bytes + http2_header_bytes, is_first);
  http2_store_header(request.bytes, fields, http2_headers, http2_end_headers, 0);
  request.data_offset = http2_header_bytes + fields;
  uint8_t *message = request.bytes + request.data_offset + http2_header_bytes + grpc_prefix_bytes;
  size_t echoed_offset = 0;
  http2_message_bytes = make_message(0, message, &echoed_offset);
  size_t length = grpc_prefix_bytes + http2_message_bytes;
  if (length > http2_frame_limit_bytes) fail("over HTTP/2 a message has 16,379 bytes at most");
  uint8_t *prefix = http2_store_header(request.bytes + request.data_offset, length, http2_data,
                                       http2_end_stream, 0);
  *prefix = 0;
  store_u32(prefix + 1, (uint32_t)http2_message_bytes);
  request.count = request.data_offset + http2_header_bytes + length;
  request.payload_offset = request.count - http2_message_bytes + echoed_offset;
  return request;
}

// Prefixes included.
static uint64_t http2_stream_bytes(void) {
  uint64_t whole = options.total_bytes / options.message_bytes;
  uint64_t rest = options.total_bytes % options.message_bytes;
  uint64_t sum = whole * (grpc_prefix_bytes + bytes_field_size(options.message_bytes));
  return sum + (rest ? grpc_prefix_bytes + bytes_field_size(rest) : 0);
}

static void http2_prepare(void) {
  if (options.payload_hex_count > 1) fail("over HTTP/2 all calls send the same message");
  http2_first = http2_make_request(true);
  http2_next = http2_make_request(false);
  http2_expected_bytes =
      options.is_stream ? http2_stream_bytes() : grpc_prefix_bytes + http2_message_bytes;
}

static uint8_t *http2_append(struct connection *connection, size_t length, uint8_t type,
                             uint8_t flags, uint32_t stream_id) {
  size_t count = http2_header_bytes + length;
  uint8_t *to = buffer_reserve(&connection->output, count);
  connection->output.end += count;
  return http2_store_header(to, length, type, flags, stream_id);
}

static void http2_widen(struct connection *connection, uint32_t count) {
  store_u32(http2_append(connection, 4, http2_window_update, 0, 0), count);
}

static void http2_open(struct connection *connection) {
  static const char magic[] = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
  memcpy(buffer_reserve(&connection->output, sizeof magic - 1), magic, sizeof magic - 1);
  connection->output.end += sizeof magic - 1;
  // SETTINGS_INITIAL_WINDOW_SIZE: streams are never widened.
  uint8_t *setting = http2_append(connection, 6, http2_settings, 0, 0);
  setting[0] = 0;
  setting[1] = 4;
  store_u32(setting + 2, http2_largest_window_bytes);
  http2_widen(connection, http2_largest_window_bytes - http2_first_window_bytes);
  connection->send_window = http2_first_window_bytes;
}

static void http2_start(struct connection *connection, uint64_t time) {
  int64_t length = (int64_t)(grpc_prefix_bytes + http2_message_bytes);
  if (connection->send_window < length) {
    connection->waiting_calls++;
    return;
  }
  connection->send_window -= length;
  const struct http2_request *request = connection->next_call == 0 ? &http2_first : &http2_next;
  struct slot *slot = take_slot(connection, time);
  uint8_t *to = buffer_reserve(&connection->output, request->count);
  memcpy(to, request->bytes, request->count);
  uint32_t stream_id = (uint32_t)(2 * slot->call + 1);
  store_u32(to + 5, stream_id);
  store_u32(to + request->data_offset + 5, stream_id);
  if (payload_is_numbered()) {
    memcpy(to + request->payload_offset, &slot->call, sizeof slot->call);
  }
  connection->output.end += request->count;
}

static void http2_start_waiting(struct connection *connection, uint64_t time) {
  for (uint64_t count = connection->waiting_calls; count > 0; count--) {
    connection->waiting_calls--;
    http2_start(connection, time);
  }
}

static void http2_take_data(struct connection *connection, struct slot *slot, struct slice data) {
  // One that comes in one piece, as it nearly always does, is looked at.
  if (!options.method && !options.is_stream && slot->received_bytes == 0 &&
      data.count == http2_expected_bytes) {
    struct slice message = {data.bytes + grpc_prefix_bytes, data.count - grpc_prefix_bytes};
    check_echo(message, http2_next.bytes + http2_next.payload_offset, slot->call);
  }
  slot->received_bytes += data.count;
  payload_byte_total += data.count;
  connection->unreturned_bytes += data.count;
  if (connection->unreturned_bytes < http2_largest_window_bytes / 4) return;
  http2_widen(connection, (uint32_t)connection->unreturned_bytes);
  connection->unreturned_bytes = 0;
}

static void http2_end(struct connection *connection, struct slot *slot, uint64_t time) {
  bool is_right = options.method ? slot->received_bytes >= grpc_prefix_bytes
                                 : slot->received_bytes == http2_expected_bytes;
  if (!is_right) fail("a call failed, or its answer has another length");
  end_call(slot, time);
  if (!is_draining && !connection->is_idle) http2_start(connection, time);
}

static void http2_frame(struct connection *connection, struct slice data, uint8_t type,
                        uint8_t flags, uint32_t stream_id, uint64_t time) {
  switch (type) {
    case http2_data:
      if (flags & (http2_padded | http2_end_stream)) fail("DATA that no gRPC server sends");
      http2_take_data(connection, find_slot(connection, stream_id), data);
      break;
    case http2_headers:
      if (!(flags & http2_end_headers)) fail("headers in several frames");
      if (flags & http2_end_stream) http2_end(connection, find_slot(connection, stream_id), time);
      break;
    case http2_settings:
      if (!(flags & http2_ack)) http2_append(connection, 0, http2_settings, http2_ack, 0);
      break;
    case http2_ping:
      if (flags & http2_ack) break;
      memcpy(http2_append(connection, 8, http2_ping, http2_ack, 0), data.bytes, 8);
      break;
    case http2_window_update:
      if (stream_id == 0) connection->send_window += load_u32(data.bytes);
      break;
    case http2_reset:
    case http2_go_away: fail("the server gave a stream or the connection up"); break;
    default: break;
  }
}

static void http2_receive(struct connection *connection, uint64_t time) {
  struct buffer *input = &connection->input;
  while (buffer_count(input) >= http2_header_bytes) {
    const uint8_t *header = input->memory + input->begin;
    size_t length = load_u32(header) >> 8;
    if (buffer_count(input) - http2_header_bytes < length) break;
    input->begin += http2_header_bytes + length;
    uint32_t stream_id = load_u32(header + 5) & INT32_MAX;
    struct slice data = {header + http2_header_bytes, length};
    http2_frame(connection, data, header[3], header[4], stream_id, time);
  }
  http2_start_waiting(connection, time);
}

static const struct wire http2 = {http2_prepare, http2_open, http2_start, http2_receive};

#endif
