"""gRPC's interop test cases, with gRPC's own client, against a server of grpc.testing.TestService.

    interop_cases.py SOCKET [CASE]...

Without cases: all of them. Prints `CASE: ok` or `CASE: what was wrong`, a line a case, and exits
with 1 where something was. The cases are those of "gRPC Interop Test Case Descriptions" but for
credentials, balancers and caches. Modules made of Tests/Protos are on the path.
"""

import os
import sys
import threading
import time
from concurrent import futures

import grpc
from interop import test_pb2, test_pb2_grpc

PATIENCE = 60
REQUEST_SIZES = (27182, 8, 1828, 45904)
RESPONSE_SIZES = (31415, 9, 2653, 58979)
ECHO_INITIAL = "x-grpc-test-echo-initial"
ECHO_TRAILING = "x-grpc-test-echo-trailing-bin"
GZIP = grpc.Compression.Gzip


class Wrong(Exception):
    """What came is not what should have come."""


def check(is_right, what):
    if not is_right:
        raise Wrong(what)


def payload(size):
    return test_pb2.Payload(body=bytes(size))


def dense(size):
    """A payload that deflating makes no shorter, so that gRPC sends it as it is."""
    return test_pb2.Payload(body=os.urandom(size))


def flag(value):
    return test_pb2.BoolValue(value=value)


def fails_with(code, make):
    """The error of a call that must end with `code`."""
    try:
        answer = make()
    except grpc.RpcError as error:
        check(error.code() == code, f"{error.code().name}, not {code.name}: {error.details()}")
        return error
    raise Wrong(f"an answer of {answer.ByteSize()} bytes, not {code.name}")


def output_request(*sizes, **more):
    parameters = [test_pb2.ResponseParameters(size=size) for size in sizes]
    return test_pb2.StreamingOutputCallRequest(response_parameters=parameters, **more)


def check_sizes(responses, sizes):
    got = tuple(len(response.payload.body) for response in responses)
    check(got == tuple(sizes), f"sizes {got}, not {tuple(sizes)}")


class Requests:
    """Requests that are sent when the test says so."""

    def __init__(self):
        self._items = []
        self._changed = threading.Condition()

    def send(self, item):
        with self._changed:
            self._items.append(item)
            self._changed.notify()

    def end(self):
        self.send(None)

    def __iter__(self):
        return self

    def __next__(self):
        with self._changed:
            self._changed.wait_for(lambda: self._items, PATIENCE)
            item = self._items.pop(0) if self._items else None
        if item is None:
            raise StopIteration
        return item


def large_request(**more):
    return test_pb2.SimpleRequest(response_size=314159, payload=payload(271828), **more)


def check_large(answer):
    check(answer.payload.body == bytes(314159), "not 314159 zeros")


def empty_unary(stub, channel):
    answer = stub.EmptyCall(test_pb2.Empty(), timeout=PATIENCE)
    check(answer.ByteSize() == 0, "not empty")


def large_unary(stub, channel):
    check_large(stub.UnaryCall(large_request(), timeout=PATIENCE))


def client_compressed_unary(stub, channel):
    expecting = large_request(expect_compressed=flag(True))
    fails_with(
        grpc.StatusCode.INVALID_ARGUMENT, lambda: stub.UnaryCall(expecting, timeout=PATIENCE)
    )
    check_large(stub.UnaryCall(expecting, timeout=PATIENCE, compression=GZIP))
    plain = large_request(expect_compressed=flag(False))
    check_large(stub.UnaryCall(plain, timeout=PATIENCE))
    fails_with(
        grpc.StatusCode.INVALID_ARGUMENT,
        lambda: stub.UnaryCall(plain, timeout=PATIENCE, compression=GZIP),
    )


def server_compressed_unary(stub, channel):
    for is_compressed in (True, False):
        request = large_request(response_compressed=flag(is_compressed))
        answer = stub.UnaryCall(request, timeout=PATIENCE, compression=GZIP)
        check(len(answer.payload.body) == 314159, "not 314159 bytes")


def client_streaming(stub, channel):
    requests = (
        test_pb2.StreamingInputCallRequest(payload=payload(size)) for size in REQUEST_SIZES
    )
    answer = stub.StreamingInputCall(requests, timeout=PATIENCE)
    check(answer.aggregated_payload_size == 74922, f"{answer.aggregated_payload_size}, not 74922")


def client_compressed_streaming(stub, channel):
    def request(body, is_compressed):
        return test_pb2.StreamingInputCallRequest(
            payload=body, expect_compressed=flag(is_compressed)
        )

    probe = iter([request(payload(27182), True)])
    fails_with(
        grpc.StatusCode.INVALID_ARGUMENT,
        lambda: stub.StreamingInputCall(probe, timeout=PATIENCE),
    )
    requests = iter([request(payload(27182), True), request(dense(45904), False)])
    answer = stub.StreamingInputCall(requests, timeout=PATIENCE, compression=GZIP)
    check(answer.aggregated_payload_size == 73086, f"{answer.aggregated_payload_size}, not 73086")


def server_streaming(stub, channel):
    responses = stub.StreamingOutputCall(output_request(*RESPONSE_SIZES), timeout=PATIENCE)
    check_sizes(responses, RESPONSE_SIZES)


def server_streaming_with_intervals(stub, channel):
    parameters = [
        test_pb2.ResponseParameters(size=size, interval_us=50_000) for size in RESPONSE_SIZES
    ]
    request = test_pb2.StreamingOutputCallRequest(response_parameters=parameters)
    start = time.monotonic()
    check_sizes(stub.StreamingOutputCall(request, timeout=PATIENCE), RESPONSE_SIZES)
    check(time.monotonic() - start >= 0.2, "sooner than the intervals allow")


def server_compressed_streaming(stub, channel):
    parameters = [
        test_pb2.ResponseParameters(size=31415, compressed=flag(True)),
        test_pb2.ResponseParameters(size=92653, compressed=flag(False)),
    ]
    request = test_pb2.StreamingOutputCallRequest(response_parameters=parameters)
    responses = stub.StreamingOutputCall(request, timeout=PATIENCE, compression=GZIP)
    check_sizes(responses, (31415, 92653))


def ping_pong(stub, channel):
    requests = Requests()
    responses = stub.FullDuplexCall(requests, timeout=PATIENCE)
    for request_size, response_size in zip(REQUEST_SIZES, RESPONSE_SIZES):
        requests.send(output_request(response_size, payload=payload(request_size)))
        check_sizes([next(responses)], [response_size])
    requests.end()
    check_sizes(responses, ())


def half_duplex(stub, channel):
    requests = iter([output_request(size) for size in RESPONSE_SIZES])
    check_sizes(stub.HalfDuplexCall(requests, timeout=PATIENCE), RESPONSE_SIZES)


def empty_stream(stub, channel):
    check_sizes(stub.FullDuplexCall(iter(()), timeout=PATIENCE), ())


def custom_metadata(stub, channel):
    sent = ((ECHO_INITIAL, "test_initial_metadata_value"), (ECHO_TRAILING, b"\xab\xab\xab"))

    def check_echo(call):
        initial, trailing = dict(call.initial_metadata()), dict(call.trailing_metadata())
        check(initial.get(ECHO_INITIAL) == sent[0][1], f"initial metadata: {initial}")
        check(trailing.get(ECHO_TRAILING) == sent[1][1], f"trailing metadata: {trailing}")

    answer, call = stub.UnaryCall.with_call(large_request(), timeout=PATIENCE, metadata=sent)
    check_large(answer)
    check_echo(call)
    requests = iter([output_request(314159, payload=payload(271828))])
    call = stub.FullDuplexCall(requests, timeout=PATIENCE, metadata=sent)
    check_sizes(call, (314159,))
    check_echo(call)


def status_code_and_message(stub, channel):
    check_status(stub, "test status message")


def special_status_message(stub, channel):
    message = "\t\ntest with whitespace\r\nand Unicode BMP ☺ and non-BMP 😈\t\n"
    request = test_pb2.SimpleRequest(response_status=test_pb2.EchoStatus(code=2, message=message))
    error = fails_with(
        grpc.StatusCode.UNKNOWN, lambda: stub.UnaryCall(request, timeout=PATIENCE)
    )
    check(error.details() == message, f"{error.details()!r}")


def check_status(stub, message):
    status = test_pb2.EchoStatus(code=2, message=message)
    request = test_pb2.SimpleRequest(response_status=status)
    unknown = grpc.StatusCode.UNKNOWN
    error = fails_with(unknown, lambda: stub.UnaryCall(request, timeout=PATIENCE))
    check(error.details() == message, f"{error.details()!r}")
    requests = iter([output_request(response_status=status)])
    call = stub.FullDuplexCall(requests, timeout=PATIENCE)
    error = fails_with(unknown, lambda: next(call))
    check(error.details() == message, f"{error.details()!r}")


def unimplemented_method(stub, channel):
    fails_with(
        grpc.StatusCode.UNIMPLEMENTED,
        lambda: stub.UnimplementedCall(test_pb2.Empty(), timeout=PATIENCE),
    )


def unimplemented_service(stub, channel):
    other = test_pb2_grpc.UnimplementedServiceStub(channel)
    fails_with(
        grpc.StatusCode.UNIMPLEMENTED,
        lambda: other.UnimplementedCall(test_pb2.Empty(), timeout=PATIENCE),
    )


def cancel_after_begin(stub, channel):
    requests = Requests()
    call = stub.StreamingInputCall.future(requests, timeout=PATIENCE)
    call.cancel()
    try:
        check(call.cancelled() and call.code() == grpc.StatusCode.CANCELLED, str(call.code()))
    finally:
        requests.end()


def cancel_after_first_response(stub, channel):
    requests = Requests()
    call = stub.FullDuplexCall(requests, timeout=PATIENCE)
    requests.send(output_request(31415, payload=payload(27182)))
    check_sizes([next(call)], [31415])
    call.cancel()
    try:
        fails_with(grpc.StatusCode.CANCELLED, lambda: next(call))
    finally:
        requests.end()


def timeout_on_sleeping_server(stub, channel):
    requests = Requests()
    call = stub.FullDuplexCall(requests, timeout=0.001)
    requests.send(test_pb2.StreamingOutputCallRequest(payload=payload(27182)))
    try:
        fails_with(grpc.StatusCode.DEADLINE_EXCEEDED, lambda: next(call))
    finally:
        requests.end()


def pick_first_unary(stub, channel):
    request = test_pb2.SimpleRequest(fill_server_id=True)
    names = {stub.UnaryCall(request, timeout=PATIENCE).server_id for _ in range(20)}
    check(len(names) == 1 and names != {""}, f"servers {names}")


def concurrent_large_unary(stub, channel):
    with futures.ThreadPoolExecutor(20) as threads:
        calls = [threads.submit(large_unary, stub, channel) for _ in range(100)]
        for call in calls:
            call.result()


def rpc_soak(stub, channel):
    for _ in range(100):
        large_unary(stub, channel)


def channel_soak(stub, channel):
    for _ in range(20):
        with open_channel() as another:
            large_unary(test_pb2_grpc.TestServiceStub(another), another)


CASES = [
    empty_unary,
    large_unary,
    client_compressed_unary,
    server_compressed_unary,
    client_streaming,
    client_compressed_streaming,
    server_streaming,
    server_streaming_with_intervals,
    server_compressed_streaming,
    ping_pong,
    half_duplex,
    empty_stream,
    custom_metadata,
    status_code_and_message,
    special_status_message,
    unimplemented_method,
    unimplemented_service,
    cancel_after_begin,
    cancel_after_first_response,
    timeout_on_sleeping_server,
    pick_first_unary,
    concurrent_large_unary,
    rpc_soak,
    channel_soak,
]


def open_channel():
    # A channel of its own, not one of the process's pool.
    options = [("grpc.use_local_subchannel_pool", 1)]
    return grpc.insecure_channel("unix:" + sys.argv[1], options=options)


def outcome(case, stub, channel):
    try:
        case(stub, channel)
    except Wrong as wrong:
        return str(wrong)
    except grpc.RpcError as error:
        return f"{error.code().name}: {error.details()}"
    return "ok"


def main():
    wanted = sys.argv[2:]
    unknown = set(wanted) - {case.__name__ for case in CASES}
    if unknown:
        sys.exit(f"no such case: {' '.join(sorted(unknown))}")
    status = 0
    with open_channel() as channel:
        stub = test_pb2_grpc.TestServiceStub(channel)
        for case in CASES:
            if wanted and case.__name__ not in wanted:
                continue
            result = outcome(case, stub, channel)
            print(f"{case.__name__}: {result}", flush=True)
            if result != "ok":
                status = 1
    sys.exit(status)


main()
