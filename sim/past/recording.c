/*
 * recording.c - reads a recording. The file may come from anywhere, so no part is used before it
 * has been checked. A damaged recording is used up to its last complete part.
 */
#include "recording.h"

#include "base/files.h"
#include "base/list.h"
#include "base/number.h"
#include "check.h"
#include "chunk.h"
#include "orders.h"
#include "runs.h"
#include "sim/topology/topology.h"
#include "snapshot.h"
#include "tape_wire.h"

#include "border_id.h"

#include <inttypes.h>
#include <stdlib.h>

enum {
	MAX_UNPACKED = 128 << 20, /* bytes of pieces with pages that are kept unpacked */
};

static const Buf no_bytes;

/* The known state of the run at a time. */
typedef struct StateCheck {
	Time at;
	uint64_t fingerprint;
} StateCheck;

/* A chunk with pages. */
typedef struct PagePiece {
	Chunk chunk;
	uint32_t first, n; /* number of its first page, and number of pages */
	Buf bytes;    /* the unpacked pages; empty if they are not unpacked */
	uint64_t used; /* Recording.uses when it was last used */
} PagePiece;

/* A chunk with orders. */
typedef struct OrdersPiece {
	Chunk chunk;
	uint32_t before; /* number of moments before the orders */
} OrdersPiece;

/* A recording being read. Its moments are not used if same_layout is false. */
struct Recording {
	char *name;
	ChunkReader *file;
	Topology *topology;
	char *command;
	/*
	 * the program that wrote the recording has the same structures as this one: of nodes and
	 * links (same_layout), and of the kernel and TrEK (same_border)
	 */
	bool same_layout, same_border;
	bool begins_new; /* the run begins with a new network; otherwise with the first moment */
	RecordingCopies copies; /* where the bytes of the kept files are */
	RecordedFile *files; /* [copies.n], their paths NULL before they are unpacked */
	char *folder;        /* the folder with the unpacked files; NULL before they are unpacked */
	RecordedNote *notes;
	uint32_t nnotes;
	Buf known;       /* bytes of the kept files other than sources */
	Buf before;      /* the last chunk; the next one may repeat much of it */
	StateCheck *checks;   /* [nchecks] in order of time */
	uint32_t nchecks;
	PagePiece *pieces; /* [npieces] */
	uint32_t npieces, npages;
	size_t unpacked; /* bytes of all pieces that are kept unpacked */
	OrdersPiece *orders; /* [norders] */
	uint32_t norders;
	uint64_t uses;       /* number of uses of `pieces` */
	/* the file is cut off; it has a CHUNK_END; the run ended with no event left */
	bool cut, ended, last_quiet;
	uint64_t hash;   /* hash of the state at the run's end */
	Moment last;     /* the state at the end; load NULL: it is not in the recording */
	/* a chunk and a piece while the file is read; members, so that they are freed on failure */
	Buf bytes, piece;
	TapeWritten read; /* how much of the tape has been read */
	Moment head;     /* the head of the moment that was read last */
};

/* report_damaged: report that a part of the recording is damaged; fatal. */
static _Noreturn void
report_damaged(const Recording *r, const char *what)
{
	fatal("%s is damaged: %s; record the run again", r->name, what);
}

/* ---- pages ---- */

/* find_page_piece: the chunk that contains a page; NULL if the recording lacks the page. */
static PagePiece *
find_page_piece(Recording *r, uint32_t number)
{
	uint32_t low = 0, high = r->npieces;

	while (low + 1 < high) {
		uint32_t middle = (low + high) / 2;

		if (r->pieces[middle].first <= number)
			low = middle;
		else
			high = middle;
	}
	return r->npieces > 0 && number < r->npages ? &r->pieces[low] : NULL;
}

/*
 * drop_oldest_piece: forget the unpacked bytes of the piece that was not used for the longest time.
 */
static void
drop_oldest_piece(Recording *r)
{
	PagePiece *oldest = NULL;

	for (uint32_t i = 0; i < r->npieces; i++)
		if (r->pieces[i].bytes.len > 0 && (!oldest || r->pieces[i].used < oldest->used))
			oldest = &r->pieces[i];
	r->unpacked -= oldest->bytes.len;
	buf_free(&oldest->bytes);
	oldest->bytes = (Buf){0};
}

/*
 * get_page: PageKeeper.get: a page of the recording, unpacked if necessary; NULL if there is none.
 */
static const uint8_t *
get_page(void *context, uint32_t number)
{
	Recording *r = context;
	PagePiece *p = find_page_piece(r, number);

	if (!p)
		return NULL;
	p->used = ++r->uses;
	if (p->bytes.len == 0) {
		while (r->unpacked > 0 && r->unpacked + p->chunk.nbytes > MAX_UNPACKED)
			drop_oldest_piece(r);
		if (!chunk_read(r->file, &p->chunk, no_bytes, &p->bytes))
			report_damaged(r, "pages of memory");
		r->unpacked += p->bytes.len;
	}
	return p->bytes.data + (size_t)(number - p->first) * PAGE;
}

/* put_page: PageKeeper.put, which is not used for reading. */
static uint32_t
put_page(void *context, const uint8_t *page)
{
	(void)context;
	(void)page;
	return NOWHERE;
}

/* ---- moments ---- */

/*
 * read_moment_head: read the head of a moment: its time, mark and counts; the machine follows.
 * Returns false if the head is not valid.
 */
static bool
read_moment_head(const Past *p, WireReader *b, Moment *m)
{
	size_t n;
	const uint8_t *mark;

	m->at = get_number(b);
	mark = get_bytes(b, &n);
	if (b->bad || n != TAPE_MARK_SIZE(&p->tape))
		return false;
	buf_put(&m->mark, mark, n);
	m->counts = xcalloc(p->w->nnodes, sizeof *m->counts);
	for (NodeId i = 0; i < p->w->nnodes; i++)
		m->counts[i] = get_number(b);
	return !b->bad && snapshot_time_valid(m->at) && tape_mark_is_valid(&p->tape, &m->mark);
}

/* head_free: free what the moment read last (r->head) owns, and empty it. */
static void
head_free(Recording *r)
{
	buf_free(&r->head.mark);
	free(r->head.counts);
	r->head = (Moment){0};
}

/* load_moment: restore the network from a moment in the file. */
static void
load_moment(void *context, const Moment *m, Network *w)
{
	Past *p = context;
	Recording *r = p->recording;
	Chunk c = {.kind = CHUNK_MOMENT, .at = m->where, .nbytes = m->nbytes};
	WireReader b;
	size_t n;
	const uint8_t *machine;

	if (!chunk_read(r->file, &c, no_bytes, &r->bytes))
		report_damaged(r, "a moment");
	b = (WireReader){r->bytes.data, r->bytes.data + r->bytes.len};
	if (!read_moment_head(p, &b, &r->head))
		report_damaged(r, "a moment");
	head_free(r);
	machine = get_bytes(&b, &n);
	if (b.bad)
		report_damaged(r, "a moment");
	snapshot_reload(w, &(PageKeeper){r, put_page, get_page}, r->name,
		(Buf){.data = (uint8_t *)machine, .len = n});
	if (w->now != m->at)
		report_damaged(r, "a moment");
}

/* read_state: read the head of a moment to r->head. */
static void
read_state(Past *p, const Chunk *c, WireReader *b)
{
	const Moments *m = &p->moments;
	Recording *r = p->recording;

	r->head = (Moment){.load = load_moment, .context = p, .where = c->at, .nbytes = c->nbytes};
	if (!read_moment_head(p, b, &r->head)
		|| (m->nelsewhere > 0 && r->head.at < m->elsewhere[m->nelsewhere - 1].at))
		report_damaged(r, "a moment");
}

/*
 * read_moment: note a moment of the run with its place in the file, unless another version has
 * written it.
 */
static void
read_moment(Past *p, const Chunk *c, WireReader *b)
{
	Moments *m = &p->moments;
	Recording *r = p->recording;

	if (!r->same_layout)
		return;
	read_state(p, c, b);
	r->head.acted = tape_has_acted(&p->tape, &r->head.mark, r->head.at);
	m->elsewhere = list_more(m->elsewhere, m->nelsewhere, sizeof *m->elsewhere);
	m->elsewhere[m->nelsewhere++] = r->head;
	r->head = (Moment){0};
}

/* read_end_state: read the run's end as a moment; all acts and events of its time have happened. */
static void
read_end_state(Past *p, const Chunk *c, WireReader *b)
{
	Recording *r = p->recording;

	if (!r->same_layout)
		return;
	read_state(p, c, b);
	if (r->last.load || r->head.at != p->present.at)
		report_damaged(r, "its end");
	r->last = r->head;
	r->last.acted = true;
	r->head = (Moment){0};
}

/* ---- the other chunks ---- */

/* read_head: read the command and the version that made the recording. */
static void
read_head(Past *p, WireReader *b)
{
	Recording *r = p->recording;
	uint64_t seed;

	if (!r->topology)
		report_damaged(r, "its beginning");
	r->same_layout = get_number(b) == snapshot_layout();
	r->same_border = get_number(b) == BORDER_ID;
	seed = get_number(b);
	r->command = get_text(b);
	r->begins_new = get_below(b, 2);
	if (b->bad)
		report_damaged(r, "its beginning");
	if (!r->same_layout && !r->begins_new)
		fatal("%s was recorded by another version of trellis: replay it with that version",
			r->name);
	r->topology->seed = seed;
	p->w = network_new(r->topology);
	moments_init(&p->moments, p->w, &p->tape);
	tape_init(&p->tape, p->w);
	tape_written_init(&r->read, &p->tape);
}

/* read_copies: note where the bytes of kept files are. */
static void
read_copies(Recording *r, const Chunk *c)
{
	RecordingCopies *all = &r->copies;

	all->pieces = list_more(all->pieces, all->npieces, sizeof *all->pieces);
	all->pieces[all->npieces++] = *c;
}

/*
 * add_known: unpack a kept file that the host may have sent, and add its bytes to `known`; *read:
 * the piece that was read last.
 */
static void
add_known(Recording *r, const RecordingCopy *copy, uint32_t *read)
{
	if (copy->piece != *read
		&& !chunk_read(r->file, &r->copies.pieces[copy->piece], no_bytes, &r->piece))
		report_damaged(r, "the copy of a file");
	*read = copy->piece;
	known_add(&r->known, (Buf){.data = r->piece.data + copy->at, .len = copy->nbytes});
}

/* read_file: read an entry of the list of kept files; returns where the bytes of the file are. */
static const RecordingCopy *
read_file(Recording *r, WireReader *b)
{
	RecordingCopies *all = &r->copies;
	char *role = get_text(b), *name = get_text(b);
	RecordingCopy *copy;

	r->files = list_more(r->files, all->n, sizeof *r->files);
	all->copy = list_more(all->copy, all->n, sizeof *all->copy);
	r->files[all->n] = (RecordedFile){role, name, NULL};
	copy = &all->copy[all->n++];
	copy->piece = get_below(b, all->npieces);
	if (b->bad)
		return copy;
	copy->at = get_below(b, (uint64_t)all->pieces[copy->piece].nbytes + 1);
	copy->nbytes = get_below(b, (uint64_t)all->pieces[copy->piece].nbytes - copy->at + 1);
	return copy;
}

/* read_files: read the list of kept files. */
static void
read_files(Recording *r, WireReader *b)
{
	uint32_t read = NOWHERE;

	while (!b->bad && b->p < b->end) {
		const RecordingCopy *copy = read_file(r, b);

		if (!b->bad && strcmp(r->files[r->copies.n - 1].role, "source") != 0)
			add_known(r, copy, &read);
	}
	if (b->bad)
		report_damaged(r, "the list of its files");
}

/* read_notes: read the texts that were recorded about times of the run. */
static void
read_notes(Recording *r, WireReader *b)
{
	while (!b->bad && b->p < b->end) {
		Time at = get_number(b);
		char *text = get_text(b);

		r->notes = list_more(r->notes, r->nnotes, sizeof *r->notes);
		r->notes[r->nnotes++] = (RecordedNote){at, text};
	}
	if (b->bad)
		report_damaged(r, "its notes");
}

/* read_sent: read the bytes of the long messages that the host sent. */
static void
read_sent(Recording *r, const Chunk *c)
{
	if (!chunk_read(r->file, c, r->known, &r->read.rows->sent))
		report_damaged(r, "programs and input");
}

/* read_tape: read the host's orders up to a time, which becomes the present. */
static void
read_tape(Past *p, WireReader *b)
{
	Recording *r = p->recording;
	StateCheck c;

	if (!tape_read(&p->tape, &r->read, b))
		report_damaged(r, "what the host ordered");
	c.at = get_number(b);
	r->last_quiet = get_below(b, 2);
	c.fingerprint = get_hash(b);
	if (b->bad || !snapshot_time_valid(c.at) || c.at < p->present.at || r->read.act_at > c.at)
		report_damaged(r, "what the host ordered");
	p->present.at = c.at;
	p->present.end = r->last_quiet ? RUN_QUIET : RUN_REACHED;
	p->present.fingerprint = c.fingerprint;
	r->checks = list_more(r->checks, r->nchecks, sizeof *r->checks);
	r->checks[r->nchecks] = c;
	r->nchecks += !r->last_quiet; /* a quiet run has also executed events at its end time */
	read_notes(r, b);
}

/* read_pages: note where a piece with pages of memory is. */
static void
read_pages(Recording *r, const Chunk *c)
{
	if (c->nbytes == 0 || c->nbytes % PAGE != 0 || r->npages > NOWHERE - c->nbytes / PAGE)
		report_damaged(r, "pages of memory");
	r->pieces = list_more(r->pieces, r->npieces, sizeof *r->pieces);
	r->pieces[r->npieces++] = (PagePiece){
		.chunk = *c, .first = r->npages, .n = c->nbytes / PAGE};
	r->npages += c->nbytes / PAGE;
}

/* read_orders: note where the orders to link ends of an interval are. */
static void
read_orders(Past *p, const Chunk *c)
{
	Recording *r = p->recording;

	r->orders = list_more(r->orders, r->norders, sizeof *r->orders);
	r->orders[r->norders++] = (OrdersPiece){*c, p->moments.nelsewhere};
}

/* read_end: read how the run ended, and the hash of its last state. */
static void
read_end(Past *p, WireReader *b)
{
	p->present.end = get_below(b, RUN_FINISHED + 1);
	p->recording->hash = get_hash(b);
	if (b->bad)
		report_damaged(p->recording, "its end");
	p->recording->ended = true;
}

/* read_chunk: read a chunk of any other kind. */
static void
read_chunk(Past *p, const Chunk *c, WireReader *b)
{
	switch (c->kind) {
	case CHUNK_FILES:
		read_files(p->recording, b);
		break;
	case CHUNK_TAPE:
		read_tape(p, b);
		break;
	case CHUNK_MOMENT:
		read_moment(p, c, b);
		break;
	case CHUNK_LAST:
		read_end_state(p, c, b);
		break;
	case CHUNK_END:
		read_end(p, b);
		break;
	default:
		report_damaged(p->recording, "a part has an unknown kind");
	}
}

/* read_bytes: unpack the bytes of a chunk; false if it is damaged. */
static bool
read_bytes(Recording *r, const Chunk *c)
{
	if (c->kind == CHUNK_MACHINE || c->kind == CHUNK_MOMENT || c->kind == CHUNK_LAST)
		return chunk_read(r->file, c, no_bytes, &r->bytes);
	if (!chunk_read(r->file, c, r->before, &r->bytes))
		return false;
	r->before.len = 0;
	buf_put(&r->before, r->bytes.data, r->bytes.len);
	return true;
}

/* read_all: read all chunks up to the end, or up to where the file is cut off. */
static void
read_all(Past *p)
{
	Recording *r = p->recording;
	Chunk c;

	while (!r->ended && chunk_next(r->file, &c, &r->cut)) {
		WireReader b;

		if (c.kind == CHUNK_PAGES) { /* pages are read when they are needed */
			read_pages(r, &c);
			continue;
		}
		if (c.kind == CHUNK_ORDERS) {
			read_orders(p, &c);
			continue;
		}
		if (c.kind == CHUNK_COPIES) {
			read_copies(r, &c);
			continue;
		}
		if (c.kind == CHUNK_TEXT) /* unpack.c reads it */
			continue;
		if (c.kind == CHUNK_SENT && p->w) {
			read_sent(r, &c);
			continue;
		}
		if (!read_bytes(r, &c))
			report_damaged(r, "a part cannot be decompressed");
		b = (WireReader){r->bytes.data, r->bytes.data + r->bytes.len};
		if (p->w)
			read_chunk(p, &c, &b);
		else if (c.kind == CHUNK_MACHINE && !r->topology)
			r->topology = topology_parse(
				(const char *)r->bytes.data, r->bytes.len, r->name);
		else if (c.kind == CHUNK_HEAD)
			read_head(p, &b);
		else
			report_damaged(r, "its beginning");
	}
	if (!p->w || (!r->begins_new && p->moments.nelsewhere == 0))
		report_damaged(r, "its beginning");
}

/* ---- the past ---- */

/* go_to_beginning: put the network at the run's beginning. */
static void
go_to_beginning(Past *p)
{
	Buf mark = {0};

	if (p->recording->begins_new) {
		for (size_t i = 0; i < TAPE_MARK_SIZE(&p->tape); i++)
			buf_byte(&mark, 0);
		tape_play(&p->tape, &mark);
		buf_free(&mark);
	} else {
		moment_load(&p->moments, &p->moments.elsewhere[0]);
	}
	p->here = place_at(p->w->now);
	moments_keep(&p->moments);
}

bool
past_is_whole(const Past *p)
{
	return !p->recording || (p->recording->ended && !p->recording->cut);
}

/* warn_cut: warn if the recording is not complete or was made by another version. */
static void
warn_cut(const Past *p)
{
	const Recording *r = p->recording;

	if (r->cut)
		warning("%s is cut off or damaged: it is used up to %s", r->name,
			TIME_STRING(p->present.at));
	else if (!r->ended)
		warning("%s has no end record (the run was interrupted): it is used up to %s",
			r->name, TIME_STRING(p->present.at));
	if (!r->same_layout)
		warning("%s was made by another version of trellis: its checkpoints are not used, "
			"so going back takes longer", r->name);
}

void
past_open_bytes(Past **past, const char *name, Buf bytes)
{
	Past *p = *past = xcalloc(1, sizeof *p);
	Recording *r = p->recording = xcalloc(1, sizeof *r);

	p->piece = EPOCH / 8;
	p->keep_every = KEEP_EVERY;
	r->name = xstrdup(name);
	r->file = chunk_open(r->name, bytes);
	r->copies.name = r->name;
	r->copies.file = r->file;
	read_all(p);
	go_to_beginning(p);
	warn_cut(p);
}

Past *
past_open(const char *name)
{
	Past *p;

	past_open_bytes(&p, name, recording_bytes(name));
	return p;
}

bool
past_is_recording(const char *name)
{
	char *named = runs_find(name);
	bool is = chunk_is_file(named) || file_is_directory(named);

	free(named);
	return is;
}

/* recording_free: free what was read of a recording, when its past is freed. */
void
recording_free(Past *p)
{
	Recording *r = p->recording;

	if (p->w)
		network_free(p->w);
	if (r->topology)
		topology_free(r->topology);
	head_free(r);
	buf_free(&r->last.mark);
	free(r->last.counts);
	tape_written_free(&r->read);
	buf_free(&r->bytes);
	buf_free(&r->piece);
	buf_free(&r->known);
	buf_free(&r->before);
	for (uint32_t i = 0; i < r->copies.n; i++) {
		free((char *)r->files[i].role);
		free((char *)r->files[i].name);
		free((char *)r->files[i].path);
	}
	for (uint32_t i = 0; i < r->nnotes; i++)
		free((char *)r->notes[i].text);
	for (uint32_t i = 0; i < r->npieces; i++)
		buf_free(&r->pieces[i].bytes);
	free(r->pieces);
	free(r->orders);
	free(r->files);
	free(r->copies.copy);
	free(r->copies.pieces);
	free(r->folder);
	free(r->notes);
	free(r->checks);
	free(r->command);
	if (r->file)
		chunk_reader_free(r->file);
	free(r->name);
	free(r);
}

void
past_require_same_kernel(const Past *p)
{
	if (p->recording && !p->recording->same_border)
		fatal("%s was made by another version of trellis, which knows another kernel: here "
			"it can only be replayed and listed; ask that version, or record the run "
			"again", p->recording->name);
}

const char *
past_folder(const Past *p)
{
	Recording *r = p->recording;

	if (r->folder)
		return r->folder;
	r->folder = recording_unpack(r->file, r->name);
	recording_unpack_copies(&r->copies, r->folder, r->files);
	return r->folder;
}

const char *
past_parts(const Past *p, RecordingPart parts[RECORDING_NPARTS])
{
	static const char *const what[] = {
		[CHUNK_MACHINE] = "machine", [CHUNK_HEAD] = "command", [CHUNK_COPIES] = "files",
		[CHUNK_FILES] = "list of files", [CHUNK_TEXT] = "texts",
		[CHUNK_SENT] = "sent by the host", [CHUNK_TAPE] = "tape of the host",
		[CHUNK_PAGES] = "pages of memory", [CHUNK_MOMENT] = "moments",
		[CHUNK_ORDERS] = "orders to links", [CHUNK_END] = "end",
		[CHUNK_LAST] = "last state",
	};
	ChunkReader *r = p->recording->file;
	Chunk c = {0};
	bool cut;

	_Static_assert(sizeof what / sizeof *what == RECORDING_NPARTS + 1, "one for each kind");
	for (int kind = 1; kind < NCHUNKKINDS; kind++)
		parts[kind - 1] = (RecordingPart){.what = what[kind]};
	chunk_rewind(r);
	while (c.kind != CHUNK_END && chunk_next(r, &c, &cut)) {
		RecordingPart *part = &parts[c.kind - 1];

		part->n++;
		part->bytes += c.nbytes;
		part->packed += c.end - c.at;
	}
	return CHUNK_FORMAT;
}

uint32_t
past_nmoments(const Past *p)
{
	return p->moments.nelsewhere;
}

uint32_t
past_files(const Past *p, const RecordedFile **files)
{
	if (p->recording)
		past_folder(p);
	*files = p->recording ? p->recording->files : NULL;
	return p->recording ? p->recording->copies.n : 0;
}

const RecordedFile *
past_file(const Past *p, const char *role)
{
	const RecordedFile *files;
	uint32_t n = past_files(p, &files);

	for (uint32_t i = 0; i < n; i++)
		if (strcmp(files[i].role, role) == 0)
			return &files[i];
	return NULL;
}

uint32_t
past_notes(const Past *p, const RecordedNote **notes)
{
	*notes = p->recording ? p->recording->notes : NULL;
	return p->recording ? p->recording->nnotes : 0;
}

const char *
past_name(const Past *p)
{
	return p->recording ? p->recording->name : NULL;
}

const char *
past_command(const Past *p)
{
	return p->recording ? p->recording->command : NULL;
}

/* ---- orders ---- */

uint32_t
recording_count_moments(const Past *p, Time at)
{
	uint32_t n = 0;

	if (!p->recording || p->recording->norders == 0)
		return 0;
	while (n < p->moments.nelsewhere && p->moments.elsewhere[n].at < at)
		n++;
	return n;
}

bool
recording_is_whole(const Past *p)
{
	return p->recording && p->recording->ended;
}

/*
 * each_order: call `visit` for each order for a link end in a chunk; false if the chunk is damaged.
 */
static bool
each_order(const Past *p, const Chunk *c,
	void (*visit)(void *context, EndId e, const Order *o), void *context)
{
	Recording *r = p->recording;
	WireReader b;
	EndId e;
	Order o;

	if (!chunk_read(r->file, c, no_bytes, &r->bytes))
		return false;
	b = (WireReader){r->bytes.data, r->bytes.data + r->bytes.len, false};
	while (orders_get(&b, &e, &o)) {
		if (e >= p->w->links.nends
			|| !snapshot_order_valid(p->w, &p->w->links.ends[e], &o))
			return false;
		visit(context, e, &o);
	}
	return !b.bad;
}

bool
recording_each_order(const Past *p, uint32_t interval,
	void (*visit)(void *context, EndId e, const Order *o), void *context)
{
	const Recording *r = p->recording;

	for (uint32_t i = 0; i < r->norders; i++)
		if (r->orders[i].before == interval
			&& !each_order(p, &r->orders[i].chunk, visit, context))
			return false;
	return true;
}

/* The orders given to the other ends of a node's links. */
typedef struct OrderRepeater {
	const Network *w;
	NodeId node;
	Network *lone;
	void (*give)(void *context, EndId e, Order o); /* see recording_repeat_orders */
	bool fits; /* the lone machine can take all orders */
} OrderRepeater;

/* is_peer: true if e is the other end of one of the node's links. */
static bool
is_peer(const Network *w, NodeId node, EndId e)
{
	for (uint32_t l = 0; l < NLINKS; l++)
		if (w->links.ends[node * NLINKS + l].peer == e)
			return e / NLINKS != node;
	return false;
}

/*
 * repeat_order: callback of each_order: give the order to the lone machine, if it is for the other
 * end of one of the node's links.
 */
static void
repeat_order(void *context, EndId e, const Order *o)
{
	OrderRepeater *g = context;
	Order copy = *o;

	if (!is_peer(g->w, g->node, e))
		return;
	g->fits &= o->kind != POST_FAULT || g->lone->links.fault;
	if (!g->fits)
		return;
	copy.data = order_copy(o);
	g->give(g->lone, e, copy);
}

bool
recording_repeat_orders(Past *p, uint32_t interval, NodeId node, Network *lone,
	void (*give)(void *context, EndId e, Order o))
{
	OrderRepeater g = {p->w, node, lone, give, true};

	return recording_each_order(p, interval, repeat_order, &g) && g.fits;
}

/* ---- comparison with the recorded run ---- */

/* next_check: the first recorded fingerprint at or after a time; NULL if there is none. */
static const StateCheck *
next_check(const Recording *r, Time at)
{
	uint32_t low = 0, high = r->nchecks;

	while (low < high) {
		uint32_t middle = (low + high) / 2;

		if (r->checks[middle].at < at)
			low = middle + 1;
		else
			high = middle;
	}
	return low < r->nchecks ? &r->checks[low] : NULL;
}

const Moment *
recording_last_moment(const Past *p)
{
	return p->recording && p->recording->last.load ? &p->recording->last : NULL;
}

/*
 * recording_report_misfit: report that an act is not possible in the state of the run; fatal.
 */
void
recording_report_misfit(const Past *p)
{
	assert(p->recording);
	report_damaged(p->recording, "an intervention in the run does not fit its state");
}

Time
recording_next_check(const Past *p)
{
	const StateCheck *c = p->recording ? next_check(p->recording, p->w->now + 1) : NULL;

	return c ? c->at : NEVER;
}

/* check_fingerprint: fatal if the network's fingerprint differs from the recorded one. */
static void
check_fingerprint(const Past *p, uint64_t fingerprint)
{
	uint64_t here = network_fingerprint(p->w);

	if (here != fingerprint)
		fatal("%s: the run has fingerprint %016" PRIx64
			" at %s, recorded was %016" PRIx64
				": replay it with the trellis that made it",
			p->recording->name, here, TIME_STRING(p->w->now), fingerprint);
}

void
recording_check(const Past *p)
{
	const StateCheck *c = p->recording ? next_check(p->recording, p->w->now) : NULL;

	if (c && c->at == p->w->now)
		check_fingerprint(p, c->fingerprint);
}

void
recording_check_end(const Past *p)
{
	const Recording *r = p->recording;

	if (!r)
		return;
	if (r->nchecks > 0 || r->last_quiet) /* otherwise it was cut off before the first check */
		check_fingerprint(p, p->present.fingerprint);
	if (r->ended && r->same_layout && network_hash(p->w) != r->hash)
		fatal("%s: the final state differs from the recorded one: replay it with the "
			"version of trellis that made it", r->name);
}
