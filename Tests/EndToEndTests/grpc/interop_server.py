"""grpc.testing.TestService on gRPC's own server, for clients that are not gRPC's.

    interop_server.py SOCKET

Prints `ready socket=PATH` to standard error once it accepts, and to standard output a line where a
client gives a call up: `METHOD: cancelled`. Modules made of Tests/Protos are on the path.
"""

import sys
import threading
import time
from concurrent import futures

import grpc
from interop import test_pb2, test_pb2_grpc

ECHO_INITIAL = "x-grpc-test-echo-initial"
ECHO_TRAILING = "x-grpc-test-echo-trailing-bin"


def payload(size):
    return test_pb2.Payload(body=bytes(size))


def echo_metadata(context):
    received = dict(context.invocation_metadata())
    if ECHO_TRAILING in received:
        context.set_trailing_metadata(((ECHO_TRAILING, received[ECHO_TRAILING]),))
    if ECHO_INITIAL in received:
        context.send_initial_metadata(((ECHO_INITIAL, received[ECHO_INITIAL]),))


def check_status(request, context):
    if request.response_status.code:
        code = {code.value[0]: code for code in grpc.StatusCode}[request.response_status.code]
        context.abort(code, request.response_status.message)


def tell_of_cancel(method, context):
    """Prints a line where the client gives the call up before what it returns is set."""
    is_over = threading.Event()

    def ended():
        if not is_over.is_set():
            print(f"{method}: cancelled", flush=True)

    context.add_callback(ended)
    return is_over


class Service(test_pb2_grpc.TestServiceServicer):
    def EmptyCall(self, request, context):
        return test_pb2.Empty()

    def UnaryCall(self, request, context):
        if request.response_compressed.value:
            context.set_compression(grpc.Compression.Gzip)
        echo_metadata(context)
        check_status(request, context)
        return test_pb2.SimpleResponse(payload=payload(request.response_size))

    def StreamingInputCall(self, requests, context):
        is_over = tell_of_cancel("StreamingInputCall", context)
        size = sum(len(request.payload.body) for request in requests)
        is_over.set()
        return test_pb2.StreamingInputCallResponse(aggregated_payload_size=size)

    def StreamingOutputCall(self, request, context):
        if any(parameters.compressed.value for parameters in request.response_parameters):
            context.set_compression(grpc.Compression.Gzip)
        yield from self._responses(request, context)

    def FullDuplexCall(self, requests, context):
        is_over = tell_of_cancel("FullDuplexCall", context)
        echo_metadata(context)
        for request in requests:
            yield from self._responses(request, context)
        is_over.set()

    def _responses(self, request, context):
        for parameters in request.response_parameters:
            time.sleep(parameters.interval_us / 1_000_000)
            if parameters.HasField("compressed") and not parameters.compressed.value:
                context.disable_next_message_compression()
            yield test_pb2.StreamingOutputCallResponse(payload=payload(parameters.size))
        check_status(request, context)


def main():
    server = grpc.server(futures.ThreadPoolExecutor(32))
    test_pb2_grpc.add_TestServiceServicer_to_server(Service(), server)
    server.add_insecure_port("unix:" + sys.argv[1])
    server.start()
    print(f"ready socket={sys.argv[1]}", file=sys.stderr, flush=True)
    threading.Event().wait()


main()
