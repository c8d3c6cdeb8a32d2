/*
 * record.c - writing a recording while the run continues.
 *
 * Moments are due by the number of instructions that the network has executed, so that the same run
 * makes the same file. Pages are found again by a hash of 128 bits, so that none of them need be
 * kept.
 */
#include "record.h"

#include "orders.h"
#include "sim/topology/topology.h"
#include "snapshot.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

enum {
	PIECE = 1 << 18,       /* bytes of a tape that are written at once */
	PAGES_AT_ONCE = 1024,  /* pages that are written at once */
	ORDERS_AT_ONCE = 1 << 22, /* bytes of orders that are written at once */
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
	Buf orders;     /* the same; if there are moments */
	char **kept;    /* nkept files: roles and names */
	uint32_t nkept;
	Buf files, sources; /* entries of lists of files, not yet written */
	Buf skipped;        /* lines: files that are not kept */
	uint32_t nskipped, ntold; /* how many they are; of how many a warning has been given */
	Buf notes;          /* not yet written */
	/* the files kept, except sources: they contain most of the data that the host sends */
	Buf known;
	Buf before;     /* the last chunk other than a page, a moment or sent data */
	bool keeping;   /* a file is being kept; if that fails, the recording gets no end */
};

static const Buf nothing;

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

/* write_gathered: write a chunk of the gathered bytes, if there are any. */
static void
write_gathered(Recorder *r, ChunkKind kind, Buf *gathered)
{
	if (gathered->len > 0)
		chunk_put(r->file, kind, *gathered, nothing);
	gathered->len = 0;
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
		write_gathered(r, CHUNK_PAGES, &r->pages);
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

/*
 * put_chunk: write a chunk, which may repeat much of the previous one; the recorder takes over its
 * bytes.
 */
static void
put_chunk(Recorder *r, ChunkKind kind, Buf bytes)
{
	chunk_put(r->file, kind, bytes, r->before);
	buf_free(&r->before);
	r->before = bytes;
}

/* ---- the directory ---- */

/* holds_other: does a directory hold files, but no recording? */
static bool
holds_other(const char *name)
{
	DIR *d = opendir(name);
	const struct dirent *e;
	bool any = false, recorded = false;

	if (!d)
		fatal("cannot open the directory %s:", name);
	while ((e = readdir(d)) != NULL) {
		any |= strcmp(e->d_name, ".") != 0 && strcmp(e->d_name, "..") != 0;
		recorded |= strcmp(e->d_name, "recording") == 0;
	}
	closedir(d);
	return any && !recorded;
}

/* is_same: are two open files one? */
static bool
is_same(int one, int other)
{
	struct stat a, b;

	return one >= 0 && fstat(one, &a) == 0 && fstat(other, &b) == 0 && a.st_dev == b.st_dev
		&& a.st_ino == b.st_ino;
}

/*
 * The lock is that of the file `recording`, and this process keeps it: whoever makes files from the
 * recording locks the directory, also while the run goes on.
 */
void
past_record_directory(const char *name)
{
	static int held = -1; /* the file into which this process records */
	char *file = xasprintf("%s/recording", name);
	int recording;

	directory_make(name);
	if (holds_other(name))
		fatal("%s: the directory holds files, but no recording; name a new or an empty "
			"one", name);
	recording = open(file, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
	if (recording < 0)
		fatal("cannot write %s:", file);
	free(file);
	if (is_same(held, recording)) {
		close(recording);
		return;
	}
	if (flock(recording, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
		fatal("%s: another run records into this directory; name another one", name);
	if (held >= 0)
		close(held);
	held = recording;
}

/* ---- files ---- */

static char *
in_directory(const Recorder *r, const char *name)
{
	return xasprintf("%s/%s", r->dir, name);
}

/* keep_bytes: a file of that contents, and an entry of it in a list. */
static void
keep_bytes(Recorder *r, Buf bytes, const char *role, const char *name, Buf *list)
{
	uint64_t hash = XXH3_64bits(bytes.data, bytes.len);
	char *files = in_directory(r, "files"),
		*copy = xasprintf("%s/%016llx", files, (unsigned long long)hash);

	r->keeping = true;
	directory_make(files);
	if (access(copy, F_OK) != 0)
		file_write(copy, bytes.data, bytes.len);
	r->keeping = false;
	put_bytes(list, role, strlen(role));
	put_bytes(list, name, strlen(name));
	put_hash(list, hash);
	free(copy);
	free(files);
}

/*
 * write_files: write a chunk about the files kept since the last one. There are many sources, so
 * their list is a file, too.
 */
static void
write_files(Recorder *r)
{
	if (r->sources.len > 0)
		keep_bytes(r, r->sources, SOURCES, "", &r->files);
	if (r->files.len > 0)
		put_chunk(r, CHUNK_FILES, r->files);
	r->files = nothing;
	r->sources.len = 0;
}

/* is_kept: is the file already in the recording in this role? Marks it as such. */
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

void
past_record_file(Past *p, const char *role, const char *name)
{
	past_record_copy(p, &(RecordedFile){role, name, name});
}

void
past_record_copy(Past *p, const RecordedFile *f)
{
	Recorder *r = p->recorder;
	bool source = strcmp(f->role, "source") == 0;
	Buf bytes;

	if (!r || is_kept(r, f->role, f->name))
		return;
	bytes = file_read(f->path, MAX_COPY);
	keep_bytes(r, bytes, f->role, f->name, source ? &r->sources : &r->files);
	if (!source)
		known_add(&r->known, bytes);
	buf_free(&bytes);
}

/* put_line: append a name as a line: a control character, as a line break, becomes '?'. */
static void
put_line(Buf *lines, const char *name)
{
	for (; *name; name++)
		buf_byte(lines, (unsigned char)*name < ' ' ? '?' : *name);
	buf_byte(lines, '\n');
}

void
past_record_skipped(Past *p, const char *name)
{
	Recorder *r = p->recorder;

	if (!r || is_kept(r, "skipped", name))
		return;
	put_line(&r->skipped, name);
	r->nskipped++;
}

/* first_names: the first lines of a text as an enumeration, which the caller frees. */
static char *
first_names(const Buf *lines, uint32_t most)
{
	Buf b = {0};

	for (size_t i = 0; i < lines->len && most > 0; i++) {
		char c = lines->data[i];

		most -= c == '\n';
		if (c != '\n')
			buf_byte(&b, c);
		else if (most > 0 && i + 1 < lines->len)
			buf_printf(&b, ", ");
	}
	buf_byte(&b, '\0');
	return (char *)b.data;
}

/* write_skipped: list and warn of the files that have been skipped since the last time. */
static void
write_skipped(Recorder *r)
{
	enum { NAMED = 3 };
	char *list = in_directory(r, "not-kept"), *names = first_names(&r->skipped, NAMED);

	if (r->nskipped > r->ntold) {
		file_write(list, r->skipped.data, r->skipped.len);
		warning("not kept in the recording, since not below the application's directory: "
			"%u source file%s: %s%s; %s lists them", r->nskipped,
			r->nskipped == 1 ? "" : "s", names, r->nskipped > NAMED ? ", ..." : "",
			list);
	}
	r->ntold = r->nskipped;
	free(names);
	free(list);
}

/* ---- notes ---- */

void
past_record_note(Past *p, Time at, const char *text)
{
	if (!p->recorder)
		return;
	put_number(&p->recorder->notes, at);
	put_bytes(&p->recorder->notes, text, strlen(text));
}

/* ---- chunks ---- */

/* write_tape: write the acts on the network until now, the network's fingerprint, and notes. */
static void
write_tape(const Past *p, Recorder *r)
{
	Buf b = {0}, *sent = &r->written.rows->sent;

	write_files(r);
	write_skipped(r);
	tape_write(&p->tape, &r->written, &b);
	put_number(&b, p->w->now);
	put_number(&b, p->present.end == RUN_QUIET);
	put_hash(&b, network_fingerprint(p->w));
	buf_put(&b, r->notes.data, r->notes.len);
	r->notes.len = 0;
	if (sent->len > 0)
		chunk_put(r->file, CHUNK_SENT, *sent, r->known);
	sent->len = 0;
	put_chunk(r, CHUNK_TAPE, b);
}

/* ordered: note an order at the present; replayed ones have been written. */
static void
ordered(void *context, EndId e, const Order *o)
{
	Past *p = context;

	if (!p->is_present)
		return;
	orders_put(&p->recorder->orders, e, o);
	if (p->recorder->orders.len >= ORDERS_AT_ONCE)
		write_gathered(p->recorder, CHUNK_ORDERS, &p->recorder->orders);
}

/* write_state: write the network as a moment, or as the run's end. */
static void
write_state(Past *p, Recorder *r, ChunkKind kind)
{
	Network *w = p->w;
	Buf b = {0}, mark = {0}, machine = {0};

	write_gathered(r, CHUNK_ORDERS, &r->orders);
	snapshot_keep(w, &(PageKeeper){r, put_page, get_page}, &machine);
	write_gathered(r, CHUNK_PAGES, &r->pages);
	tape_mark(&p->tape, &mark);
	put_number(&b, w->now);
	put_bytes(&b, mark.data, mark.len);
	for (NodeId n = 0; n < w->nnodes; n++)
		put_number(&b, t800_count(w->nodes[n]));
	put_bytes(&b, machine.data, machine.len);
	chunk_put(r->file, kind, b, nothing);
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
	chunk_put(r->file, CHUNK_MACHINE, text, nothing);
	put_number(&b, snapshot_layout());
	put_number(&b, p->w->seed);
	put_bytes(&b, command, strlen(command));
	put_number(&b, new);
	put_chunk(r, CHUNK_HEAD, b);
	buf_free(&text);
}

/* ---- beginning ---- */

static Past *recorded;  /* the past that this process records; for complete */
static pid_t recording; /* this process; one that it has forked must not write */

/*
 * complete: the process ends early: because of a mistake of the user between two runs, or because
 * something could not be written.
 */
static void
complete(void)
{
	const Recorder *r;

	if (!recorded || getpid() != recording)
		return;
	r = recorded->recorder;
	if (r->keeping || chunk_failed(r->file))
		fprintf(stderr, "trellis: the recording in %s is cut off there; it can be replayed "
			"up to its last whole part\n", r->dir);
	else if (recorded->is_present && !recorded->running)
		record_end(recorded);
}

void
past_record(Past *p, const char *dir, const char *command, uint64_t every)
{
	Recorder *r = xcalloc(1, sizeof *r);
	static bool registered;
	bool new = is_new(p->w);
	char *name;

	assert(p->live && !p->recorder && p->tape.nacts == 0);
	*r = (Recorder){.dir = xstrdup(dir), .every = every, .nslots = FIRST_SLOTS,
		.slots = slots_new(FIRST_SLOTS)};
	past_record_directory(dir);
	name = in_directory(r, "not-kept"); /* of an earlier recording */
	unlink(name);
	free(name);
	name = in_directory(r, "recording");
	r->file = chunk_create(name);
	free(name);
	tape_written_init(&r->written, &p->tape);
	p->recorder = r;
	write_head(p, r, command, new);
	if (!new)
		write_state(p, r, CHUNK_MOMENT);
	if (every > 0)
		network_orders(p->w, ordered, p);
	recorded = p;
	recording = getpid();
	if (!registered)
		atexit(complete);
	registered = true;
}

/* ---- while the run continues ---- */

void
record_ran(Past *p)
{
	Recorder *r = p->recorder;

	if (!r)
		return;
	if (r->every > 0 && network_instructions(p->w) - r->last >= r->every) {
		write_tape(p, r);
		write_state(p, r, CHUNK_MOMENT);
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
	recorded = NULL;
	network_orders(p->w, NULL, NULL);
	tape_faults(&p->tape);
	write_tape(p, r);
	write_gathered(r, CHUNK_ORDERS, &r->orders);
	if (r->every > 0 && r->last > 0) /* there are moments */
		write_state(p, r, CHUNK_LAST);
	put_number(&b, p->present.end);
	put_hash(&b, network_hash(p->w));
	put_chunk(r, CHUNK_END, b);
	chunk_close(r->file);
	tape_written_free(&r->written);
	buf_free(&r->pages);
	buf_free(&r->orders);
	buf_free(&r->files);
	buf_free(&r->sources);
	buf_free(&r->skipped);
	buf_free(&r->notes);
	buf_free(&r->known);
	buf_free(&r->before);
	while (r->nkept > 0)
		free(r->kept[--r->nkept]);
	free(r->kept);
	free(r->slots);
	free(r->dir);
	free(r);
	p->recorder = NULL;
}
