/* node_programs.c - reads the programs of nodes. */
#include "node_programs.h"
#include "base/files.h"
#include "cc/debug/debug.h"
#include "cc/isa/isa.h"

#include <stdlib.h>

bool
program_address(const Image *im, const char *name, Addr *addr)
{
	const Symbol *s = image_symbol(im, name);

	if (s)
		*addr = s->addr;
	return s != NULL;
}

bool
program_is_plausible(const uint8_t *bytes)
{
	Word operand = 0;
	bool straight = true, operations = false;
	size_t at = 0, end;

	while (bytes[at] < 2) /* skip pokes and peeks */
		at += bytes[at] == 0 ? 9 : 5;
	end = at + 1 + bytes[at];
	while (++at < end) {
		uint32_t code = bytes[at] >> 4;

		operand |= bytes[at] & 0xF;
		if (code == FN_PFIX || code == FN_NFIX) {
			operand = (code == FN_PFIX ? operand : ~operand) << 4;
			continue;
		}
		operations |= code == FN_OPR;
		if (straight && code == FN_OPR && !instr_by_code(INSTR_OPER, operand))
			return false;
		straight &= code != FN_J && !(code == FN_OPR && operand == OPER_RET);
		operand = 0;
	}
	return operations;
}

/* The callback that gets the source files of code lines. */
typedef struct SourceUse {
	void (*use)(void *to, const char *file);
	void *to; /* first argument of use */
	const char *last; /* the previous row's file */
} SourceUse;

/*
 * visit_row: call back for the file of a row of the line table, unless the row before named the
 * same file.
 */
static void
visit_row(void *context, const LineRow *row)
{
	SourceUse *u = context;

	if (row->place.file && row->place.file != u->last)
		u->use(u->to, row->place.file);
	u->last = row->place.file;
}

void
program_sources(const Image *im, void (*use)(void *to, const char *file), void *to)
{
	Debug *d = debug_open(im);

	if (!d)
		return;
	debug_lines(d, visit_row, &(SourceUse){use, to, NULL});
	debug_close(d);
}

Buf
program_read(const char *name)
{
	enum { MAX_PROGRAM = 64 << 20 }; /* bytes of a program's file */
	Buf file = file_read(name, MAX_PROGRAM), program;
	Image im = {0};

	if (!executable_is(&file))
		fatal("%s is not a program; 'trellis cc --kernel' makes programs", name);
	image_read(&im, name, file.data, file.len);
	program = program_flat(&im, name);
	image_free(&im);
	buf_free(&file);
	return program;
}
