/* version.h - the version of trellis; it is written nowhere else. */
#define VERSION "0.9"
