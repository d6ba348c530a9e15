# An endless list of photos that fetches ahead of the scroll and gives up what was scrolled past.
# Run: photo_list.py, as examples/README.md shows; FEEDRPC_SOCKET is the daemon's socket.
import concurrent.futures
import queue
import socket

import gi
import grpc

gi.require_versions({"Gdk": "4.0", "Gtk": "4.0"})
from feedrpc.v1 import feed_pb2, feed_pb2_grpc, image_pb2, image_pb2_grpc
from gi.repository import Gdk, Gio, GLib, GObject, Gtk

# Posts a page, pictures to prefetch, and rows beside the visible ones that keep their picture.
PAGE, AHEAD, KEPT = 20, 20, 60
BASE83 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz#$%*+,-.:;=?@[]^_{|}~"
readers = concurrent.futures.ThreadPoolExecutor(16)


class Photo(GObject.Object):
    __gtype_name__ = "Photo"  # photo.ui shows these properties.
    title, text, picture = (GObject.Property(type=kind) for kind in (str, str, Gdk.Paintable))

    def __init__(self, post):
        title = f"{post.author.display_name}   ♥ {post.like_count}"
        super().__init__(title=title, text=" ".join(post.text.split()))
        self.variant = image_pb2.ImageVariant(image_id=post.image.id, width=480, height=360)
        # Until the picture comes its mean colour is shown: characters 2 to 5 of the blurhash.
        colour = sum(BASE83.index(post.image.blurhash[5 - power]) * 83**power for power in range(4))
        pixel = GLib.Bytes.new(colour.to_bytes(3, "big"))
        self.mean = Gdk.MemoryTexture.new(1, 1, Gdk.MemoryFormat.R8G8B8, pixel, 3)
        self.picture, self.call = self.mean, None

    def read(self, call):
        try:
            data = GLib.Bytes.new(b"".join(part.chunk for part in call))
            GLib.idle_add(self.show, call, Gdk.Texture.new_from_bytes(data))
        except grpc.RpcError as error:
            outcome = "given up" if call.cancelled() else error.code().name
            print(outcome, self.variant.image_id, flush=True)

    def show(self, call, picture):
        if call == self.call:
            self.picture = picture
            print("shown", self.variant.image_id, flush=True)


class PhotoList(Gtk.ApplicationWindow):
    def __init__(self, application, channel):
        super().__init__(application=application, default_width=520, default_height=800)
        self.feed = feed_pb2_grpc.FeedServiceStub(channel)
        self.images = image_pb2_grpc.ImageServiceStub(channel)
        self.photos, self.page, self.token = Gio.ListStore(item_type=Photo), None, ""
        self.visible, self.loaded, self.wanted = [], [], queue.SimpleQueue()
        states = self.images.PrefetchImages(iter(self.wanted.get, None), wait_for_ready=True)
        readers.submit(lambda: [None for _ in states])
        row = Gio.File.new_for_path(__file__).get_parent().get_child("photo.ui").load_bytes()[0]
        factory = Gtk.BuilderListItemFactory.new_from_bytes(None, row)
        view = Gtk.ListView(model=Gtk.NoSelection(model=self.photos), factory=factory)
        scroller = Gtk.ScrolledWindow(child=view, hscrollbar_policy=Gtk.PolicyType.NEVER)
        for signal in ("changed", "value-changed"):
            scroller.get_vadjustment().connect(signal, self.look)
        self.set_child(scroller)
        self.look(scroller.get_vadjustment())

    def look(self, place):
        # All rows are equally high.
        top, scale = place.get_value(), len(self.photos) / max(place.get_upper(), 1)
        first, end = int(top * scale), int((top + place.get_page_size()) * scale) + 1
        if end + AHEAD > len(self.photos) and self.page is None and self.token is not None:
            request = feed_pb2.FetchFeedPageRequest(page_size=PAGE, page_token=self.token)
            self.page = self.feed.FetchFeedPage.future(request, wait_for_ready=True)
            self.page.add_done_callback(lambda page: GLib.idle_add(self.add_page, page))
        if self.visible == (visible := self.photos[first:end]):
            return
        near, self.visible = self.photos[max(first - KEPT, 0) : end + KEPT], visible
        for photo in self.loaded:
            if photo not in visible and (photo not in near or photo.picture == photo.mean):
                photo.call.cancel()
                photo.picture, photo.call = photo.mean, None
        for new in [photo for photo in visible if not photo.call]:
            new.call = self.images.StreamImage(image_pb2.StreamImageRequest(variant=new.variant))
            readers.submit(new.read, new.call)
        self.loaded = [photo for photo in near if photo.call]
        ahead = enumerate(self.photos[end : end + AHEAD], start=end)
        items = [image_pb2.PrefetchItem(tag=tag, variant=photo.variant) for tag, photo in ahead]
        self.wanted.put(image_pb2.PrefetchImagesRequest(wanted=items))

    def add_page(self, page):
        self.page, self.token = None, page.result().next_page_token or None
        photos = [Photo(post) for post in page.result().posts if post.HasField("image")]
        self.photos.splice(len(self.photos), 0, photos)


if socket.socket(socket.AF_UNIX).connect_ex(path := GLib.getenv("FEEDRPC_SOCKET") or ""):
    raise SystemExit(f"photo_list: no daemon answers at FEEDRPC_SOCKET, which is '{path}'")
with grpc.insecure_channel("unix:" + path) as channel:
    program = Gtk.Application()
    program.connect("activate", lambda application: PhotoList(application, channel).present())
    program.run()
