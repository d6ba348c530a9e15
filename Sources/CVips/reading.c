#include <math.h>
#include <string.h>
#include <vips/vips.h>

#include "CVips.h"

static VipsImage *image_of(const cvips_picture *picture) { return (VipsImage *)picture; }

static cvips_picture *picture_of(VipsImage *image) { return (cvips_picture *)image; }

void cvips_release(cvips_picture *picture) {
  if (picture) g_object_unref(picture);
}

int cvips_width(const cvips_picture *picture) { return vips_image_get_width(image_of(picture)); }

int cvips_height(const cvips_picture *picture) { return vips_image_get_height(image_of(picture)); }

int cvips_has_alpha(const cvips_picture *picture) {
  return vips_image_hasalpha(image_of(picture)) ? 1 : 0;
}

static VipsImage *load(void *bytes, size_t count, cvips_loader loader) {
  VipsImage *image = NULL;
  const VipsFailOn cut_off = VIPS_FAIL_ON_TRUNCATED;
  const VipsAccess in_order = VIPS_ACCESS_SEQUENTIAL;
  int failed = -1;
  switch (loader) {
    case cvips_loader_jpeg:
      failed = vips_jpegload_buffer(bytes, count, &image, "fail_on", cut_off, "access", in_order,
                                    NULL);
      break;
    case cvips_loader_png:
      failed = vips_pngload_buffer(bytes, count, &image, "fail_on", cut_off, "access", in_order,
                                   NULL);
      break;
    case cvips_loader_webp:
      failed = vips_webpload_buffer(bytes, count, &image, "fail_on", cut_off, "access", in_order,
                                    NULL);
      break;
    case cvips_loader_gif:
      failed = vips_gifload_buffer(bytes, count, &image, "fail_on", cut_off, "access", in_order,
                                   NULL);
      break;
    case cvips_loader_heif:
      failed = vips_heifload_buffer(bytes, count, &image, "fail_on", cut_off, "access", in_order,
                                    NULL);
      break;
  }
  return failed ? NULL : image;
}

static int read_integer(VipsImage *image, const char *name, int fallback) {
  int value = fallback;
  if (!vips_image_get_typeof(image, name) || vips_image_get_int(image, name, &value) != 0)
    return fallback;
  return value;
}

static void read_text(VipsImage *image, const char *name, char *text, size_t capacity) {
  const char *value = NULL;
  if (!vips_image_get_typeof(image, name) || vips_image_get_string(image, name, &value) != 0)
    return;
  g_strlcpy(text, value, capacity);
}

int cvips_read_header(const void *bytes, size_t count, cvips_loader loader, cvips_header *header) {
  memset(header, 0, sizeof *header);
  VipsImage *image = load((void *)bytes, count, loader);
  if (!image) return -1;
  int is_turned = vips_image_get_orientation_swap(image);
  header->width = is_turned ? image->Ysize : image->Xsize;
  header->height = is_turned ? image->Xsize : image->Ysize;
  // The library's own function takes large numbers for one.
  header->frames = read_integer(image, VIPS_META_N_PAGES, 1);
  read_text(image, "heif-compression", header->compression, sizeof header->compression);
  read_text(image, "exif-ifd2-DateTimeOriginal", header->taken_at, sizeof header->taken_at);
  if (!header->taken_at[0])
    read_text(image, "exif-ifd0-DateTime", header->taken_at, sizeof header->taken_at);
  g_object_unref(image);
  vips_error_clear();
  return 0;
}

// How a picture becomes one of another size.
typedef struct {
  VipsSize size;
  VipsInteresting crop;
} shrinking;

// A size that has the picture's shape but for less than a pixel, which sides have to be rounded by,
// shows all of it. Else it is cropped, and DOWN since the default enlarges.
static shrinking shrinking_to(VipsImage *image, int width, int height) {
  int is_turned = vips_image_get_orientation_swap(image);
  double across = is_turned ? image->Ysize : image->Xsize;
  double down = is_turned ? image->Xsize : image->Ysize;
  int is_smaller = width <= across && height <= down;
  int has_its_shape =
      fabs(width * down / across - height) < 1 || fabs(height * across / down - width) < 1;
  if (is_smaller && has_its_shape) return (shrinking){VIPS_SIZE_FORCE, VIPS_INTERESTING_NONE};
  return (shrinking){VIPS_SIZE_DOWN, VIPS_INTERESTING_CENTRE};
}

static int shrink(VipsImage *image, VipsImage **smaller, int width, int height) {
  shrinking how = shrinking_to(image, width, height);
  return vips_thumbnail_image(image, smaller, width, "height", height, "size", how.size, "crop",
                              how.crop, "linear", FALSE, NULL);
}

static VipsImage *open_shrunk(void *bytes, size_t count, cvips_loader loader, int width,
                              int height) {
  VipsImage *image = NULL;
  VipsImage *whole = load(bytes, count, loader);
  if (!whole) return NULL;
  shrinking how = shrinking_to(whole, width, height);
  int failed;
  // Only these two decode to less than their whole size. From HEIF, this function would take a
  // thumbnail in the file, which may show anything.
  if (loader == cvips_loader_jpeg || loader == cvips_loader_webp)
    failed = vips_thumbnail_buffer(bytes, count, &image, width, "height", height, "size", how.size,
                                   "crop", how.crop, "linear", FALSE, "option_string",
                                   "[fail_on=truncated]", NULL);
  else
    failed = shrink(whole, &image, width, height);
  g_object_unref(whole);
  return failed ? NULL : image;
}

// Follows the colour profile in the file. One that makes no sense is as good as none. Takes over
// the image.
static VipsImage *profiled(VipsImage *image) {
  VipsImage *managed = NULL;
  if (!vips_image_get_typeof(image, VIPS_META_ICC_NAME)) return image;
  if (vips_icc_transform(image, &managed, "srgb", "embedded", TRUE, NULL) != 0) {
    vips_error_clear();
    return image;
  }
  g_object_unref(image);
  return managed;
}

// Grey becomes colour, 16 bits become 8. Takes over the image.
static VipsImage *in_srgb(VipsImage *image) {
  VipsImage *coloured = NULL, *bytes = NULL;
  int failed = vips_colourspace(image, &coloured, VIPS_INTERPRETATION_sRGB, NULL) ||
               vips_cast_uchar(coloured, &bytes, NULL);
  g_object_unref(image);
  if (coloured) g_object_unref(coloured);
  if (failed) return NULL;
  if (bytes->Bands == 3 || bytes->Bands == 4) return bytes;
  vips_error("feedrpc-codec", "a picture with %d bands", bytes->Bands);
  g_object_unref(bytes);
  return NULL;
}

cvips_picture *cvips_open(const void *bytes, size_t count, cvips_loader loader, int width,
                          int height) {
  VipsImage *image = open_shrunk((void *)bytes, count, loader, width, height);
  return image ? picture_of(in_srgb(profiled(image))) : NULL;
}

cvips_picture *cvips_draw(cvips_picture *picture) {
  return picture_of(vips_image_copy_memory(image_of(picture)));
}

cvips_picture *cvips_shrink(cvips_picture *picture, int width, int height) {
  VipsImage *image = NULL;
  return shrink(image_of(picture), &image, width, height) ? NULL : picture_of(image);
}
