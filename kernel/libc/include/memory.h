/*
 * memory.h - what System V had there.
 */
#include <string.h>
