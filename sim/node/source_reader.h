/*
 * source_reader.h - gives the window the source of the nodes' programs. The simulator knows neither
 * file formats nor debugging information, so the functions come from ViewOptions
 * (detrek/debug/window_source.c).
 */
#ifndef SOURCE_READER_H
#define SOURCE_READER_H

#include "sim/cpu/cpu.h"

struct Past;
/* The programs of the nodes, with their sources and breakpoints. */
typedef struct Source Source;

enum { SOURCE_TEXT = 160 }; /* bytes of a text about a place */

/* Lines of a source around the line at which a node is. */
typedef struct SourcePane {
	char title[SOURCE_TEXT]; /* program, function, file and line, or why there is none */
	char *file;              /* NULL if there is none; owned */
	/*
	 * the lines, each after two characters: '>' for the current one, otherwise a space; '*'
	 * for a breakpoint, '.' for a line with code, otherwise a space; owned
	 */
	char *lines;
	int first;               /* the number of the first line */
} SourcePane;

/*
 * The effect of a toggle on the breakpoint; TOGGLED_NONE: no line from the given one on has code.
 */
typedef enum ToggleResult { TOGGLED_SET, TOGGLED_REMOVED, TOGGLED_NONE } ToggleResult;

typedef struct SourceReader {
	/*
	 * open: a source reader for the network of a past, which must outlive it. kernel: ELF file
	 * of the nodes' kernel; NULL: the one supplied with this program
	 */
	Source *(*open)(struct Past *past, const char *kernel);
	void (*close)(Source *s);
	/* add_program: note that nodes may execute the program in this ELF file */
	void (*add_program)(Source *s, const char *file);
	/*
	 * function: the program and function of a node at an address: "slave: compute_fn()"; false
	 * if unknown.
	 */
	bool (*function)(Source *s, uint32_t node, uint32_t iptr, char text[SOURCE_TEXT]);
	/*
	 * pane: nlines lines of source, with the current line in the middle, or `scroll` lines
	 * above it; the caller frees file and lines
	 */
	SourcePane (*pane)(Source *s, uint32_t node, int scroll, int nlines);
	/* toggle: set or remove a breakpoint; *line becomes the next one that has code. */
	ToggleResult (*toggle)(Source *s, const char *file, int *line);
	bool (*has_breakpoints)(const Source *s);
	/*
	 * event: from now on show an event over several nodes (detrek/events/events.h); if `stops`,
	 * it is a breakpoint, too. The programs that it names may be loaded later. Fatal if the
	 * text is not an event.
	 */
	void (*set_event)(Source *s, const char *event, bool stops);
	/* get_holding: set holds[node] to whether a local event holds on the node now. */
	void (*get_holding)(Source *s, bool *holds);
	/*
	 * run: run to a time or to a breakpoint; true if at a breakpoint, on *node; `text` then
	 * names the breakpoint, and the past may be at a place between two checkpoints.
	 */
	bool (*run)(Source *s, Time until, uint32_t *node, char text[SOURCE_TEXT]);
} SourceReader;

#endif
