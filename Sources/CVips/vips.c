#include "CVips.h"

#include <stdio.h>
#include <string.h>
#include <vips/vips.h>

// One line a message, whatever is in it: a picture must not be able to write log lines.
static void log_message(const gchar *domain, GLogLevelFlags level, const gchar *message,
                        gpointer context) {
  (void)context;
  char text[256];
  g_strlcpy(text, message ? message : "", sizeof text);
  for (char *at = text; *at; at++)
    if ((unsigned char)*at < 0x20 || *at == '"' || *at == '\\' || *at == 0x7f) *at = ' ';
  const char *name = level & G_LOG_LEVEL_ERROR      ? "fatal"
                     : level & G_LOG_LEVEL_CRITICAL ? "error"
                     : level & G_LOG_LEVEL_WARNING  ? "warning"
                                                    : "debug";
  if (level & (G_LOG_LEVEL_ERROR | G_LOG_LEVEL_CRITICAL | G_LOG_LEVEL_WARNING))
    fprintf(stderr, "level=%s event=codec_message library=%s text=\"%s\"\n", name,
            domain ? domain : "-", text);
}

int cvips_start(const char *program_name) {
  g_log_set_default_handler(log_message, NULL);
  if (vips_init(program_name) != 0) return -1;
  vips_concurrency_set(1);
  vips_cache_set_max(0);
  vips_cache_set_max_mem(0);
  vips_cache_set_max_files(0);
  vips_block_untrusted_set(TRUE);
  // Nothing is decoded here, so nothing may be.
  vips_operation_block_set("VipsForeignLoad", TRUE);
  return 0;
}

const char *cvips_version(void) { return vips_version_string(); }

static VipsImage *open_pixels(const void *pixels, int width, int height) {
  VipsImage *raw = vips_image_new_from_memory(pixels, (size_t)width * (size_t)height * 4, width,
                                              height, 4, VIPS_FORMAT_UCHAR);
  VipsImage *image = NULL;
  if (!raw) return NULL;
  // The interpretation says that the fourth band is alpha.
  if (vips_copy(raw, &image, "interpretation", VIPS_INTERPRETATION_sRGB, NULL) != 0) image = NULL;
  g_object_unref(raw);
  return image;
}

int cvips_encode_jpeg(const void *pixels, int width, int height, int quality, void **encoded,
                      size_t *encoded_count) {
  VipsImage *image = open_pixels(pixels, width, height);
  if (!image) return -1;
  VipsArrayDouble *white = vips_array_double_newv(3, 255.0, 255.0, 255.0);
  int failed = vips_jpegsave_buffer(
      image, encoded, encoded_count, "Q", quality, "background", white, "strip", TRUE,
      "optimize_coding", FALSE, "interlace", FALSE, "trellis_quant", FALSE, "overshoot_deringing",
      FALSE, "optimize_scans", FALSE, "quant_table", 0, "subsample_mode",
      VIPS_FOREIGN_SUBSAMPLE_AUTO, "restart_interval", 0, NULL);
  vips_area_unref(VIPS_AREA(white));
  g_object_unref(image);
  return failed ? -1 : 0;
}

int cvips_encode_png(const void *pixels, int width, int height, void **encoded,
                     size_t *encoded_count) {
  VipsImage *image = open_pixels(pixels, width, height);
  if (!image) return -1;
  // Of all filters and levels up to 3, UP at level 1 is the fastest, and only PAETH and higher
  // levels are (a little) smaller.
  int failed = vips_pngsave_buffer(image, encoded, encoded_count, "compression", 1, "filter",
                                   VIPS_FOREIGN_PNG_FILTER_UP, "interlace", FALSE, "palette", FALSE,
                                   "strip", TRUE, NULL);
  g_object_unref(image);
  return failed ? -1 : 0;
}

int cvips_encode_webp(const void *pixels, int width, int height, int quality, void **encoded,
                      size_t *encoded_count) {
  VipsImage *image = open_pixels(pixels, width, height);
  if (!image) return -1;
  // Effort 3 takes twice the time of 2 for hardly a byte less.
  int failed = vips_webpsave_buffer(
      image, encoded, encoded_count, "Q", quality, "alpha_q", 100, "effort", 2, "lossless", FALSE,
      "near_lossless", FALSE, "smart_subsample", FALSE, "preset", VIPS_FOREIGN_WEBP_PRESET_DEFAULT,
      "min_size", FALSE, "mixed", FALSE, "strip", TRUE, NULL);
  g_object_unref(image);
  return failed ? -1 : 0;
}

void cvips_free(void *encoded) { g_free(encoded); }

void cvips_take_error(char *text, size_t capacity) {
  char *errors = vips_error_buffer_copy();
  g_strlcpy(text, errors ? errors : "", capacity);
  g_free(errors);
}

void cvips_sha256(const void *bytes, size_t count, char digits[65]) {
  char *text = g_compute_checksum_for_data(G_CHECKSUM_SHA256, bytes, count);
  g_strlcpy(digits, text ? text : "", 65);
  g_free(text);
}
