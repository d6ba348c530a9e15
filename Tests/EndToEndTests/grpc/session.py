"""What somebody does with a feed, with gRPC's own client and the modules made of Protos/.

    session.py SOCKET

The feed has 30 posts of the sample. Prints what came of each step, a line a step; what is wrong
ends it with an error.
"""

import hashlib
import io
import sys

import grpc
from feedrpc.v1 import feed_pb2, feed_pb2_grpc, image_pb2, image_pb2_grpc
from PIL import Image

TIMEOUT = 60
VIEWER = (("feedrpc-viewer", "somebody"),)
WIDTH, HEIGHT = 1600, 1200


class Session:
    def __init__(self, channel):
        self.feed = feed_pb2_grpc.FeedServiceStub(channel)
        self.images = image_pb2_grpc.ImageServiceStub(channel)
        self.post = None
        self.photo = None

    def call(self, method, request):
        return method(request, timeout=TIMEOUT, metadata=VIEWER)

    def page(self, token=""):
        request = feed_pb2.FetchFeedPageRequest(page_size=7, page_token=token)
        return self.call(self.feed.FetchFeedPage, request)

    def pages_through_the_feed(self):
        ids, token, pages = [], "", 0
        while pages == 0 or token:
            page = self.page(token)
            ids += [post.id for post in page.posts]
            token, pages = page.next_page_token, pages + 1
        assert len(set(ids)) == len(ids), "a post came twice"
        self.post = ids[3]
        return f"{len(ids)} posts on {pages} pages"

    def likes(self):
        request = feed_pb2.ToggleLikeRequest(
            post_id=self.post, intent=feed_pb2.LIKE_INTENT_LIKE, request_id="like-1"
        )
        first = self.call(self.feed.ToggleLike, request)
        again = self.call(self.feed.ToggleLike, request)
        assert first.is_liked and again.like_count == first.like_count, "a like counted twice"
        found = self.call(self.feed.FetchPosts, feed_pb2.FetchPostsRequest(post_ids=[self.post]))
        return f"{found.posts[0].is_liked}"

    def comments(self):
        request = feed_pb2.AddCommentRequest(
            post_id=self.post, text="Schön! 🌄", request_id="comment-1"
        )
        added = self.call(self.feed.AddComment, request)
        newest = feed_pb2.FetchCommentsRequest(
            post_id=self.post, page_size=1, order=feed_pb2.COMMENT_ORDER_NEWEST_FIRST
        )
        found = self.call(self.feed.FetchComments, newest)
        assert found.comments[0].id == added.comment.id, "another comment is newest"
        return f"{found.comments[0].text} by {found.comments[0].author.username}"

    def uploads_a_photo(self):
        file = io.BytesIO()
        Image.radial_gradient("L").resize((WIDTH, HEIGHT)).convert("RGB").save(file, "JPEG")
        content = file.getvalue()

        def requests():
            yield feed_pb2.UploadPhotoRequest(
                details=feed_pb2.PhotoDetails(
                    total_bytes=len(content), sha256=hashlib.sha256(content).digest()
                )
            )
            for start in range(0, len(content), 4_096):
                yield feed_pb2.UploadPhotoRequest(chunk=content[start : start + 4_096])

        self.photo = self.call(self.feed.UploadPhoto, requests()).image
        return f"{self.photo.width}x{self.photo.height}"

    def posts_it(self):
        request = feed_pb2.CreatePostRequest(
            text="A circle", image_id=self.photo.id, request_id="post-1"
        )
        created = self.call(self.feed.CreatePost, request).post
        newest = self.page().posts[0]
        assert newest.id == created.id, "another post is newest"
        return f"{newest.text} {newest.image.width}x{newest.image.height}"

    def image(self, width, **more):
        variant = image_pb2.ImageVariant(image_id=self.photo.id, width=width, **more)
        request = image_pb2.StreamImageRequest(variant=variant, chunk_bytes=1_024)
        return self.call(self.images.StreamImage, request)

    def streams_it_at_three_sizes(self):
        sizes = []
        for width in (64, 320, 1_080):
            parts = list(self.image(width))
            header, content = parts[0].header, b"".join(part.chunk for part in parts)
            assert header.content_type == "image/jpeg", header.content_type
            assert len(content) == header.total_bytes, "not all bytes came"
            picture = Image.open(io.BytesIO(content))
            picture.load()
            assert picture.size == (header.width, header.height), "of another size than announced"
            sizes.append(f"{header.width}x{header.height}")
        return " ".join(sizes)

    def watches(self):
        watch = self.call(self.feed.WatchFeed, feed_pb2.WatchFeedRequest())
        assert next(watch).HasField("subscribed"), "the first event is another"
        request = feed_pb2.AddCommentRequest(post_id=self.post, text="Seen?", request_id="watch-1")
        self.call(self.feed.AddComment, request)
        for event in watch:
            if event.WhichOneof("event") == "comment_added":
                watch.cancel()
                return event.comment_added.text

    def cancels_midway(self):
        # Far more than the windows hold, so it can't have been sent whole.
        image = self.image(1_600, format=image_pb2.IMAGE_FORMAT_RGBA8)
        total = next(image).header.total_bytes
        assert total == 4 * WIDTH * HEIGHT, f"{total} bytes"
        next(image)
        image.cancel()
        try:
            for _ in image:
                pass
        except grpc.RpcError as error:
            code = error.code().name
        return f"{code}, then {self.pages_through_the_feed()}"


def main():
    with grpc.insecure_channel("unix:" + sys.argv[1]) as channel:
        session = Session(channel)
        for step in [
            session.pages_through_the_feed,
            session.likes,
            session.comments,
            session.uploads_a_photo,
            session.posts_it,
            session.streams_it_at_three_sizes,
            session.watches,
            session.cancels_midway,
        ]:
            print(f"{step.__name__}: {step()}", flush=True)


main()
