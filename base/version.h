/*
 * version.h - the version of trellis, in its only place.
 */
#define VERSION "0.9"
