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
  if (level & (G_LOG_LEVEL_ERROR | G_LOG_LEVEL_CRITICAL))
    fprintf(stderr, "level=%s event=codec_message library=%s text=\"%s\"\n", name,
            domain ? domain : "-", text);
}

// The classes of the loaders that read from memory, without what they stand on.
static const char *const loaders[] = {
    "VipsForeignLoadJpegBuffer", "VipsForeignLoadPngBuffer",  "VipsForeignLoadWebpBuffer",
    "VipsForeignLoadNsgifBuffer", "VipsForeignLoadHeifBuffer",
};

// Converts a pixel as from a file with a profile, or with inks.
static int convert_pixel(VipsInterpretation from, const char *profile) {
  static const unsigned char samples[4] = {1, 2, 3, 4};
  int bands = from == VIPS_INTERPRETATION_CMYK ? 4 : 3;
  VipsImage *raw = vips_image_new_from_memory(samples, sizeof samples, 1, 1, bands,
                                              VIPS_FORMAT_UCHAR);
  if (!raw) return -1;
  VipsImage *pixel = NULL, *converted = NULL;
  double mean;
  int failed = vips_copy(raw, &pixel, "interpretation", from, NULL) ||
               vips_icc_transform(pixel, &converted, "srgb", "input_profile", profile, NULL) ||
               vips_avg(converted, &mean, NULL);
  g_object_unref(raw);
  if (pixel) g_object_unref(pixel);
  if (converted) g_object_unref(converted);
  return failed ? -1 : 0;
}

int cvips_warm_up_colours(void) {
  return convert_pixel(VIPS_INTERPRETATION_sRGB, "srgb") ||
                 convert_pixel(VIPS_INTERPRETATION_CMYK, "cmyk")
             ? -1
             : 0;
}

int cvips_start(const char *program_name) {
  g_log_set_default_handler(log_message, NULL);
  // Large pictures would be unpacked into files, which the worker can not open.
  g_setenv("VIPS_DISC_THRESHOLD", "1000g", TRUE);
  if (vips_init(program_name) != 0) return -1;
  vips_concurrency_set(1);
  vips_cache_set_max(0);
  vips_cache_set_max_mem(0);
  vips_cache_set_max_files(0);
  vips_block_untrusted_set(TRUE);
  // All, since the library trusts more of them than anybody should, then not those that are served.
  vips_operation_block_set("VipsForeignLoad", TRUE);
  for (size_t index = 0; index < sizeof loaders / sizeof *loaders; index++) {
    if (!g_type_from_name(loaders[index])) {
      vips_error("feedrpc-codec", "there is no %s", loaders[index]);
      return -1;
    }
    vips_operation_block_set(loaders[index], FALSE);
  }
  return 0;
}

const char *cvips_version(void) { return vips_version_string(); }

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
