"""Compares how feedrpcd renders Pillow's own test images with how Pillow does.

    scripts/corpus.py IMAGES FEEDBENCH SOCKET DAEMON

Uploads every file to the daemon with that process id, prints a summary, and fails where a picture
differs or is refused for no known reason, or the daemon keeps what it took for it.
"""

import collections
import io
import pathlib
import re
import subprocess
import sys
import tempfile
import time
import warnings

from PIL import Image, ImageChops, ImageCms, ImageOps, ImageStat

SIDE = 320
# Mean difference of a sample, of 255.
TOLERANCE = 3.0
warnings.simplefilter("ignore")
SERVED = {"JPEG", "MPO", "PNG", "WEBP", "GIF", "AVIF"}

# By how many kilobytes, descriptors and threads a daemon may have grown, and the seconds it gets to
# let go of what it had.
SLACK = (60 << 10, 4, 2)
RESTS = 20

XMP = "only XMP says how it is turned, which is not followed"
RAW_EXIF = "its EXIF is in a text chunk of ImageMagick's, which is not followed"
THIN = "lines one pixel thin, which the working copy on the way softens"
# Files that differ or are refused, and why that is right.
KNOWN = {
    "avif/xmp_tags_orientation.avif": XMP,
    "courB08.pbm": THIN,
    "exif_imagemagick_orientation.png": RAW_EXIF,
    "high_ascii_chars.png": THIN,
    "i_trns.png": "Pillow drops the transparency of grey with 16 bits",
    "icc_profile_big.jpg": "its profile is between colour spaces, not of a device",
    "imagedraw_ellipse_various_sizes.png": THIN,
    "imagedraw_ellipse_various_sizes_filled.png": THIN,
    "xmp_tags_orientation.png": XMP,
    "xmp_tags_orientation_exiftool.png": XMP,
}


def in_srgb(image):
    """Follows the profile in a file, or gives None where its colours are anybody's guess."""
    profile = image.info.get("icc_profile")
    if image.mode.startswith("I;16"):
        image = image.point(lambda value: value / 256).convert("L")
    if profile and image.mode in ("RGB", "L", "CMYK"):
        try:
            source = ImageCms.ImageCmsProfile(io.BytesIO(profile))
            return ImageCms.profileToProfile(
                image,
                source,
                ImageCms.createProfile("sRGB"),
                renderingIntent=ImageCms.Intent.RELATIVE_COLORIMETRIC,
                outputMode="RGB",
            )
        except (ImageCms.PyCMSError, OSError):
            pass
    return None if image.mode == "CMYK" else image


def expected(path, size):
    """The picture as Pillow resizes it, on white; None where Pillow does not know its colours."""
    with Image.open(path) as image:
        image.load()
        image = in_srgb(ImageOps.exif_transpose(image))
    if image is None:
        return None
    return on_white(image.convert("RGBA").resize(size, Image.Resampling.LANCZOS))


def on_white(image):
    image = image.convert("RGBA")
    return Image.alpha_composite(Image.new("RGBA", image.size, "white"), image).convert("RGB")


def difference(left, right):
    return max(ImageStat.Stat(ImageChops.difference(left, right)).mean)


def pillow_reads(path):
    """The format and mode of a file, or None and why Pillow does not read it."""
    try:
        with Image.open(path) as image:
            image.load()
            return image.format, image.mode
    except Exception as error:  # Whatever Pillow can't read has its own kind of error.
        return None, type(error).__name__


def verdict(path, answer, picture):
    """What became of a file: a kind, and what to say about it where it is a surprise."""
    form, mode = pillow_reads(path)
    size = re.fullmatch(r"(\d+) (\d+)", answer)
    if not size:
        if not answer.startswith("INVALID_ARGUMENT: "):
            return "failed", answer
        if form in SERVED:
            return "refused", f"Pillow reads {form} {mode}: {answer}"
        return "refused", None
    if form is None:
        return "rendered, though Pillow does not read them", None
    size = int(size[1]), int(size[2])
    wanted = expected(path, size)
    if wanted is None:
        return "rendered, not compared: inks without a profile", None
    with Image.open(picture) as image:
        if image.size != size or max(size) > SIDE:
            return "differs", f"has {image.size} pixels, not {size}"
        distance = difference(on_white(image), wanted)
    if distance >= TOLERANCE:
        return "differs", f"{form} {mode} by {distance:.1f}"
    return "rendered alike", None


def footprint(daemon):
    """Kilobytes in memory of a daemon and its workers, and its descriptors and threads."""
    ps = ["ps", "-o", "rss=", "--pid", daemon, "--ppid", daemon]
    memory = subprocess.run(ps, capture_output=True, check=True, text=True).stdout
    process = pathlib.Path("/proc") / daemon
    counts = (len(list((process / name).iterdir())) for name in ("fd", "task"))
    return (sum(map(int, memory.split())), *counts)


def after_rest(daemon, before):
    """The footprint once what was opened is closed again, or after a while."""
    for _ in range(RESTS):
        now = footprint(daemon)
        if all(count <= was + slack for count, was, slack in zip(now, before, SLACK)):
            return now, True
        time.sleep(1)
    return now, False


def render(paths, folder, bench, socket):
    """An answer for each path: the size of FOLDER/n.png, or the status."""
    lines = subprocess.run(
        [bench, "photos", socket, folder, str(SIDE)],
        input="".join(f"{path}\n" for path in paths),
        stdout=subprocess.PIPE,
        check=True,
        text=True,
    ).stdout.splitlines()
    return [line.split(" ", 1)[1] for line in lines]


def main(images, bench, socket, daemon):
    paths = sorted(path for path in pathlib.Path(images).rglob("*") if path.is_file())
    counts, surprises = collections.Counter(), []
    with tempfile.TemporaryDirectory() as folder:
        # What is made once, at the first photo, is not what is looked for.
        render(paths[:1], folder, bench, socket)
        before = footprint(daemon)
        answers = render(paths, folder, bench, socket)
        after, is_rested = after_rest(daemon, before)
        for index, (path, answer) in enumerate(zip(paths, answers, strict=True)):
            kind, surprise = verdict(path, answer, pathlib.Path(folder, f"{index}.png"))
            name = path.relative_to(images).as_posix()
            if surprise and name in KNOWN:
                kind, surprise = f"known: {KNOWN[name]}", None
            counts[kind] += 1
            if surprise:
                surprises.append(f"{name}: {kind}: {surprise}")
    for kind, count in counts.most_common():
        print(f"{count:5} {kind}")
    print("daemon kilobytes={}..{} descriptors={}..{} threads={}..{}".format(
        *(count for pair in zip(before, after) for count in pair)
    ))
    if not is_rested:
        surprises.append("the daemon holds on to more than it may")
    for surprise in surprises:
        print(surprise, file=sys.stderr)
    sys.exit(1 if surprises else 0)


if __name__ == "__main__":
    if len(sys.argv) != 5:
        sys.exit("usage: scripts/corpus.py IMAGES FEEDBENCH SOCKET DAEMON")
    main(*sys.argv[1:])
