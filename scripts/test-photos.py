"""Makes the photos that the tests of the codec read.

    scripts/test-photos.py FOLDER

Where a name says nothing else, a photo is 240 x 160 pixels when it is upright: quarters of red,
green, blue and white.
"""

import base64
import pathlib
import struct
import sys
import zlib

from PIL import Image, ImageCms, ImageDraw

# 16 x 24 upright: blue and red above white and green. It has a rotation box (irot), by a quarter
# clockwise, and EXIF that asks for the same: who follows both turns it twice.
ROTATED_HEIC = """
    AAAAHGZ0eXBoZWljAAAAAG1pZjFoZWljbWlhZgAAAe9tZXRhAAAAAAAAACFoZGxyAAAAAAAAAABw
    aWN0AAAAAAAAAAAAAAAAAAAAAA5waXRtAAAAAAACAAAAEGlkYXQAAAAAABgAEAAAAExpbG9jAQAA
    AERAAAMAAQAAAAAAAAITAAEAAAAAAAAA7QACAAEAAAAAAAAAAQAAAAAAAAAIAAMAAAAAAAADAAAB
    AAAAAAAAAN4AAABNaWluZgAAAAAAAwAAABVpbmZlAgAAAQABAABodmMxAAAAABVpbmZlAgAAAAAC
    AABncmlkAAAAABVpbmZlAgAAAQADAABFeGlmAAAAAONpcHJwAAAAwGlwY28AAAB3aHZjQwEECAAA
    AAAAAAAAAB7wAPz/+PgAAA8DIAABABdAAQwB//8ECAAAAwCeOAAAAwAAHroCQCEAAQAqQgEBBAgA
    AAMAnjgAAAMAAB6QBBAgst1V01zcCAgYEAAAAwAQAAADABCAIgABAAhEAcFzGDAYkAAAABRpc3Bl
    AAAAAAAAAEAAAABAAAAAFGlzcGUAAAAAAAAAGAAAABAAAAAQcGl4aQAAAAADCAgIAAAACWlyb3QD
    AAAAG2lwbWEAAAAAAAAAAgABAoECAAIDA4SFAAAAKGlyZWYAAAAAAAAADmRpbWcAAgABAAEAAAAO
    Y2RzYwADAAEAAgAAAdNtZGF0AAAA6SgBrwYyH2qUkPCYUH5Pb1c///oXfQ+dYlMDeS1JABKFidg2
    Nusb3ZL//NS//hwhhQvIjn7gy7u29Yzo3Y+f/6U7RJh7XaoAGUg+ESE4dMOfxSc/1CXUdv+vABEv
    c9o+4AWgdoY4f84Ilv7H56fy5u61AR8tsY6AphMgelcY5svHXyjYXGtmeUcsws0wONPy9jfBJj7h
    Q+94hPXDOPZillFI1hLmKIyvpsHksZufHHnDHAA1nC8pshhBxfuSK8cwKtMQHV5o0KHvzhvqjNvP
    lxRWVNoCqGvDTsqNu95uLv1EWcOubvuB+7tgAAAABkV4aWYAAElJKgAIAAAABgASAQMAAQAAAAYA
    AAAaAQUAAQAAAFYAAAAbAQUAAQAAAF4AAAAoAQMAAQAAAAIAAAATAgMAAQAAAAEAAABphwQAAQAA
    AGYAAAAAAAAAOGMAAOgDAAA4YwAA6AMAAAcAAJAHAAQAAAAwMjEwA5ACABQAAADAAAAAAZEHAAQA
    AAABAgMAAKAHAAQAAAAwMTAwAaADAAEAAAD//wAAAqAEAAEAAAAYAAAAA6AEAAEAAAAQAAAAAAAA
    ADIwMTk6MDE6MDIgMDM6MDQ6MDUA
"""

ORIENTATION, EXIF, TAKEN_AT, GPS = 0x0112, 0x8769, 0x9003, 0x8825
T = Image.Transpose
# What makes an upright picture one that is upright again when its orientation is followed.
UNDO = {
    1: None,
    2: T.FLIP_LEFT_RIGHT,
    3: T.ROTATE_180,
    4: T.FLIP_TOP_BOTTOM,
    5: T.TRANSPOSE,
    6: T.ROTATE_90,
    7: T.TRANSVERSE,
    8: T.ROTATE_270,
}


def quarters(size=(240, 160)):
    image = Image.new("RGB", size)
    draw = ImageDraw.Draw(image)
    width, height = size
    colours = ((255, 0, 0), (0, 255, 0), (0, 0, 255), (255, 255, 255))
    for index, colour in enumerate(colours):
        x, y = index % 2 * width // 2, index // 2 * height // 2
        draw.rectangle((x, y, x + width // 2 - 1, y + height // 2 - 1), fill=colour)
    return image


def exif(orientation):
    tags = Image.Exif()
    tags[ORIENTATION] = orientation
    tags.get_ifd(EXIF)[TAKEN_AT] = "2019:01:02 03:04:05"
    tags.get_ifd(GPS)[1] = "N"
    return tags


def s15(value):
    return struct.pack(">i", round(value * 65536))


def swapped_profile():
    """An ICC profile (ICC.1:2001-04) of sRGB, but with red for green and green for red."""
    red, green, blue = (0.4361, 0.2225, 0.0139), (0.3851, 0.7169, 0.0971), (0.1431, 0.0606, 0.7141)
    xyz = lambda values: b"XYZ \0\0\0\0" + b"".join(map(s15, values))
    curve = b"curv\0\0\0\0" + struct.pack(">IH", 1, round(2.2 * 256)) + b"\0\0"
    text = b"desc\0\0\0\0" + struct.pack(">I", 8) + b"swapped\0" + bytes(78)
    tags = {
        b"desc": text,
        b"cprt": b"text\0\0\0\0none\0\0\0\0",
        b"wtpt": xyz((0.9642, 1, 0.8249)),
        b"rXYZ": xyz(green),
        b"gXYZ": xyz(red),
        b"bXYZ": xyz(blue),
        b"rTRC": curve,
        b"gTRC": curve,
        b"bTRC": curve,
    }
    offset = 128 + 4 + 12 * len(tags)
    table, data = struct.pack(">I", len(tags)), b""
    for name, value in tags.items():
        value += bytes(-len(value) % 4)
        table += name + struct.pack(">II", offset + len(data), len(value))
        data += value
    head = struct.pack(">I4sI", offset + len(data), bytes(4), 0x02100000) + b"mntrRGB XYZ "
    head += bytes(12) + b"acsp" + bytes(28) + s15(0.9642) + s15(1) + s15(0.8249)
    return head + bytes(128 - len(head)) + table + data


def png(size, depth, colour_type, rows, interlaced=False):
    def chunk(name, data):
        check = zlib.crc32(name + data)
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", check)

    head = struct.pack(">IIBBBBB", *size, depth, colour_type, 0, 0, int(interlaced))
    data = zlib.compress(b"".join(b"\0" + row for row in rows))
    return (
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", data) + chunk(b"IEND", b"")
    )


def deep_png(image):
    width, height = image.size
    samples = bytes(byte for sample in image.tobytes() for byte in (sample, sample))
    rows = [samples[6 * width * y : 6 * width * (y + 1)] for y in range(height)]
    return png(image.size, 16, 2, rows)


def interlaced_png(image):
    """Adam7: seven smaller pictures, one after the other (RFC 2083 2.6)."""
    width, height = image.size
    passes = ((0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4))
    passes += ((0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2))
    pixels, rows = image.load(), []
    for left, top, right, down in passes:
        for y in range(top, height, down):
            rows.append(b"".join(bytes(pixels[x, y]) for x in range(left, width, right)))
    return png(image.size, 8, 2, rows, interlaced=True)


def claiming(file, side):
    """A JPEG that says it has side x side pixels."""
    frame = next(file.index(marker) for marker in (b"\xff\xc0", b"\xff\xc2") if marker in file)
    return file[: frame + 5] + struct.pack(">HH", side, side) + file[frame + 9 :]


def with_scans(file, byte_count):
    """A progressive JPEG with its last scan again and again, up to a size."""
    scan = file[file.rindex(b"\xff\xda") : -2]
    return file[:-2] + scan * ((byte_count - len(file)) // len(scan)) + b"\xff\xd9"


def with_split_exif(file):
    """ROTATED_HEIC with its EXIF in two extents (ISO/IEC 14496-12 8.11.3)."""
    # Where they begin, how many there are, and of each its place behind that and its size.
    one = lambda base, size: struct.pack(">IHII", base, 1, 0, size)
    two = lambda base, half: struct.pack(">IHIIII", base, 2, 0, half, half, half)
    changes = ((one(0x213, 0xED), one(0x21B, 0xED)), (one(0x300, 0xDE), two(0x308, 0x6F)))
    for old, new in changes:
        assert file.count(old) == 1
        file = file.replace(old, new)
    for name in (b"meta", b"iloc"):
        start = file.index(name) - 4
        (size,) = struct.unpack(">I", file[start : start + 4])
        file = file[:start] + struct.pack(">I", size + 8) + file[start + 4 :]
    return file


def make(folder):
    save = lambda name, image, **options: image.save(folder / name, **options)
    write = lambda name, data: (folder / name).write_bytes(data)
    read = lambda name: (folder / name).read_bytes()
    image = quarters()
    for name in ("plain.png", "plain.gif"):
        save(name, image)
    save("plain.jpg", image, quality=92)
    save("plain.webp", image, quality=95)
    save("plain.avif", image, quality=95)
    save("progressive.jpg", image, quality=92, progressive=True)
    for orientation, undo in UNDO.items():
        turned = image.transpose(undo) if undo is not None else image
        save(f"orientation-{orientation}.jpg", turned, exif=exif(orientation), quality=92)
    turned = image.transpose(UNDO[6])
    for name in ("turned.png", "turned.webp"):
        save(name, turned, exif=exif(6))
    save("turned.avif", turned, exif=exif(6), quality=95)
    write("rotated-16x24.heic", base64.b64decode(ROTATED_HEIC))
    write("split-exif.heic", with_split_exif(base64.b64decode(ROTATED_HEIC)))
    save("cmyk.jpg", image.convert("CMYK"), quality=95)
    save("grey.jpg", image.convert("L"))
    write("deep.png", deep_png(image))
    write("interlaced.png", interlaced_png(image))
    save("palette.png", image.convert("P", palette=Image.Palette.ADAPTIVE))
    # The upper half is transparent.
    alpha = Image.new("L", image.size, 255)
    alpha.paste(0, (0, 0, 240, 80))
    faded = image.copy()
    faded.putalpha(alpha)
    save("alpha.png", faded)
    save("alpha.webp", faded, lossless=True)
    save("alpha.gif", faded)
    save("alpha-palette.png", faded.quantize())
    # Red and green as the profile has them.
    red, green, blue = image.split()
    swapped = Image.merge("RGB", (green, red, blue))
    save("profile.jpg", swapped, icc_profile=swapped_profile(), quality=92)
    lab = ImageCms.ImageCmsProfile(ImageCms.createProfile("LAB")).tobytes()
    save("wrong-profile.jpg", image, icc_profile=lab, quality=92)
    save("broken-profile.png", image, icc_profile=b"no profile" * 20)
    frames = [Image.new("RGB", (50, 40), (index % 2 * 255, 0, 0)) for index in range(1001)]
    for name, count in (("frames-1000.gif", 1000), ("frames-1001.gif", 1001), ("frames-5.webp", 5)):
        save(name, frames[1], save_all=True, append_images=[frames[i] for i in range(count - 1)])
    save("large-3000x2000.jpg", Image.radial_gradient("L").resize((3000, 2000)).convert("RGB"))
    save("tall-20x3000.png", Image.linear_gradient("L").resize((20, 3000)))
    strip = Image.new("RGB", (750, 30), "white")
    strip.paste("red", (0, 0, 8, 30))
    strip.paste("blue", (742, 0, 750, 30))
    save("strip-750x30.png", strip)
    for name in ("plain.jpg", "progressive.jpg", "deep.png", "plain.webp", "plain.gif",
                 "plain.avif", "rotated-16x24.heic"):
        write("cut-" + name, read(name)[: len(read(name)) * 2 // 3])
    write("liar.jpg", claiming(read("plain.jpg"), 64250) + bytes(3500))
    write("liar-progressive.jpg", with_scans(claiming(read("progressive.jpg"), 64250), 2 << 20))
    write("scans.jpg", with_scans(claiming(read("progressive.jpg"), 10000), 5000))
    write("wide.jpg", claiming(read("plain.jpg"), 16385))
    write("pixels.jpg", claiming(read("plain.jpg"), 10001))
    write("zero.jpg", b"")
    write("text.jpg", b"no picture at all\n" * 20)
    write("vector.png", b'<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>')
    save("document.jpg", image, format="PDF")
    save("scan.jpg", image, format="TIFF")
    save("bitmap.jpg", image, format="BMP")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: scripts/test-photos.py FOLDER")
    make(pathlib.Path(sys.argv[1]))
