"""Makes the photos of `scripts/bench images`.

    Bench/photos.py FOLDER COUNT

large.jpg has 12 megapixels, tiny.jpg next to none; 0.jpg and so on are all different. What is in
them has detail at every size, as what cameras see has.
"""

import pathlib
import random
import sys

from PIL import Image, ImageChops


def clouds(size, seed):
    """Noise at many sizes, each with as much weight as it is coarse, and grain."""
    random.seed(seed)
    picture = Image.new("RGB", size, "grey")
    side = 4
    weights = []
    while side < max(size):
        weights.append(side)
        side *= 3
    for place, side in enumerate(reversed(weights)):
        small = (side, side * size[1] // size[0] + 1)
        noise = Image.frombytes("RGB", small, random.randbytes(small[0] * small[1] * 3))
        noise = noise.resize(size, Image.Resampling.BICUBIC)
        picture = Image.blend(picture, noise, 0.25 + 0.08 * place)
    grain = Image.effect_noise(size, 12).convert("RGB")
    return ImageChops.add(picture, grain, offset=-128)


def make(folder, count):
    large = clouds((4000, 3000), 1)
    large.save(folder / "large.jpg", quality=90)
    large.resize((16, 12)).save(folder / "tiny.jpg")
    base = large.resize((1600, 1200))
    for number in range(count):
        shifted = ImageChops.offset(base, number * 37 % 1600, number * 53 % 1200)
        shifted.save(folder / f"{number}.jpg", quality=88)


if __name__ == "__main__":
    make(pathlib.Path(sys.argv[1]), int(sys.argv[2]))
