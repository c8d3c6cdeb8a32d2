/*
 * map.c - the topology of a network from the map that icollect writes of it (option -p).
 *
 * Lines of the map, in this order:
 *
 *     Memory map for 'Ring[1]' processor 1 T800
 *         Code from 'worker.cah', file offset 2
 *                                          #80000214  #80000374       352
 *     Connect HOST to processor 0 link 0
 *     Connect processor 1 link 1 to processor 0 link 2
 */
#include "occam.h"

#include "base/list.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/*
 * LEAST_MEMORY: the memory of a node whose program needs less. A node may have more memory than its
 * configuration states, because the configurer, not the program, divides the memory.
 */
enum { LEAST_MEMORY = 4 << 20, MOST_PROCESSORS = 1024, MAX_NAME = 64 };

#define HOST "h" /* the host's name in the topology */

/* A processor of the network that the map describes. */
typedef struct Processor {
	char name[MAX_NAME], chip[8];
	uint32_t memory; /* bytes from the lowest address to the highest that the map names */
} Processor;

/* The map being read, and the machine found so far. */
typedef struct Map {
	const char *file;
	int line;
	Processor *processor;
	uint32_t n;
	Buf wires; /* lines "wire END END" of the topology */
	bool has_host;
} Map;

/*
 * plain_name: make a name of a topology from one of occam: letters, digits and `_`, such as Ring1
 * of Ring[1].
 */
static void
plain_name(char to[MAX_NAME], const char *from, size_t n)
{
	size_t m = 0;

	for (size_t i = 0; i < n && m + 1 < MAX_NAME; i++)
		if (isalnum((unsigned char)from[i]))
			to[m++] = from[i];
		else if (from[i] == '.')
			to[m++] = '_';
	to[m] = '\0';
}

/* is_taken: true if a processor has this name already. */
static bool
is_taken(const Map *m, const char *name)
{
	for (uint32_t i = 0; i < m->n; i++)
		if (strcmp(m->processor[i].name, name) == 0)
			return true;
	return strcmp(name, HOST) == 0;
}

/*
 * add_processor: add the processor that a line `Memory map for 'NAME' processor N CHIP` describes.
 */
static void
add_processor(Map *m, const char *line)
{
	const char *from = strchr(line, '\'') + 1, *to = strchr(from, '\'');
	Processor p = {.memory = 0};
	uint32_t number;

	if (!to || sscanf(to, "' processor %u %7s", &number, p.chip) != 2 || number != m->n
		|| number >= MOST_PROCESSORS)
		fatal_at(m->file, m->line, "a processor with name, the number %u and chip was "
			"expected", m->n);
	plain_name(p.name, from, to - from);
	if (!isalpha((unsigned char)p.name[0]) || is_taken(m, p.name))
		snprintf(p.name, sizeof p.name, "processor%u", number);
	m->processor = list_more(m->processor, m->n, sizeof *m->processor);
	m->processor[m->n++] = p;
}

/*
 * note_memory: if the line has a range of addresses, extend the memory of the processor named last
 * to the end of the range.
 */
static void
note_memory(Map *m, const char *line)
{
	uint32_t from, to;

	if (m->n == 0 || sscanf(line, " #%x #%x", &from, &to) != 2)
		return;
	if (to - 0x80000000u > m->processor[m->n - 1].memory)
		m->processor[m->n - 1].memory = to - 0x80000000u;
}

/* name_of: the name of a processor by its number; an unknown one is fatal. */
static const char *
name_of(const Map *m, uint32_t processor)
{
	if (processor >= m->n)
		fatal_at(m->file, m->line, "processor %u is not in the map", processor);
	return m->processor[processor].name;
}

/* add_wire: append the topology's wire for a line `Connect ... to ...`. */
static void
add_wire(Map *m, const char *line)
{
	uint32_t a, b, from, to;
	int end = 0;

	if (sscanf(line, " Connect HOST to processor %u link %u", &a, &from) == 2
		|| (sscanf(line, " Connect processor %u link %u to HOST%n", &a, &from, &end) == 2
			&& end > 0)) {
		buf_printf(&m->wires, "wire " HOST ".0 %s.%u\n", name_of(m, a), from);
		m->has_host = true;
	} else if (sscanf(line, " Connect processor %u link %u to processor %u link %u", &a, &from,
		&b, &to) == 4) {
		buf_printf(&m->wires, "wire %s.%u %s.%u\n", name_of(m, a), from, name_of(m, b), to);
	} else {
		fatal_at(m->file, m->line, "a connection that is not known: %s", line);
	}
}

/* read_line: take from a line what it says about a processor, its memory or a connection. */
static void
read_line(Map *m, const char *line)
{
	if (strncmp(line, "Memory map for '", 16) == 0)
		add_processor(m, line);
	else if (strncmp(line + strspn(line, " "), "Connect ", 8) == 0)
		add_wire(m, line);
	else
		note_memory(m, line);
}

/* memory_for: the least power of two, from LEAST_MEMORY on, that holds `needed` bytes. */
static uint32_t
memory_for(uint32_t needed)
{
	uint32_t bytes = LEAST_MEMORY;

	while (bytes < needed && bytes < 1u << 30)
		bytes *= 2;
	return bytes;
}

Buf
occam_topology(const char *text, const char *name, const char *file)
{
	Map m = {.file = file};
	char *copy = xstrdup(text), plain[MAX_NAME];
	bool slow = false;
	Buf b = {0};

	for (char *line = copy, *end; line; line = end) {
		end = strchr(line, '\n');
		if (end)
			*end++ = '\0';
		m.line++;
		line[strcspn(line, "\r")] = '\0';
		read_line(&m, line);
	}
	m.line = 0;
	if (m.n == 0 || !m.has_host)
		fatal_at(file, 0, "the map of a network with a host was expected");
	for (uint32_t i = 0; i < m.n; i++) /* its links are slower than those of the others */
		slow |= strcmp(m.processor[i].chip, "T414") == 0;
	plain_name(plain, name, strlen(name));
	buf_printf(&b, "topology %s\n", plain);
	for (uint32_t i = 0; i < m.n; i++)
		buf_printf(&b, "node %s type=%s mem=%uM%s unmapped=float\n", m.processor[i].name,
			m.processor[i].chip, memory_for(m.processor[i].memory) >> 20,
			slow ? " speed=10Mb" : "");
	buf_printf(&b, "host " HOST " links=1\n%send\n", (char *)m.wires.data);
	buf_free(&m.wires);
	free(m.processor);
	free(copy);
	return b;
}

/* is_known: true if the list already has this unit at this base address. */
static bool
is_known(const CodePlace *places, uint32_t n, const char *unit, uint32_t base)
{
	for (uint32_t i = 0; i < n; i++)
		if (places[i].base == base && strcmp(places[i].unit, unit) == 0)
			return true;
	return false;
}

/* next_line: the beginning of the line after this one; NULL after the last. */
static const char *
next_line(const char *line)
{
	const char *end = strchr(line, '\n');

	return end ? end + 1 : NULL;
}

CodePlace *
occam_code_places(Occam *o, const char *map, uint32_t *n)
{
	const char *chip = "T800", *unit = NULL;
	CodePlace *places = NULL;

	*n = 0;
	for (const char *line = map; line; line = next_line(line)) {
		char word[256], type[8];
		uint32_t from, to;

		if (sscanf(line, "Memory map for processor %*u %7s", type) == 1
			|| sscanf(line, "Memory map for '%*[^']' processor %*u %7s", type) == 1) {
			chip = arena_strndup(&o->arena, type, strlen(type));
		} else if (sscanf(line, " Code from '%255[^']", word) == 1) {
			unit = arena_strndup(&o->arena, word, strlen(word));
		} else if (unit && sscanf(line, " #%x #%x", &from, &to) == 2) {
			if (!is_known(places, *n, unit, from)) {
				places = arena_more(&o->arena, places, *n, sizeof *places);
				places[(*n)++] = (CodePlace){unit, chip, from};
			}
			unit = NULL;
		}
	}
	return places;
}
