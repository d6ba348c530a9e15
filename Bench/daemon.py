"""A feedrpcd to measure, and a client of it that says just what is needed."""

import atexit
import re
import resource
import signal
import socket
import struct
import subprocess
import time


class Daemon:
    """A process that is ready; its store and caches are in `folder`, by `name`.

    `prefix` are the words before its own, as those of taskset.
    """

    def __init__(self, program, folder, *options, name, prefix=()):
        self.socket = f"{folder}/{name}.socket"
        self.data = f"{folder}/data-{name}"
        command = [*prefix, program, "--socket", self.socket, "--data-dir", self.data]
        command += ["--cache-dir", f"{folder}/cache-{name}", *options]
        began = time.monotonic()
        self.process = subprocess.Popen(command, stderr=subprocess.PIPE)
        # Where something fails nobody stops it; one that has ended is left alone.
        atexit.register(self.process.terminate)
        for line in self.process.stderr:
            if line.startswith(b"ready "):
                break
        else:
            raise SystemExit(f"the daemon did not start: {' '.join(command)}")
        self.milliseconds = (time.monotonic() - began) * 1000

    def resident_bytes(self):
        with open(f"/proc/{self.process.pid}/status", encoding="ascii") as status:
            return int(re.search(r"VmRSS:\s+(\d+) kB", status.read())[1]) * 1024

    def written_bytes(self):
        """What it has given to the disk."""
        with open(f"/proc/{self.process.pid}/io", encoding="ascii") as counts:
            return int(re.search(r"^write_bytes: (\d+)", counts.read(), re.MULTILINE)[1])

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        # What it says at its end must find a reader.
        self.process.stderr.read()
        self.process.wait()
        self.process.stderr.close()


def connect(daemon):
    peer = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    peer.connect(daemon.socket)
    return peer


def call(peer, stream_id=1, method="FetchFeedPage", message=b"", service="FeedService"):
    """Makes a call over plain ttrpc and gives the message that answers it.

    Stream ids are odd and rise.
    """
    request = field(1, f"feedrpc.v1.{service}".encode()) + field(2, method.encode())
    request += field(3, message)
    peer.sendall(struct.pack(">IIBB", len(request), stream_id, 1, 0) + request)
    header = peer.recv(10, socket.MSG_WAITALL)
    length = struct.unpack(">IIBB", header)[0]
    answer = dict(fields(peer.recv(length, socket.MSG_WAITALL)))
    if 1 in answer:
        raise SystemExit(f"{method} failed: {answer[1]!r}")
    return answer.get(2, b"")


# Protobuf.


def varint(value):
    text = bytearray()
    while value > 127:
        text.append(value & 127 | 128)
        value >>= 7
    return bytes(text) + bytes([value])


def field(number, content):
    """A field of bytes, text or a number; nothing where it is empty or 0."""
    if not content:
        return b""
    if isinstance(content, int):
        return varint(number << 3) + varint(content)
    content = content.encode() if isinstance(content, str) else content
    return varint(number << 3 | 2) + varint(len(content)) + content


def fields(message):
    """The fields of a message of bytes and numbers, in order."""
    place = 0

    def take():
        nonlocal place
        value = shift = 0
        while True:
            byte = message[place]
            place += 1
            value |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return value

    while place < len(message):
        tag = take()
        value = take()
        if tag & 7 == 2:
            place, value = place + value, message[place : place + value]
        elif tag & 7 != 0:
            raise ValueError("a field of another kind")
        yield tag >> 3, value


def raise_descriptor_limit():
    """Lets this process and those that it starts open as many files as may be."""
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
