/*
 * cache.h - folders of files that can be made again, kept from one command to the next.
 *
 * The cache is TRELLIS_CACHE, or else $XDG_CACHE_HOME/trellis, ~/.cache/trellis or, if none of
 * these can be made, a folder below TMPDIR that belongs to this user alone.
 */
#ifndef CACHE_H
#define CACHE_H

#include "base.h"

/*
 * cache_folder: the folder of the cache for a key, which is made if it is not there; a failure is
 * fatal. Its path is the caller's to free. No other process removes it before this one ends. When a
 * folder is made and there are more than 300, or they take more than 2 GB, the folders that were
 * unused for the longest time are removed.
 */
char *cache_folder(const char *key);

#endif
