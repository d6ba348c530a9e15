#include <vips/vips.h>

#include "CVips.h"

static VipsImage *image_of(cvips_picture *picture) { return (VipsImage *)picture; }

cvips_picture *cvips_wrap(const void *pixels, int width, int height) {
  VipsImage *raw = vips_image_new_from_memory(pixels, (size_t)width * (size_t)height * 4, width,
                                              height, 4, VIPS_FORMAT_UCHAR);
  VipsImage *image = NULL;
  if (!raw) return NULL;
  // The interpretation says that the fourth band is alpha.
  if (vips_copy(raw, &image, "interpretation", VIPS_INTERPRETATION_sRGB, NULL) != 0) image = NULL;
  g_object_unref(raw);
  return (cvips_picture *)image;
}

int cvips_write_pixels(cvips_picture *picture, void **bytes, size_t *count) {
  VipsImage *image = image_of(picture);
  VipsImage *opaque = NULL;
  if (!vips_image_hasalpha(image)) {
    if (vips_addalpha(image, &opaque, NULL) != 0) return -1;
    image = opaque;
  }
  *bytes = vips_image_write_to_memory(image, count);
  if (opaque) g_object_unref(opaque);
  return *bytes ? 0 : -1;
}

int cvips_write_jpeg(cvips_picture *picture, int quality, void **bytes, size_t *count) {
  VipsArrayDouble *white = vips_array_double_newv(3, 255.0, 255.0, 255.0);
  int failed = vips_jpegsave_buffer(
      image_of(picture), bytes, count, "Q", quality, "background", white, "strip", TRUE,
      "optimize_coding", FALSE, "interlace", FALSE, "trellis_quant", FALSE, "overshoot_deringing",
      FALSE, "optimize_scans", FALSE, "quant_table", 0, "subsample_mode",
      VIPS_FOREIGN_SUBSAMPLE_AUTO, "restart_interval", 0, NULL);
  vips_area_unref(VIPS_AREA(white));
  return failed ? -1 : 0;
}

int cvips_write_png(cvips_picture *picture, void **bytes, size_t *count) {
  // Of all filters and levels up to 3, UP at level 1 is the fastest, and only PAETH and higher
  // levels are (a little) smaller.
  int failed = vips_pngsave_buffer(image_of(picture), bytes, count, "compression", 1, "filter",
                                   VIPS_FOREIGN_PNG_FILTER_UP, "interlace", FALSE, "palette",
                                   FALSE, "strip", TRUE, NULL);
  return failed ? -1 : 0;
}

int cvips_write_webp(cvips_picture *picture, int quality, void **bytes, size_t *count) {
  // Effort 3 takes twice the time of 2 for hardly a byte less.
  int failed = vips_webpsave_buffer(
      image_of(picture), bytes, count, "Q", quality, "alpha_q", 100, "effort", 2, "lossless",
      FALSE, "near_lossless", FALSE, "smart_subsample", FALSE, "preset",
      VIPS_FOREIGN_WEBP_PRESET_DEFAULT, "min_size", FALSE, "mixed", FALSE, "strip", TRUE, NULL);
  return failed ? -1 : 0;
}

void cvips_free(void *bytes) { g_free(bytes); }
