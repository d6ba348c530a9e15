# Saves the newest pictures, then follows the feed live: likes what is new, and saves its picture.
# Run: follow.py [FOLDER], as examples/README.md shows; FEEDRPC_SOCKET is the daemon's socket.
import asyncio
import os
import pathlib
import sys

import grpc
from feedrpc.v1 import feed_pb2, feed_pb2_grpc, image_pb2, image_pb2_grpc

# What the same call, made again on a new connection, may get past.
PASSING = (grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.RESOURCE_EXHAUSTED)


class Follower:
    def __init__(self, channel, folder):
        self.feed = feed_pb2_grpc.FeedServiceStub(channel)
        self.images = image_pb2_grpc.ImageServiceStub(channel)
        self.folder = folder
        # The state that is known here: a watch that goes on from it misses nothing.
        self.feed_id, self.sequence = "", 0

    async def save_picture(self, post):
        if not post.HasField("image"):
            return
        variant = image_pb2.ImageVariant(image_id=post.image.id, width=320)
        request = image_pb2.StreamImageRequest(variant=variant)
        path = self.folder / (post.id.replace(":", "-") + ".jpeg")
        parts = [part.chunk async for part in self.images.StreamImage(request, timeout=30)]
        path.write_bytes(b"".join(parts))
        print("saved", path, flush=True)

    async def like(self, post):
        # With the same request id the call can be made again: it is applied once.
        request = feed_pb2.ToggleLikeRequest(
            post_id=post.id, intent=feed_pb2.LIKE_INTENT_LIKE, request_id="follow-" + post.id
        )
        answer = await self.feed.ToggleLike(request, timeout=10)
        print("liked", post.id, "which has", answer.like_count, flush=True)

    async def take_newest(self):
        page = await self.feed.FetchFeedPage(feed_pb2.FetchFeedPageRequest(page_size=8), timeout=10)
        await asyncio.gather(*[self.take(post) for post in page.posts])
        self.feed_id, self.sequence = page.feed_id, page.sequence

    async def take(self, post, is_new=False):
        try:
            if is_new:
                await self.like(post)
            await self.save_picture(post)
        except grpc.aio.AioRpcError as error:
            # Deleted since: its deletion is an event too.
            if error.code() != grpc.StatusCode.NOT_FOUND:
                raise

    async def watch(self):
        request = feed_pb2.WatchFeedRequest(feed_id=self.feed_id, resume_after=self.sequence)
        async for event in self.feed.WatchFeed(request):
            kind = event.WhichOneof("event")
            if kind == "gap":
                # Away for too long, or another feed: what was known has to be fetched again.
                await self.take_newest()
                continue
            if kind == "subscribed":
                print("watching as", event.subscribed.viewer.username, flush=True)
            if kind == "post_created":
                await self.take(event.post_created, is_new=True)
            self.sequence = event.sequence

    async def follow(self):
        while True:
            try:
                if not self.feed_id:
                    await self.take_newest()
                await self.watch()
            except grpc.aio.AioRpcError as error:
                # Who was never there is not waited for.
                if error.code() not in PASSING or not self.feed_id:
                    raise
                print("again in a second:", error.details(), file=sys.stderr)
                await asyncio.sleep(1)


async def main(socket, folder):
    folder.mkdir(parents=True, exist_ok=True)
    async with grpc.aio.insecure_channel("unix:" + socket) as channel:
        await Follower(channel, folder).follow()


try:
    socket = os.environ.get("FEEDRPC_SOCKET") or sys.exit("follow: FEEDRPC_SOCKET is not set")
    asyncio.run(main(socket, pathlib.Path([*sys.argv, "pictures"][1])))
except grpc.aio.AioRpcError as error:
    sys.exit(f"follow: {error.code().name}: {error.details()}")
except KeyboardInterrupt:
    pass
