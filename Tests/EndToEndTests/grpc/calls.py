"""Makes calls of every kind with gRPC's own client and prints what came of each, a line a call.

    calls.py SOCKET

Modules made of Protos/ are on the path.
"""

import sys
import threading

import grpc
from feedrpc.bench.v1 import echo_pb2, echo_pb2_grpc
from feedrpc.v1 import feed_pb2, feed_pb2_grpc
from google.rpc import error_details_pb2, status_pb2

TIMEOUT = 60
Request = echo_pb2.EchoRequest


def unary(echo):
    answer = echo.Echo(Request(payload=b"hello"), timeout=TIMEOUT)
    return answer.payload.decode()


def large(echo):
    payload = bytes(range(256)) * 12_000
    return echo.Echo(Request(payload=payload), timeout=TIMEOUT).payload == payload


def compressed(echo):
    payload = b"a" * 271_828
    answer = echo.Echo(
        Request(payload=payload), timeout=TIMEOUT, compression=grpc.Compression.Gzip
    )
    return answer.payload == payload


def server_stream(echo):
    request = echo_pb2.StreamBytesRequest(total_bytes=5_000_000, message_bytes=100_000)
    sizes = [len(part.payload) for part in echo.StreamBytes(request, timeout=TIMEOUT)]
    return f"{len(sizes)} of {sum(sizes)}"


def client_stream(echo):
    parts = (Request(payload=bytes(size)) for size in (27182, 8, 1828, 45904))
    answer = echo.CollectBytes(parts, timeout=TIMEOUT)
    return f"{answer.message_count} of {answer.byte_count}"


def both_stream(echo):
    turn = threading.Semaphore(1)

    def requests():
        for number in range(5):
            turn.acquire()
            yield Request(payload=str(number).encode())

    heard = []
    for answer in echo.EchoStream(requests(), timeout=TIMEOUT):
        heard.append(answer.payload.decode())
        turn.release()
    return " ".join(heard)


def empty_stream(echo):
    return len(list(echo.EchoStream(iter(()), timeout=TIMEOUT)))


def unknown_method(channel):
    return channel.unary_unary("/feedrpc.bench.v1.EchoService/Nothing")(b"", timeout=TIMEOUT)


def unknown_service(channel):
    return channel.unary_unary("/no.Service/Call")(b"", timeout=TIMEOUT)


def undecodable(channel):
    return channel.unary_unary("/feedrpc.bench.v1.EchoService/Echo")(b"\xff", timeout=TIMEOUT)


def too_long(echo):
    return echo.Echo(Request(payload=bytes(4_194_304)), timeout=TIMEOUT)


def deadline(echo):
    never = threading.Event()

    def requests():
        never.wait(TIMEOUT)
        yield Request()

    try:
        return next(echo.EchoStream(requests(), timeout=0.2))
    finally:
        never.set()


def cancelled(echo):
    never = threading.Event()

    def requests():
        yield Request(payload=b"one")
        never.wait(TIMEOUT)

    call = echo.EchoStream(requests(), timeout=TIMEOUT)
    next(call)
    call.cancel()
    try:
        return next(call)
    finally:
        never.set()


def details(feed):
    request = feed_pb2.FetchFeedPageRequest(page_token="nonsense")
    try:
        feed.FetchFeedPage(request, timeout=TIMEOUT)
    except grpc.RpcError as error:
        metadata = dict(error.trailing_metadata())
        status = status_pb2.Status.FromString(metadata["grpc-status-details-bin"])
        info = error_details_pb2.ErrorInfo()
        status.details[0].Unpack(info)
        return f"{error.code().name} {status.code} {info.reason}"


def viewer(feed):
    answer = feed.FetchProfile(
        feed_pb2.FetchProfileRequest(),
        timeout=TIMEOUT,
        metadata=(("feedrpc-viewer", "somebody"),),
    )
    return answer.user.username


def main():
    with grpc.insecure_channel("unix:" + sys.argv[1]) as channel:
        echo = echo_pb2_grpc.EchoServiceStub(channel)
        feed = feed_pb2_grpc.FeedServiceStub(channel)
        for call, argument in [
            (unary, echo),
            (large, echo),
            (compressed, echo),
            (server_stream, echo),
            (client_stream, echo),
            (both_stream, echo),
            (empty_stream, echo),
            (unknown_method, channel),
            (unknown_service, channel),
            (undecodable, channel),
            (too_long, echo),
            (deadline, echo),
            (cancelled, echo),
            (details, feed),
            (viewer, feed),
        ]:
            try:
                outcome = call(argument)
            except grpc.RpcError as error:
                outcome = error.code().name
            print(f"{call.__name__}: {outcome}", flush=True)


main()
