/*
 * dwarf.c - debugging information: units, source files, and the sections' text.
 *
 * A unit has no address of its own (DW_AT_low_pc 0), so that all ranges and lists contain absolute
 * addresses; DW_AT_ranges lists its code. Addresses are link addresses.
 */
#include "dwarf_unit.h"

#include <dwarf.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

Dwarf *
dwarf_new(Arena *a)
{
	Dwarf *d = xcalloc(1, sizeof *d);

	d->arena = a;
	d->dies = dies_new(a);
	d->enumerators = map_new();
	return d;
}

void
dwarf_free(Dwarf *d)
{
	for (size_t i = 0; i < d->nunits; i++)
		map_free(d->units[i]->dies);
	map_free(d->enumerators);
	for (size_t i = 0; i < d->nbytes; i++)
		buf_free(&d->bytes[i]->b);
	buf_free(&d->frame.b);
	dies_free(d->dies);
	free(d);
}

bool
dwarf_has_units(const Dwarf *d)
{
	return d->nunits > 0;
}

Bytes *
dwarf_new_bytes(Dwarf *d)
{
	d->bytes = arena_more(d->arena, d->bytes, d->nbytes, sizeof *d->bytes);
	d->bytes[d->nbytes] = arena_alloc(d->arena, 1, sizeof **d->bytes);
	return d->bytes[d->nbytes++];
}

char *
dwarf_print(Dwarf *d, const char *fmt, ...)
{
	char text[1024];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(text, sizeof text, fmt, ap);
	va_end(ap);
	return arena_strndup(d->arena, text, strlen(text));
}

/* ---- units ---- */

/* describe_unit: add the attributes of a compilation unit to its entry. */
static void
describe_unit(DwarfUnit *u)
{
	DieUnits *dies = u->dwarf->dies;
	Node file = node_operand(u->m, u->node, UNIT_FILE);

	die_string(dies, u->die, DW_AT_producer, node_name(u->m, u->node, UNIT_PRODUCER));
	die_number(dies, u->die, DW_AT_language, node_dwarf_number(u->m, u->node, "language"));
	die_name(dies, u->die, node_name(u->m, file, FILE_NAME));
	die_string(dies, u->die, DW_AT_comp_dir, node_name(u->m, file, FILE_DIRECTORY));
	die_offset(dies, u->die, DW_AT_stmt_list, dwarf_print(u->dwarf, ".lines%d", u->index));
}

DwarfUnit *
dwarf_unit(Dwarf *d, const Module *m, Node node)
{
	DwarfUnit *u;

	for (size_t i = 0; i < d->nunits; i++)
		if (d->units[i]->node == node)
			return d->units[i];
	u = arena_alloc(d->arena, 1, sizeof *u);
	*u = (DwarfUnit){.dwarf = d, .m = m, .node = node, .index = d->nunits, .dies = map_new()};
	d->units = arena_more(d->arena, d->units, d->nunits, sizeof *d->units);
	d->units[d->nunits++] = u;
	u->die = die_new(d->dies, NULL, DW_TAG_compile_unit);
	describe_unit(u);
	dwarf_add_enumerations(u);
	return u;
}

DwarfUnit *
dwarf_function_unit(Dwarf *d, const Module *m, LLVMValueRef f)
{
	Node subprogram = m->described ? LLVMGetSubprogram(f) : NULL;
	Node node = subprogram ? node_operand(m, subprogram, SUBPROGRAM_UNIT) : NULL;

	return node ? dwarf_unit(d, m, node) : NULL;
}

Die *
dwarf_known_entry(const DwarfUnit *u, Node n)
{
	intptr_t die;

	return map_get(u->dies, n, &die) ? (Die *)die : NULL;
}

/* ---- source files ---- */

/* find_file: the number of a source file in the unit; a new file is added. */
static int
find_file(DwarfUnit *u, const char *dir, const char *file)
{
	char *name = !dir || !*dir || *file == '/' ? xstrdup(file) : xasprintf("%s/%s", dir, file);
	size_t i;

	for (i = u->nfiles; i > 0; i--)
		if (strcmp(u->files[i - 1], name) == 0)
			break;
	if (i == 0) {
		u->files = arena_more(u->dwarf->arena, u->files, u->nfiles, sizeof *u->files);
		u->files[u->nfiles++] = arena_strndup(u->dwarf->arena, name, strlen(name));
		i = u->nfiles;
	}
	free(name);
	return i;
}

int
dwarf_file(DwarfUnit *u, const char *dir, const char *file)
{
	if (file != u->last_file || dir != u->last_dir) {
		u->last = find_file(u, dir, file);
		u->last_dir = dir;
		u->last_file = file;
	}
	return u->last;
}

void
dwarf_add_place(DwarfUnit *u, Die *d, Node file, int64_t line)
{
	if (!file || line <= 0)
		return;
	die_number(u->dwarf->dies, d, DW_AT_decl_file,
		dwarf_file(u, node_name(u->m, file, FILE_DIRECTORY),
			node_name(u->m, file, FILE_NAME)));
	die_number(u->dwarf->dies, d, DW_AT_decl_line, line);
}

void
dwarf_switch_lines(const DwarfUnit *u, Buf *out)
{
	buf_printf(out, "\t.lines\t.lines%d\n", u->index);
}

/*
 * put_quoted: quote a string in the assembler's syntax; a control character, as in "a\nb.c",
 * becomes '?'.
 */
static void
put_quoted(const char *s, Buf *out)
{
	buf_byte(out, '"');
	for (; *s; s++) {
		if (*s == '"' || *s == '\\')
			buf_byte(out, '\\');
		buf_byte(out, (unsigned char)*s < ' ' || *s == 0x7F ? '?' : *s);
	}
	buf_byte(out, '"');
}

void
dwarf_head(const Dwarf *d, Buf *out)
{
	for (size_t i = 0; i < d->nunits; i++) {
		dwarf_switch_lines(d->units[i], out);
		for (size_t k = 0; k < d->units[i]->nfiles; k++) {
			buf_printf(out, "\t.file\t%zu ", k + 1);
			put_quoted(d->units[i]->files[k], out);
			buf_byte(out, '\n');
		}
	}
}

/* ---- functions ---- */

const char *
mark_label(Fn *f, Dwarf *d, size_t mark)
{
	if (mark == f->nmarks)
		return dwarf_print(d, ".P%d_end", f->serial);
	f->marks[mark].labelled = true;
	return dwarf_print(d, ".P%d_%zu", f->serial, mark);
}

void
dwarf_add_function(Fn *f)
{
	Scopes s;
	size_t n;
	const Binding *b = function_bindings(f->m, f->f, &n);

	scopes_make(&s, f->debug, f);
	track_variables(&s, b, n);
	dwarf_add_frame(f->debug->dwarf, f);
}

/* ---- sections ---- */

/* add_range_list: add the list of n address ranges to an entry. */
static void
add_range_list(Dwarf *d, Die *die, const Range *r, size_t n)
{
	Bytes *list = dwarf_new_bytes(d);

	for (size_t i = 0; i < n; i++) {
		bytes_hole(d->arena, list, r[i].low);
		bytes_hole(d->arena, list, r[i].high);
	}
	buf_word(&list->b, 0);
	buf_word(&list->b, 0);
	die_list(d->dies, die, DW_AT_ranges, LIST_RANGES, list);
}

void
dwarf_put_ranges(DwarfUnit *u, Die *die, const Range *r, size_t n)
{
	Dwarf *d = u->dwarf;

	if (n == 1) {
		die_address(d->dies, die, DW_AT_low_pc, r->low);
		die_length(d->dies, die, DW_AT_high_pc, dwarf_print(d, "%s - %s", r->high, r->low));
	} else if (n > 1) {
		add_range_list(d, die, r, n);
	}
}

/*
 * put_aranges: append the table of a unit's address ranges as in DWARF 4, section 6.1.2; it is
 * aligned to 8 bytes.
 */
static void
put_aranges(DwarfUnit *u, Bytes *out)
{
	Dwarf *d = u->dwarf;

	if (u->ncode == 0)
		return;
	buf_word(&out->b, 12 + 8 * (u->ncode + 1));
	buf_put(&out->b, (uint8_t[]){2, 0}, 2);
	bytes_hole(d->arena, out, dwarf_print(d, ".unit%d", u->index));
	buf_put(&out->b, (uint8_t[]){4, 0, 0, 0, 0, 0}, 6);
	for (size_t i = 0; i < u->ncode; i++) {
		bytes_hole(d->arena, out, u->code[i].low);
		bytes_hole(d->arena, out, dwarf_print(d, "%s - %s", u->code[i].high,
			u->code[i].low));
	}
	buf_word(&out->b, 0);
	buf_word(&out->b, 0);
}

/*
 * close_unit: add the address ranges of all its code to a unit's entry, when all functions are
 * done.
 */
static void
close_unit(DwarfUnit *u)
{
	if (u->ncode == 0)
		return;
	die_address(u->dwarf->dies, u->die, DW_AT_low_pc, "0");
	add_range_list(u->dwarf, u->die, u->code, u->ncode);
}

void
dwarf_text(Dwarf *d, Buf *out)
{
	Bytes aranges = {0};

	if (d->nunits == 0)
		return;
	for (size_t i = 0; i < d->nunits; i++) {
		close_unit(d->units[i]);
		put_aranges(d->units[i], &aranges);
	}
	dies_text(d->dies, out);
	put_section(".debug_aranges", &aranges, out);
	put_section(".debug_frame", &d->frame, out);
	buf_free(&aranges.b);
}
