/*
 * record.c - writes a recording while the run continues.
 *
 * The number of executed instructions determines when a moment is written, so that equal runs make
 * equal files. Pages are recognised by a hash of 128 bits, so that their contents need not be kept.
 */
#include "record.h"

#include "base/files.h"
#include "base/list.h"
#include "base/table.h"
#include "orders.h"
#include "sim/topology/topology.h"
#include "snapshot.h"

#include "border_id.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

enum {
	/* bytes of a tape that are gathered before they are written as a chunk */
	PIECE = 1 << 18,       /* 256 KB */
	PAGES_AT_ONCE = 1024,  /* pages that are gathered before they are written as a chunk */
	/* bytes of orders that are gathered before they are written as a chunk */
	ORDERS_AT_ONCE = 1 << 22, /* 4 MB */
};

/* The bytes of a file that is kept. */
typedef struct KeptCopy {
	uint64_t hash;  /* of the bytes */
	uint32_t piece; /* number of the chunk that contains them */
	uint32_t at, nbytes; /* offset in the chunk, and size */
} KeptCopy;

/* The part of a text that is not written yet. */
typedef struct TextAddition {
	Buf more;  /* bytes to append */
	bool anew; /* this part replaces the earlier text */
} TextAddition;

struct Recorder {
	char *name;
	bool optional;  /* see past_record */
	ChunkFile *file;
	TapeWritten written; /* how much of the tape is in the file */
	uint64_t every; /* instructions between two moments; 0: no moments */
	uint64_t last;  /* instructions executed at the last moment; without moments: tape */
	XXH128_hash_t *hashes; /* [npages] hashes of the pages in the file */
	uint32_t npages;
	Table hashed;   /* the pages by the low words of their hashes */
	Buf pages;      /* pages that are not written yet */
	Buf orders;     /* orders that are not written yet; empty without moments */
	char **kept;    /* [nkept] roles and names of the kept files */
	uint32_t nkept;
	KeptCopy *copies; /* [ncopies] */
	uint32_t ncopies;
	uint32_t npieces; /* number of chunks with copies that have been written */
	Buf gathered;     /* copies that are not written yet */
	Buf files;        /* entries of the list of files, not yet written */
	TextAddition texts[RECORDING_NTEXTS];
	Buf skipped;      /* names of the files that are not kept, one in each line */
	uint32_t nskipped, ntold; /* number of these files; number that warnings have counted */
	Buf notes;        /* notes that are not written yet */
	/* the kept files except sources, which contain most of the data that the host sends */
	Buf known;
	Buf before;     /* the last chunk; the next one may repeat much of it (write_chunk) */
};

static const Buf no_bytes;

/* ---- pages ---- */

/* write_gathered: write a chunk of the gathered bytes, if there are any. */
static void
write_gathered(Recorder *r, ChunkKind kind, Buf *gathered)
{
	if (gathered->len > 0)
		chunk_put(r->file, kind, *gathered, no_bytes);
	gathered->len = 0;
}

/* put_page: PageKeeper.put: write a page unless the file has it; returns its number in the file. */
static uint32_t
put_page(void *context, const uint8_t *page)
{
	Recorder *r = context;
	XXH128_hash_t hash = XXH3_128bits(page, PAGE);
	const TableSlot *s = table_find(&r->hashed, hash.low64);

	while (s && !XXH128_isEqual(r->hashes[s->number], hash))
		s = table_next(&r->hashed, s);
	if (s)
		return s->number;
	table_put(&r->hashed, hash.low64, r->npages);
	r->hashes = list_more(r->hashes, r->npages, sizeof *r->hashes);
	r->hashes[r->npages] = hash;
	buf_put(&r->pages, page, PAGE);
	if (r->pages.len >= PAGES_AT_ONCE * PAGE)
		write_gathered(r, CHUNK_PAGES, &r->pages);
	return r->npages++;
}

/* get_page: PageKeeper.get, which is not used for writing. */
static const uint8_t *
get_page(void *context, uint32_t number)
{
	(void)context;
	(void)number;
	return NULL;
}

/* write_chunk: write a chunk, which may repeat much of the previous one; takes over its bytes. */
static void
write_chunk(Recorder *r, ChunkKind kind, Buf bytes)
{
	chunk_put(r->file, kind, bytes, r->before);
	buf_free(&r->before);
	r->before = bytes;
}

/* ---- the file ---- */

/* is_same_file: true if two descriptors refer to the same file. */
static bool
is_same_file(int one, int other)
{
	struct stat a, b;

	return one >= 0 && fstat(one, &a) == 0 && fstat(other, &b) == 0 && a.st_dev == b.st_dev
		&& a.st_ino == b.st_ino;
}

/*
 * refuse_other_file: fatal if the file exists and is not a recording, so that it is not
 * overwritten.
 */
static void
refuse_other_file(const char *name)
{
	struct stat st;

	if (file_is_directory(name))
		fatal("%s is a directory, and a recording is a file: name a file in it", name);
	if (stat(name, &st) == 0 && st.st_size > 0 && !chunk_is_file(name))
		fatal("%s: there is a file that is not a recording; name another one", name);
}

/*
 * lock_recording: lock the file for as long as this process runs; fatal if another run records into
 * it.
 */
static void
lock_recording(const char *name)
{
	static int held = -1; /* the file into which this process records */
	int file;

	refuse_other_file(name);
	file = open(name, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
	if (file < 0)
		fatal("cannot write %s:", name);
	if (is_same_file(held, file)) {
		close(file);
		return;
	}
	if (flock(file, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
		fatal("%s: another run records into this file; name another one", name);
	if (held >= 0)
		close(held);
	held = file;
}

/* ---- texts ---- */

/* text_named: the text with this name, one of RECORDING_TEXTS. */
static TextAddition *
text_named(Recorder *r, const char *name)
{
	int number = recording_text(name, strlen(name));

	assert(number >= 0);
	return &r->texts[number];
}

void
past_record_text(Past *p, const char *name, const void *bytes, size_t n)
{
	if (p && p->recorder)
		buf_put(&text_named(p->recorder, name)->more, bytes, n);
}

void
past_record_new_text(Past *p, const char *name, const void *bytes, size_t n)
{
	if (p && p->recorder) {
		TextAddition *t = text_named(p->recorder, name);

		t->more.len = 0;
		t->anew = true;
		buf_put(&t->more, bytes, n);
	}
}

/* write_texts: write the additions to all texts since the last call. */
static void
write_texts(Recorder *r)
{
	Buf b = {0};

	for (int i = 0; i < RECORDING_NTEXTS; i++) {
		const char *name = recording_texts[i];
		TextAddition *t = &r->texts[i];

		if (t->more.len == 0 && !t->anew)
			continue;
		b.len = 0;
		put_bytes(&b, name, strlen(name));
		put_number(&b, t->anew);
		buf_put(&b, t->more.data, t->more.len);
		chunk_put(r->file, CHUNK_TEXT, b, no_bytes);
		t->more.len = 0;
		t->anew = false;
	}
	buf_free(&b);
}

/* ---- files ---- */

/* write_copies: write the gathered bytes of kept files. */
static void
write_copies(Recorder *r)
{
	r->npieces += r->gathered.len > 0;
	write_gathered(r, CHUNK_COPIES, &r->gathered);
}

/* keep_copy: keep the bytes of a file, unless the same bytes have been kept. */
static KeptCopy
keep_copy(Recorder *r, Buf bytes)
{
	uint64_t hash = XXH3_64bits(bytes.data, bytes.len);

	for (uint32_t i = 0; i < r->ncopies; i++)
		if (r->copies[i].hash == hash && r->copies[i].nbytes == bytes.len)
			return r->copies[i];
	if (r->gathered.len + bytes.len > MAX_COPY)
		write_copies(r);
	r->copies = list_more(r->copies, r->ncopies, sizeof *r->copies);
	r->copies[r->ncopies] = (KeptCopy){hash, r->npieces, r->gathered.len, bytes.len};
	buf_put(&r->gathered, bytes.data, bytes.len);
	return r->copies[r->ncopies++];
}

/* write_files: write the files kept since the last call, and their list. */
static void
write_files(Recorder *r)
{
	write_copies(r);
	if (r->files.len > 0)
		write_chunk(r, CHUNK_FILES, r->files);
	r->files = no_bytes;
}

/*
 * is_kept: true if the recording already has the file in this role; if not, note that it will have
 * the file from now on.
 */
static bool
is_kept(Recorder *r, const char *role, const char *name)
{
	char *one = xasprintf("%s %s", role, name);

	for (uint32_t i = 0; i < r->nkept; i++)
		if (strcmp(r->kept[i], one) == 0) {
			free(one);
			return true;
		}
	r->kept = list_more(r->kept, r->nkept, sizeof *r->kept);
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
	KeptCopy copy;
	Buf bytes;

	if (!r || is_kept(r, f->role, f->name))
		return;
	bytes = file_read(f->path, MAX_COPY);
	copy = keep_copy(r, bytes);
	put_bytes(&r->files, f->role, strlen(f->role));
	put_bytes(&r->files, f->name, strlen(f->name));
	put_number(&r->files, copy.piece);
	put_number(&r->files, copy.at);
	put_number(&r->files, copy.nbytes);
	if (strcmp(f->role, "source") != 0)
		known_add(&r->known, bytes);
	buf_free(&bytes);
}

/* put_line: append a name as a line; a control character, such as a line break, becomes '?'. */
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

	size_t before;

	if (!r || is_kept(r, "skipped", name))
		return;
	before = r->skipped.len;
	put_line(&r->skipped, name);
	past_record_text(p, TEXT_SKIPPED, r->skipped.data + before, r->skipped.len - before);
	r->nskipped++;
}

/* first_names: the first `most` lines of a text as an enumeration, which the caller frees. */
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

/* warn_skipped: warn of the files that have been skipped since the last call. */
static void
warn_skipped(Recorder *r)
{
	enum { NAMED = 3 };
	char *names;

	if (r->nskipped == r->ntold)
		return;
	names = first_names(&r->skipped, NAMED);
	warning("not kept in the recording, since not below the application's directory: %u source "
		"file%s: %s%s; 'trellis info' lists them", r->nskipped,
		r->nskipped == 1 ? "" : "s", names, r->nskipped > NAMED ? ", ..." : "");
	r->ntold = r->nskipped;
	free(names);
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

/*
 * write_tape: write the acts on the network since the last call, the network's fingerprint, and
 * notes.
 */
static void
write_tape(const Past *p, Recorder *r)
{
	Buf b = {0}, *sent = &r->written.rows->sent;

	write_files(r);
	write_texts(r);
	warn_skipped(r);
	tape_write(&p->tape, &r->written, &b);
	put_number(&b, p->w->now);
	put_number(&b, p->present.end == RUN_QUIET);
	put_hash(&b, network_fingerprint(p->w));
	buf_put(&b, r->notes.data, r->notes.len);
	r->notes.len = 0;
	if (sent->len > 0)
		chunk_put(r->file, CHUNK_SENT, *sent, r->known);
	sent->len = 0;
	write_chunk(r, CHUNK_TAPE, b);
}

/*
 * record_order: order observer: write an order for a link end into the recording, unless the run
 * is a replay, whose orders are in the recording already.
 */
static void
record_order(void *context, EndId e, const Order *o)
{
	Past *p = context;

	if (!p->is_present)
		return;
	orders_put(&p->recorder->orders, e, o);
	if (p->recorder->orders.len >= ORDERS_AT_ONCE)
		write_gathered(p->recorder, CHUNK_ORDERS, &p->recorder->orders);
}

/* write_state: write the network's state as a moment, or as the run's end. */
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
	chunk_put(r->file, kind, b, no_bytes);
	buf_free(&b);
	buf_free(&mark);
	buf_free(&machine);
}

/* is_new: true if the network is in the state in which network_new makes it. */
static bool
is_new(const Network *w)
{
	Network *made = network_new(w->topology);
	bool same = w->now == 0 && network_hash(w) == network_hash(made);

	network_free(made);
	return same;
}

/* write_head: write the first chunks of a recording; new: the run begins with a new network. */
static void
write_head(const Past *p, Recorder *r, const char *command, bool new)
{
	Buf b = {0}, text = {0};

	topology_print(p->w->topology, &text);
	chunk_put(r->file, CHUNK_MACHINE, text, no_bytes);
	put_number(&b, snapshot_layout());
	put_number(&b, BORDER_ID);
	put_number(&b, p->w->seed);
	put_bytes(&b, command, strlen(command));
	put_number(&b, new);
	write_chunk(r, CHUNK_HEAD, b);
	buf_free(&text);
}

/* ---- beginning ---- */

static Past *recorded;  /* the past that this process records; for complete_recording */
static pid_t recording; /* this process; a process that it has forked must not write */

/*
 * complete_recording: end the recording when the process exits early: after a mistake of the user
 * between two runs, or a failure to write.
 */
static void
complete_recording(void)
{
	Past *p = recorded;

	if (!p || getpid() != recording)
		return;
	recorded = NULL;
	if (chunk_failed(p->recorder->file) && !p->recorder->optional)
		fprintf(stderr, "trellis: the recording %s is cut off there; it can be replayed up "
			"to its last whole part\n", p->recorder->name);
	else if (p->is_present && !p->running)
		record_end(p);
}

void
past_record(Past *p, const char *name, const char *command, uint64_t every, bool optional)
{
	Recorder *r = xcalloc(1, sizeof *r);
	static bool registered;
	bool new = is_new(p->w);

	assert(p->live && !p->recorder && p->tape.nacts == 0);
	lock_recording(name);
	*r = (Recorder){.name = xstrdup(name), .optional = optional, .every = every};
	r->file = chunk_create(name, optional);
	tape_written_init(&r->written, &p->tape);
	p->recorder = r;
	write_head(p, r, command, new);
	if (!new)
		write_state(p, r, CHUNK_MOMENT);
	r->last = network_instructions(p->w);
	if (every > 0)
		network_on_order(p->w, record_order, p);
	recorded = p;
	recording = getpid();
	if (!registered)
		atexit(complete_recording);
	registered = true;
}

/* ---- while the run continues ---- */

void
record_after_run(Past *p)
{
	Recorder *r = p->recorder;

	if (!r)
		return;
	if (network_instructions(p->w) - r->last >= (r->every > 0 ? r->every : RECORD_EVERY)) {
		write_tape(p, r);
		if (r->every > 0)
			write_state(p, r, CHUNK_MOMENT);
		r->last = network_instructions(p->w);
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
	network_on_order(p->w, NULL, NULL);
	tape_record_faults(&p->tape);
	write_tape(p, r);
	write_gathered(r, CHUNK_ORDERS, &r->orders);
	if (r->every > 0 && r->last > 0) /* there are moments */
		write_state(p, r, CHUNK_LAST);
	put_number(&b, p->present.end);
	put_hash(&b, network_hash(p->w));
	write_chunk(r, CHUNK_END, b);
	if (chunk_failed(r->file))
		unlink(r->name);
	chunk_close(r->file);
	recorded = NULL;
	tape_written_free(&r->written);
	buf_free(&r->pages);
	buf_free(&r->orders);
	buf_free(&r->files);
	buf_free(&r->skipped);
	buf_free(&r->notes);
	buf_free(&r->known);
	buf_free(&r->before);
	while (r->nkept > 0)
		free(r->kept[--r->nkept]);
	free(r->kept);
	free(r->copies);
	buf_free(&r->gathered);
	for (uint32_t i = 0; i < RECORDING_NTEXTS; i++)
		buf_free(&r->texts[i].more);
	free(r->hashes);
	table_free(&r->hashed);
	free(r->name);
	free(r);
	p->recorder = NULL;
}
