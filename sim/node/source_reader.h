/*
 * source_reader.h - the nodes' programs as the window shows them. The simulator knows neither file
 * formats nor debugging information: main sets these functions (detrek/debug/window_source.c).
 */
#ifndef SOURCE_READER_H
#define SOURCE_READER_H

#include "sim/cpu/cpu.h"

struct Past;
typedef struct Source Source;

enum { SOURCE_TEXT = 120 };

typedef struct SourceReader {
	/*
	 * open: of the network of a past, which must outlive it. kernel: ELF file of the nodes'
	 * kernel; NULL: the one supplied with this program
	 */
	Source *(*open)(struct Past *past, const char *kernel);
	void (*close)(Source *s);
	/* program: nodes may execute the program in this ELF file */
	void (*program)(Source *s, const char *file);
	/* running: the function that a node executes: "slave: compute_fn"; false if unknown. */
	bool (*running)(Source *s, NodeId n, char text[SOURCE_TEXT]);
} SourceReader;

extern const SourceReader *source_reader;

#endif
