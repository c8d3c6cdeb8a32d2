/*
 * place.c - gives objects for this host the node's addresses.
 *
 * Clang gives a variable the same name for the node and for this host, and a section of its own. If
 * the node's program has the variable, its symbol and the symbol of its section become absolute:
 * the linker then lets all accesses go to the node's memory. Addresses of functions in code and
 * data become the addresses on the node, too; in the memory, the code of the node's function is
 * replaced by a jump to the host's function.
 */
#include "host_program.h"

#include "elf32.h"

#include "base/files.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { JUMP_BYTES = 5, TRAP_CODE = 0xCC }; /* bytes of a jump; an instruction of one byte */

/* base_name: the part of a path after its last slash. */
static const char *
base_name(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

/* same_file: true if two names are of the same file, or one of them is unknown. */
static bool
same_file(const char *a, const char *b)
{
	return !a || !b || strcmp(base_name(a), base_name(b)) == 0;
}

/*
 * same_symbol: true if two symbols are equal, apart from the number that the linker of the node's
 * program may have added to make names different.
 */
static bool
same_symbol(const char *node, const char *name)
{
	size_t n = strlen(name);

	if (strncmp(node, name, n) != 0)
		return false;
	if (node[n] == '.' && isdigit((unsigned char)node[n + 1]))
		n += 1 + strspn(node + n + 1, "0123456789");
	return node[n] == '\0';
}

/* ---- the node's variables and functions ---- */

/* loaded_address: the address in the run of what the linker put at address a. */
static Addr
loaded_address(const HostProgram *p, Addr a)
{
	const ProgramInfo *program = p->loaded.program;

	return a + (a - program->text < program->text_bytes ? p->loaded.text_moved
		: p->loaded.data_moved);
}

/* variable_file: the source file of a variable; NULL if the debugging information lacks it. */
static const char *
variable_file(const HostProgram *p, const Symbol *s)
{
	const ProgramObject *o = program_object(p->loaded.program, s->addr);

	return o && o->addr == s->addr ? o->variable.place.file : NULL;
}

/*
 * variable_at: the address of a variable of the node's program; 0 if it has no such variable, or
 * several. A static variable of an inlined function is known only by its symbol.
 */
static Addr
variable_at(const HostProgram *p, const char *name, const char *source, Word nbytes, bool global)
{
	const Image *im = &p->loaded.program->image;
	const Symbol *found = NULL;
	bool sure = false, several = false;

	for (size_t i = 0; i < im->nsymbols; i++) {
		const Symbol *s = &im->symbols[i];
		const char *file;

		if (s->kind != SYMBOL_OBJECT || s->global != global || s->size != nbytes
			|| !same_symbol(s->name, name))
			continue;
		file = variable_file(p, s);
		if (!global && !same_file(file, source))
			continue;
		if (found && sure == (file != NULL))
			several = true;
		if (!found || (file && !sure)) {
			several = false;
			sure = file != NULL;
			found = s;
		}
	}
	return found && !several ? loaded_address(p, found->addr) : 0;
}

Addr
host_function(const HostProgram *p, const char *name, const char *source, Word *nbytes)
{
	const ProgramInfo *program = p->loaded.program;
	const Symbol *s;

	for (size_t i = 0; i < program->nfunctions; i++) {
		const DebugFunction *f = &program->functions[i];

		if (strcmp(f->name, name) == 0 && same_file(f->place.file, source)) {
			*nbytes = f->size;
			return loaded_address(p, f->addr);
		}
	}
	s = image_symbol(&program->image, name);
	if (!s || s->kind == SYMBOL_OBJECT)
		return 0;
	*nbytes = s->size;
	return loaded_address(p, s->addr);
}

/* ---- objects ---- */

/* make_absolute: give a symbol a fixed address and a type. */
static void
make_absolute(Elf32_Sym *s, Addr a, unsigned type)
{
	s->st_info = ELF32_ST_INFO(ELF32_ST_BIND(s->st_info), type);
	s->st_shndx = SHN_ABS;
	s->st_value = a;
}

/* place_section: give the symbol of a section with one variable the node's address. */
static void
place_section(Elf32 *e, uint32_t section, Addr a)
{
	for (size_t i = 1; i < e->nsymbols; i++) {
		Elf32_Sym *s = &e->symbols[i];

		if (ELF32_ST_TYPE(s->st_info) == STT_SECTION && s->st_shndx == section)
			make_absolute(s, a, STT_NOTYPE);
	}
}

/*
 * is_symbol_there: true if the node's program has the variable's symbol, or that of a part of the
 * variable.
 */
static bool
is_symbol_there(const HostProgram *p, const char *symbol)
{
	const Image *im = &p->loaded.program->image;

	for (size_t i = 0; i < im->nsymbols; i++)
		if (im->symbols[i].kind == SYMBOL_OBJECT
			&& same_symbol(im->symbols[i].name, symbol))
			return true;
	return false;
}

/*
 * moved_value: the bytes of a variable that the node's program does not have in one piece; NULL if
 * not known. *used: whether the program has such a variable.
 */
static const uint8_t *
moved_value(HostProgram *p, const char *symbol, const char *source, Word nbytes, bool *used)
{
	const char *dot = strrchr(symbol, '.'), *name = dot ? dot + 1 : symbol;
	const ProgramInfo *program = p->loaded.program;
	GlobalList globals = program_globals(program);
	Stopped s = target_stopped(p->s->target, p->thread.node, &p->loaded, p->thread.iptr,
		p->thread.wptr);

	for (size_t i = 0; i < globals.n; i++) {
		const DebugVariable *v = &globals.v[i];
		DebugValue value;
		Word known = 0;

		if (strcmp(v->name, name) != 0 || !same_file(v->place.file, source))
			continue;
		*used = true;
		if (!debug_value(program->debug, v, &s, &p->arena, &value)
			|| value.type->size != nbytes)
			continue;
		while (known < nbytes && value.known[known])
			known++;
		if (known == nbytes)
			return value.bytes;
	}
	return NULL;
}

/* note_moved: note the value of a variable that is not in the memory of the node's program. */
static void
note_moved(HostProgram *p, const char *symbol, const char *source, Word nbytes)
{
	bool used = is_symbol_there(p, symbol);
	const uint8_t *bytes = moved_value(p, symbol, source, nbytes, &used);
	MovedVariable *m;

	if (!bytes && used)
		warning_at(source, 0, "the value of %s is not known, because the compiler has "
			"changed or removed the variable on the node: here it has its initial "
			"value", symbol);
	if (!bytes)
		return;
	m = arena_alloc(&p->arena, 1, sizeof *m);
	*m = (MovedVariable){arena_strndup(&p->arena, source, strlen(source)),
		arena_strndup(&p->arena, symbol, strlen(symbol)), bytes, nbytes, p->moved};
	p->moved = m;
}

/* place_variables: give the file's variables the addresses that they have in the run. */
static void
place_variables(HostProgram *p, Elf32 *e)
{
	const char *source = NULL;

	for (size_t i = 1; i < e->nsymbols; i++) {
		Elf32_Sym *s = &e->symbols[i];
		const char *name = e->names + s->st_name;
		const Elf32_Shdr *home = elf32_symbol_section(e, s);
		uint32_t section = s->st_shndx;
		Addr a;

		if (ELF32_ST_TYPE(s->st_info) == STT_FILE)
			source = name;
		if (ELF32_ST_TYPE(s->st_info) != STT_OBJECT || !home || s->st_value != 0
			|| strcmp(base_name(source), "alone.c") == 0)
			continue;
		a = variable_at(p, name, source, s->st_size,
			ELF32_ST_BIND(s->st_info) != STB_LOCAL);
		if (a) {
			make_absolute(s, a, STT_OBJECT);
			place_section(e, section, a);
		} else if (home->sh_flags & SHF_WRITE && !p->is_library) {
			note_moved(p, name, source, s->st_size);
		}
	}
}

/*
 * relocated_function: the function whose address a relocation puts at a place; NULL if it is no
 * function.
 */
static const char *
relocated_function(const Elf32 *e, const Elf32_Sym *s, uint32_t offset)
{
	if (ELF32_ST_TYPE(s->st_info) == STT_FUNC || s->st_shndx == SHN_UNDEF)
		return offset == 0 ? e->names + s->st_name : NULL;
	for (size_t i = 1; i < e->nsymbols; i++)
		if (ELF32_ST_TYPE(s->st_info) == STT_SECTION
			&& ELF32_ST_TYPE(e->symbols[i].st_info) == STT_FUNC
			&& e->symbols[i].st_shndx == s->st_shndx
			&& e->symbols[i].st_value == offset)
			return e->names + e->symbols[i].st_name;
	return NULL;
}

/*
 * place_functions: replace the addresses of functions in a section by those of the node's
 * functions.
 */
static void
place_functions(HostProgram *p, Elf32 *e, const Elf32_Shdr *relocations, const char *source)
{
	Elf32_Rel *r = (Elf32_Rel *)elf32_data(e, relocations);
	uint8_t *data = elf32_data(e, &e->sections[relocations->sh_info]);

	for (size_t i = 0; i < relocations->sh_size / sizeof *r; i++) {
		const Elf32_Sym *s = &e->symbols[ELF32_R_SYM(r[i].r_info)];
		const char *name = ELF32_R_TYPE(r[i].r_info) == R_386_32
			? relocated_function(e, s, get32(data + r[i].r_offset)) : NULL;
		Word nbytes;
		Addr a = name ? host_function(p, name,
			ELF32_ST_BIND(s->st_info) == STB_LOCAL ? source : NULL, &nbytes) : 0;

		if (!a)
			continue;
		put32(data + r[i].r_offset, a);
		r[i].r_info = ELF32_R_INFO(0, R_386_NONE);
	}
}

/* object_source: the source file's name in the object; "" if it has none. */
static const char *
object_source(const Elf32 *e)
{
	for (size_t i = 1; i < e->nsymbols; i++)
		if (ELF32_ST_TYPE(e->symbols[i].st_info) == STT_FILE)
			return e->names + e->symbols[i].st_name;
	return "";
}

void
host_place(HostProgram *p, const char *object)
{
	Elf32 e = elf32_read(object);

	place_variables(p, &e);
	for (size_t i = 0; i < e.head->e_shnum; i++)
		if (e.sections[i].sh_type == SHT_REL
			&& e.sections[e.sections[i].sh_info].sh_flags & SHF_ALLOC)
			place_functions(p, &e, &e.sections[i], object_source(&e));
	file_write(object, e.file.data, e.file.len);
	elf32_free(&e);
}

/* ---- the program ---- */

/* bytes_at: the position in the file of the byte with an address; NULL if the file lacks it. */
static uint8_t *
bytes_at(const Elf32 *e, Addr a, Word nbytes)
{
	for (size_t i = 0; i < e->head->e_shnum; i++) {
		const Elf32_Shdr *s = &e->sections[i];

		if (s->sh_flags & SHF_ALLOC && s->sh_type != SHT_NOBITS
			&& a - s->sh_addr < s->sh_size
			&& nbytes <= s->sh_size - (a - s->sh_addr))
			return elf32_data(e, s) + (a - s->sh_addr);
	}
	return NULL;
}

/*
 * put_jump: put a jump to the host's function at the beginning of the node's function; a function
 * too short for a jump becomes a trap.
 */
static void
put_jump(const HostProgram *p, const Elf32 *e, const Elf32_Sym *s, const char *source)
{
	Word nbytes;
	Addr a = host_function(p, e->names + s->st_name,
		ELF32_ST_BIND(s->st_info) == STB_LOCAL ? source : NULL, &nbytes);
	uint8_t *at = a ? bytes_at(e, a, JUMP_BYTES) : NULL;

	if (!at)
		return;
	*at = nbytes < JUMP_BYTES ? TRAP_CODE : 0xE9;
	if (nbytes >= JUMP_BYTES)
		put32(at + 1, s->st_value - (a + JUMP_BYTES));
}

/*
 * copy_moved: copy the recorded bytes of a variable that could not keep its address into the
 * object.
 */
static void
copy_moved(const HostProgram *p, const Elf32 *e, const Elf32_Sym *s, const char *source)
{
	for (const MovedVariable *m = p->moved; m; m = m->next) {
		uint8_t *at = strcmp(m->symbol, e->names + s->st_name) == 0
				&& same_file(m->source, source)
			? bytes_at(e, s->st_value, m->nbytes) : NULL;

		if (at)
			memcpy(at, m->bytes, m->nbytes);
	}
}

void
host_put_jumps(const HostProgram *p)
{
	Elf32 e = elf32_read(p->out);
	const char *source = NULL;

	for (size_t i = 1; i < e.nsymbols; i++) {
		const Elf32_Sym *s = &e.symbols[i];

		switch (ELF32_ST_TYPE(s->st_info)) {
		case STT_FILE: source = e.names + s->st_name; break;
		case STT_FUNC: put_jump(p, &e, s, source); break;
		case STT_OBJECT: copy_moved(p, &e, s, source); break;
		}
	}
	file_write(p->out, e.file.data, e.file.len);
	elf32_free(&e);
}
