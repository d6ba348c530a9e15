"""Many connections at once that call, give calls up and vanish, for a while.

    crowd.py SOCKET CONNECTIONS SECONDS

Each connection makes some calls of every kind, goes with whatever is open, and is replaced by
another until the time is over. Prints `open=CONNECTIONS` once all are there, then about once a
second `second=N calls=N connections=N`, both counted from the start. Ends with 1 where a call ends
as it should not. Modules made of Protos/ are on the path.
"""

import asyncio
import random
import resource
import sys

import grpc
from feedrpc.bench.v1 import echo_pb2, echo_pb2_grpc
from feedrpc.v1 import feed_pb2, feed_pb2_grpc

PATIENCE = 300
PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + bytes([0, 0, 0, 4, 0, 0, 0, 0, 0])
Code = grpc.StatusCode


class Crowd:
    def __init__(self, path):
        self.path = path
        self.calls = 0
        self.connections = 0
        self.is_over = False


class Member:
    """One connection."""

    def __init__(self, crowd):
        options = [("grpc.use_local_subchannel_pool", 1)]
        self.channel = grpc.aio.insecure_channel("unix:" + crowd.path, options=options)
        self.echo = echo_pb2_grpc.EchoServiceStub(self.channel)
        self.feed = feed_pb2_grpc.FeedServiceStub(self.channel)
        # Calls that are still open when the connection goes.
        self.left = []

    async def page(self):
        request = feed_pb2.FetchFeedPageRequest(page_size=5)
        await self.feed.FetchFeedPage(request, timeout=PATIENCE)

    async def send(self):
        payload = bytes(random.randrange(20_000))
        compression = random.choice([None, grpc.Compression.Gzip])
        request = echo_pb2.EchoRequest(payload=payload)
        answer = await self.echo.Echo(request, timeout=PATIENCE, compression=compression)
        assert answer.payload == payload

    def stream(self, size):
        request = echo_pb2.StreamBytesRequest(total_bytes=size, message_bytes=20_000)
        return self.echo.StreamBytes(request, timeout=PATIENCE)

    async def stream_all(self):
        assert sum([len(part.payload) async for part in self.stream(200_000)]) == 200_000

    async def cancel_stream(self):
        call = self.stream(600_000)
        await call.read()
        call.cancel()

    async def leave_stream(self):
        call = self.stream(600_000)
        await call.read()
        self.left.append(call)

    async def leave_watch(self):
        call = self.feed.WatchFeed(feed_pb2.WatchFeedRequest(), timeout=PATIENCE)
        await call.read()
        self.left.append(call)

    async def talk(self):
        call = self.echo.EchoStream(timeout=PATIENCE)
        for number in range(3):
            await call.write(echo_pb2.EchoRequest(payload=bytes([number])))
            assert (await call.read()).payload == bytes([number])
        if random.randrange(2):
            self.left.append(call)
            return
        await call.done_writing()
        assert await call.read() is grpc.aio.EOF

    async def miss_a_deadline(self):
        call = self.feed.WatchFeed(feed_pb2.WatchFeedRequest(), timeout=0.002)
        await ends_with(Code.DEADLINE_EXCEEDED, read_all(call))

    async def ask_for_nothing(self):
        call = self.channel.unary_unary("/no.Service/Call")(b"", timeout=PATIENCE)
        await ends_with(Code.UNIMPLEMENTED, call)


async def read_all(call):
    async for _ in call:
        pass


async def ends_with(code, call):
    try:
        await call
    except grpc.aio.AioRpcError as error:
        assert error.code() == code, error
        return
    raise AssertionError(f"an answer, not {code}")


async def vanish(crowd):
    """Goes in the middle of the first frame of a request."""
    reader, writer = await asyncio.open_unix_connection(crowd.path)
    writer.write(PREFACE + bytes([0, 0, 100, 1, 4, 0, 0, 0, 1]) + bytes(3))
    await writer.drain()
    await reader.read(1)
    writer.transport.abort()


KINDS = [
    Member.page,
    Member.send,
    Member.stream_all,
    Member.cancel_stream,
    Member.leave_stream,
    Member.leave_watch,
    Member.talk,
    Member.miss_a_deadline,
    Member.ask_for_nothing,
]


async def stay(crowd, all_are_there):
    """A place in the crowd: one connection after the other."""
    is_first = True
    while not crowd.is_over:
        member = Member(crowd)
        await member.page()
        crowd.connections += 1
        if is_first:
            is_first = False
            await all_are_there.wait()
        for kind in random.choices(KINDS, k=random.randrange(1, 20)):
            if crowd.is_over:
                break
            await kind(member)
            crowd.calls += 1
        await member.channel.close()
        if random.randrange(5) == 0:
            await vanish(crowd)


async def tell(crowd, count, seconds, all_are_there):
    while crowd.connections < count:
        await asyncio.sleep(0.01)
    print(f"open={count}", flush=True)
    all_are_there.set()
    for second in range(1, seconds + 1):
        await asyncio.sleep(1)
        print(f"second={second} calls={crowd.calls} connections={crowd.connections}", flush=True)
    crowd.is_over = True


async def main():
    count, seconds = int(sys.argv[2]), int(sys.argv[3])
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    crowd = Crowd(sys.argv[1])
    all_are_there = asyncio.Event()
    places = [stay(crowd, all_are_there) for _ in range(count)]
    await asyncio.gather(tell(crowd, count, seconds, all_are_there), *places)


asyncio.run(main())
