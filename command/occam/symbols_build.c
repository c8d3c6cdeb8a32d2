/* symbols_build.c - the files by which debuggers know a program. */
#include "occam.h"

#include "symbols.h"

#include <string.h>
#include <unistd.h>

/* is_compiled: true if a unit was linked here, from units with debugging records. */
static bool
is_compiled(Occam *o, const char *unit)
{
	const char *source = occam_with_suffix(o, unit, ".occ");

	return access(occam_text(o, "%s/%s", o->build, source), R_OK) == 0
		&& access(occam_text(o, "%s/%s", o->build, unit), R_OK) == 0;
}

/* make_symbols: make the ELF file of a unit at an address; returns the file's name. */
static const char *
make_symbols(Occam *o, const CodePlace *p, const char *name)
{
	const char *text = occam_text(o, "%s.s", name), *made = occam_text(o, "%s.elf", name);
	Names words = {0};
	Buf b = symbols_text(o, p->unit, p->base);
	bool is_new = occam_write(o, text, &b);

	buf_free(&b);
	if (!is_new && access(occam_text(o, "%s/%s", o->build, made), R_OK) == 0)
		return made;
	occam_add_words(o, &words, "--chip", p->chip, "--base", occam_text(o, "0x%x", p->base),
		"-o", occam_text(o, "%s/%s", o->build, made),
		occam_text(o, "%s/%s", o->build, text), NULL);
	if (occam_run(o, "as", &words) != 0)
		fatal("cannot make the symbols of %s", p->unit);
	return made;
}

Names
occam_make_symbols(Occam *o, const char *map)
{
	uint32_t n;
	CodePlace *places = occam_code_places(o, map, &n);
	Names made = {0};

	for (uint32_t i = 0; i < n; i++) {
		const char *unit = places[i].unit;
		uint32_t earlier = 0;
		const char *name;

		if (!strrchr(unit, '.') || !is_compiled(o, unit))
			continue;
		for (uint32_t k = 0; k < i; k++)
			earlier += strcmp(places[k].unit, unit) == 0;
		name = occam_with_suffix(o, unit, "");
		if (earlier > 0)
			name = occam_text(o, "%s.%u", name, earlier + 1);
		occam_add_name(o, &made, make_symbols(o, &places[i], name));
	}
	return made;
}
