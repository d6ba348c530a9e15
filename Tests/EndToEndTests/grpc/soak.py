"""Connections that call, give calls up and vanish, round after round.

    soak.py SOCKET CONNECTIONS

Each connection pages, streams bytes, gives a stream up midway and lets a deadline pass; every third
goes with its calls open. Prints how many connections there were. Modules made of Protos/ are on the
path.
"""

import sys

import grpc
from feedrpc.bench.v1 import echo_pb2, echo_pb2_grpc
from feedrpc.v1 import feed_pb2, feed_pb2_grpc

TIMEOUT = 60


def use(number):
    options = [("grpc.use_local_subchannel_pool", 1)]
    channel = grpc.insecure_channel("unix:" + sys.argv[1], options=options)
    echo = echo_pb2_grpc.EchoServiceStub(channel)
    feed = feed_pb2_grpc.FeedServiceStub(channel)
    feed.FetchFeedPage(feed_pb2.FetchFeedPageRequest(page_size=5), timeout=TIMEOUT)
    payload = bytes(10_000)
    assert echo.Echo(echo_pb2.EchoRequest(payload=payload), timeout=TIMEOUT).payload == payload
    request = echo_pb2.StreamBytesRequest(total_bytes=5_000_000, message_bytes=50_000)
    stream = echo.StreamBytes(request, timeout=TIMEOUT)
    next(stream)
    watch = feed.WatchFeed(feed_pb2.WatchFeedRequest(), timeout=TIMEOUT)
    next(watch)
    if number % 3:
        stream.cancel()
        watch.cancel()
        late = feed.WatchFeed(feed_pb2.WatchFeedRequest(), timeout=0.002)
        try:
            for _ in late:
                pass
        except grpc.RpcError as error:
            assert error.code() == grpc.StatusCode.DEADLINE_EXCEEDED, error
    channel.close()


def main():
    count = int(sys.argv[2])
    for number in range(count):
        use(number)
    print(f"connections={count}")


main()
