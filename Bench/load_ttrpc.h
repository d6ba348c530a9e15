// The load client's calls over ttrpc.
#ifndef FEEDRPC_BENCH_LOAD_TTRPC_H
#define FEEDRPC_BENCH_LOAD_TTRPC_H

#include "load.h"

// The request frames that calls send in turn, and where the echoed payload lies in each.
struct ttrpc_request {
  uint8_t *bytes;
  size_t count, payload_offset;
};

static struct ttrpc_request ttrpc_requests[payload_limit];

static const struct ttrpc_request *ttrpc_request_of(uint64_t call) {
  if (options.payload_hex_count == 1) return &ttrpc_requests[0];
  return &ttrpc_requests[call % options.payload_hex_count];
}

static uint8_t *store_field(uint8_t *to, uint32_t number, const void *bytes, size_t count) {
  to = store_bytes_field(to, number, count);
  memcpy(to, bytes, count);
  return to + count;
}

static struct ttrpc_request ttrpc_make_request(size_t index) {
  const char *method = method_path(), *slash = strchr(method, '/');
  size_t capacity = message_capacity(index) + strlen(method) + 96;
  uint8_t *message = malloc(capacity), *frame = malloc(2 * capacity);
  if (!message || !frame) abort();
  size_t echoed_offset = 0;
  size_t message_count = make_message(index, message, &echoed_offset);
  uint8_t *to = frame + frame_header_bytes;
  to = store_field(to, 1, method, (size_t)(slash - method));
  to = store_field(to, 2, slash + 1, strlen(slash + 1));
  to = store_field(to, 3, message, message_count);
  size_t count = (size_t)(to - frame), length = count - frame_header_bytes;
  if (length > frame_limit_bytes) fail("the request is larger than a frame");
  uint8_t flags = options.is_stream ? flag_remote_closed : 0;
  store_frame(frame, (struct frame){(uint32_t)length, 0, frame_request, flags});
  free(message);
  return (struct ttrpc_request){frame, count, count - message_count + echoed_offset};
}

static void ttrpc_prepare(void) {
  for (size_t index = 0; index < options.payload_hex_count; index++) {
    ttrpc_requests[index] = ttrpc_make_request(index);
  }
}

static void ttrpc_open(struct connection *connection) { (void)connection; }

static void ttrpc_start(struct connection *connection, uint64_t time) {
  struct slot *slot = take_slot(connection, time);
  const struct ttrpc_request *request = ttrpc_request_of(slot->call);
  uint8_t *to = buffer_reserve(&connection->output, request->count);
  memcpy(to, request->bytes, request->count);
  store_u32(to + 4, (uint32_t)(2 * slot->call + 1));
  if (payload_is_numbered()) {
    memcpy(to + request->payload_offset, &slot->call, sizeof slot->call);
  }
  connection->output.end += request->count;
}

static void ttrpc_check_status(struct slice status) {
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
  fprintf(stderr, "load_client: status %llu: %.*s\n", (unsigned long long)code,
          (int)message.count, (const char *)message.bytes);
  exit(1);
}

static void ttrpc_response(struct slot *slot, struct slice data) {
  struct slice payload = {NULL, 0};
  struct field field;
  enum field_result result;
  while ((result = load_field(&data, &field)) == field_found) {
    if (field.number == 1) ttrpc_check_status(field.bytes);
    if (field.number == 2) payload = field.bytes;
  }
  if (result == field_malformed) fail("a response is malformed");
  if (options.is_stream) fail("a stream was answered with one response");
  const struct ttrpc_request *request = ttrpc_request_of(slot->call);
  const uint8_t *sent = request->bytes + request->payload_offset;
  payload_byte_total += options.method ? payload.count : check_echo(payload, sent, slot->call);
}

// True once the frame ends its call.
static bool ttrpc_frame(struct slot *slot, struct frame frame, struct slice data) {
  if (frame.type == frame_response) {
    ttrpc_response(slot, data);
    return true;
  }
  if (frame.type != frame_data || !options.is_stream) fail("a frame of an unexpected type");
  if (!(frame.flags & flag_no_data)) {
    size_t count = options.method ? data.count : message_payload(data).count;
    slot->received_bytes += count;
    payload_byte_total += count;
  }
  if (!(frame.flags & flag_remote_closed)) return false;
  if (!options.method && slot->received_bytes != options.total_bytes) {
    fail("a stream has another length");
  }
  return true;
}

static void ttrpc_receive(struct connection *connection, uint64_t time) {
  struct frame frame;
  struct slice data;
  while (buffer_frame(&connection->input, &frame, &data)) {
    connection->input.begin += frame_header_bytes + frame.length;
    struct slot *slot = find_slot(connection, frame.stream_id);
    if (!ttrpc_frame(slot, frame, data)) continue;
    end_call(slot, time);
    if (!is_draining && !connection->is_idle) ttrpc_start(connection, time);
  }
}

static const struct wire ttrpc = {ttrpc_prepare, ttrpc_open, ttrpc_start, ttrpc_receive};

#endif
