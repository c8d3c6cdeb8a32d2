/*
 * record.c - writing a recording while the run goes on.
 *
 * Moments are due by the number of instructions that the network has executed, so that the same run
 * makes the same file. Pages are found again by a hash of 128 bits, so that none of them need be
 * kept.
 */
#include "record.h"

#include "sim/topology/topology.h"
#include "snapshot.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

enum {
	PIECE = 1 << 18,       /* bytes of a tape that are written at once, and ... */
	PAGES_AT_ONCE = 1024,  /* ... pages */
	FIRST_SLOTS = 1 << 12,
	MAX_COPY = 1 << 30,    /* bytes of a file that is kept */
};

/* A page in the file. */
typedef struct PageSlot {
	XXH128_hash_t hash;
	uint32_t number; /* NOWHERE: the slot is free */
} PageSlot;

struct Recorder {
	char *dir;
	ChunkFile *file;
	TapeWritten written;
	uint64_t every; /* instructions between two moments; 0: no moments */
	uint64_t last;  /* how many had been executed at the last one */
	PageSlot *slots; /* open addressing; nslots, a power of two */
	uint32_t nslots, npages;
	Buf pages;      /* not yet written */
	char **kept;    /* nkept files: roles and names */
	uint32_t nkept;
};

/* ---- pages ---- */

static PageSlot *
slot_of(const PageSlot *slots, uint32_t nslots, XXH128_hash_t hash)
{
	uint32_t i = hash.low64 & (nslots - 1);

	while (slots[i].number != NOWHERE && !XXH128_isEqual(slots[i].hash, hash))
		i = (i + 1) & (nslots - 1);
	return (PageSlot *)&slots[i];
}

static PageSlot *
slots_new(uint32_t n)
{
	PageSlot *slots = xmalloc(n * sizeof *slots);

	for (uint32_t i = 0; i < n; i++)
		slots[i].number = NOWHERE;
	return slots;
}

static void
grow(Recorder *r)
{
	PageSlot *more = slots_new(2 * r->nslots);

	for (uint32_t i = 0; i < r->nslots; i++)
		if (r->slots[i].number != NOWHERE)
			*slot_of(more, 2 * r->nslots, r->slots[i].hash) = r->slots[i];
	free(r->slots);
	r->slots = more;
	r->nslots *= 2;
}

static void
write_pages(Recorder *r)
{
	if (r->pages.len > 0)
		chunk_put(r->file, CHUNK_PAGES, r->pages);
	r->pages.len = 0;
}

static uint32_t
put_page(void *context, const uint8_t *page)
{
	Recorder *r = context;
	XXH128_hash_t hash = XXH3_128bits(page, PAGE);
	PageSlot *slot = slot_of(r->slots, r->nslots, hash);

	if (slot->number != NOWHERE)
		return slot->number;
	*slot = (PageSlot){hash, r->npages++};
	buf_put(&r->pages, page, PAGE);
	if (r->pages.len >= PAGES_AT_ONCE * PAGE)
		write_pages(r);
	if (2 * r->npages > r->nslots)
		grow(r);
	return r->npages - 1;
}

static const uint8_t *
get_page(void *context, uint32_t number)
{
	(void)context;
	(void)number;
	return NULL;
}

/* ---- chunks ---- */

/* write_tape: what acted on the network until now, and what the network is now. */
static void
write_tape(const Past *p, Recorder *r)
{
	Buf b = {0};

	tape_write(&p->tape, &r->written, &b);
	put_number(&b, p->w->now);
	put_number(&b, p->present.end == RUN_QUIET);
	put_number(&b, network_fingerprint(p->w));
	chunk_put(r->file, CHUNK_TAPE, b);
	buf_free(&b);
}

static void
write_moment(Past *p, Recorder *r)
{
	Network *w = p->w;
	Buf b = {0}, mark = {0}, machine = {0};

	snapshot_keep(w, &(PageKeeper){r, put_page, get_page}, &machine);
	write_pages(r);
	tape_mark(&p->tape, &mark);
	put_number(&b, w->now);
	put_bytes(&b, mark.data, mark.len);
	for (NodeId n = 0; n < w->nnodes; n++)
		put_number(&b, t800_count(w->nodes[n]));
	put_bytes(&b, machine.data, machine.len);
	chunk_put(r->file, CHUNK_MOMENT, b);
	r->last = network_instructions(w);
	buf_free(&b);
	buf_free(&mark);
	buf_free(&machine);
}

/* is_new: the network is as network_new makes it. */
static bool
is_new(const Network *w)
{
	Network *made = network_new(w->topology);
	bool same = w->now == 0 && network_hash(w) == network_hash(made);

	network_free(made);
	return same;
}

static void
write_head(const Past *p, Recorder *r, const char *command, bool new)
{
	Buf b = {0}, text = {0};

	topology_print(p->w->topology, &text);
	put_number(&b, snapshot_layout());
	put_bytes(&b, text.data, text.len);
	put_number(&b, p->w->seed);
	put_bytes(&b, command, strlen(command));
	put_number(&b, new);
	chunk_put(r->file, CHUNK_HEAD, b);
	buf_free(&b);
	buf_free(&text);
}

/* ---- the directory ---- */

static void
make_directory(const char *name)
{
	if (mkdir(name, 0777) < 0 && errno != EEXIST)
		fatal("cannot make the directory %s:", name);
}

static char *
in_directory(const Recorder *r, const char *name)
{
	return xasprintf("%s/%s", r->dir, name);
}

void
past_record(Past *p, const char *dir, const char *command, uint64_t every)
{
	Recorder *r = xcalloc(1, sizeof *r);
	bool new = is_new(p->w);
	char *name;

	assert(p->live && !p->recorder && p->tape.nacts == 0);
	*r = (Recorder){.dir = xstrdup(dir), .every = every, .nslots = FIRST_SLOTS,
		.slots = slots_new(FIRST_SLOTS)};
	make_directory(dir);
	name = in_directory(r, "recording");
	r->file = chunk_create(name);
	free(name);
	tape_written_init(&r->written, &p->tape);
	p->recorder = r;
	write_head(p, r, command, new);
	if (!new)
		write_moment(p, r);
	write_tape(p, r);
}

/* is_kept: a file in a role; from now on it is. */
static bool
is_kept(Recorder *r, const char *role, const char *name)
{
	char *one = xasprintf("%s %s", role, name);

	for (uint32_t i = 0; i < r->nkept; i++)
		if (strcmp(r->kept[i], one) == 0) {
			free(one);
			return true;
		}
	r->kept = xrealloc(r->kept, (r->nkept + 1) * sizeof *r->kept);
	r->kept[r->nkept++] = one;
	return false;
}

static void
keep_file(Recorder *r, const char *role, const char *name)
{
	Buf bytes = file_read(name, MAX_COPY), b = {0};
	uint64_t hash = XXH3_64bits(bytes.data, bytes.len);
	char *files = in_directory(r, "files"),
		*copy = xasprintf("%s/%016llx", files, (unsigned long long)hash);

	make_directory(files);
	if (access(copy, F_OK) != 0)
		file_write(copy, bytes.data, bytes.len);
	put_bytes(&b, role, strlen(role));
	put_bytes(&b, name, strlen(name));
	put_number(&b, hash);
	put_number(&b, bytes.len);
	chunk_put(r->file, CHUNK_FILE, b);
	buf_free(&b);
	buf_free(&bytes);
	free(copy);
	free(files);
}

void
past_record_file(Past *p, const char *role, const char *name)
{
	if (!is_kept(p->recorder, role, name))
		keep_file(p->recorder, role, name);
}

/* ---- as the run goes on ---- */

void
record_ran(Past *p)
{
	Recorder *r = p->recorder;

	if (!r)
		return;
	if (r->every > 0 && network_instructions(p->w) - r->last >= r->every) {
		write_tape(p, r);
		write_moment(p, r);
	} else if (tape_unwritten(&p->tape, &r->written) > PIECE) {
		write_tape(p, r);
	}
}

void
record_end(Past *p)
{
	Recorder *r = p->recorder;
	Buf b = {0};

	if (!r)
		return;
	tape_faults(&p->tape);
	write_tape(p, r);
	put_number(&b, p->present.end);
	put_number(&b, network_hash(p->w));
	chunk_put(r->file, CHUNK_END, b);
	buf_free(&b);
	chunk_close(r->file);
	tape_written_free(&r->written);
	buf_free(&r->pages);
	while (r->nkept > 0)
		free(r->kept[--r->nkept]);
	free(r->kept);
	free(r->slots);
	free(r->dir);
	free(r);
	p->recorder = NULL;
}
