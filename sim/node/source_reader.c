/* source_reader.c - holds the functions that main sets. */
#include "source_reader.h"

const SourceReader *source_reader;
