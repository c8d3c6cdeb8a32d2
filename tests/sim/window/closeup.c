/*
 * closeup.c - closeups of a run against its trace file, which is written during the run itself and
 * read here in another way; they leave the network as it was. What pixels show against a model.
 */
#include "worms.h"

#include "sim/trace/trace.h"
#include "sim/window/row_set.h"
#include "tests/random.h"
#include "tests/temp.h"

#include <math.h>
#include <unistd.h>

enum { LAST = 30, NPLACES = 1000 };

static uint64_t count = 30, first = 0;

static uint16_t
place(void *context, NodeId n, Addr iptr, uint32_t *task)
{
	*(uint32_t *)context += n < 75;
	*task = 5;
	return 1 + iptr % NPLACES;
}

/* write_trace: of the whole run. */
static TraceFile
write_trace(const char *file)
{
	Machine m = machine_new();
	Trace *t = trace_open(file, m.t, false);

	network_trace(m.w, t);
	network_run(m.w, LAST * EPOCH);
	network_trace(m.w, NULL);
	trace_close(t);
	machine_free(&m);
	return trace_file_read(file);
}

/* check_work: of a node at a time, by the last event before it. */
static void
check_work(TraceFile *f, const Closeup *c, NodeId n, Time at)
{
	TraceRecord r, last = {.kind = TRACE_IDLE, .where = NOWHERE};
	const Work *k = closeup_work(c, n, at);

	while (trace_file_next(f, &r) && r.at <= at)
		if (r.kind <= TRACE_STOP && r.where == n) {
			if (r.at == at || (r.at == last.at && r.at > 0)) {
				trace_file_rewind(f);
				return; /* the file does not say which was first */
			}
			last = r;
		}
	trace_file_rewind(f);
	if (last.where == NOWHERE)
		assert_true(!k || k->kind == WORK_RESET);
	else if (last.kind == TRACE_IDLE)
		assert_null(k);
	else {
		assert_non_null(k);
		assert_int_equal(k->node, n);
		assert_int_equal(k->begin, last.at > c->span.from ? last.at : c->span.from);
		assert_int_equal(k->kind, last.kind == TRACE_STOP ? WORK_STOPPED : last.value & 1);
	}
	if (k && last.kind == TRACE_RUN && k->begin > c->span.from)
		assert_int_equal(k->place, 1 + last.other % NPLACES);
}

static bool
is_node(const Topology *t, uint32_t end)
{
	return end != NOWHERE && end < t->nnodes * NLINKS;
}

/* check_messages: those received in the closeup are those of the file. */
static void
check_messages(TraceFile *f, const Closeup *c)
{
	Time *sent = xcalloc(trace_nends(f->topology), sizeof *sent);
	uint32_t received = 0, i;
	TraceRecord r;

	while (trace_file_next(f, &r) && r.at < c->span.until) {
		if (r.kind == TRACE_SEND)
			sent[r.where] = r.at;
		if (r.kind != TRACE_RECEIVED || r.at < c->span.from
			|| !is_node(f->topology, r.where) || !is_node(f->topology, r.other))
			continue;
		for (i = 0; i < c->nmessages; i++)
			if (c->message[i].to == r.where && c->message[i].received == r.at)
				break;
		assert_true(i < c->nmessages);
		assert_int_equal(c->message[i].from, r.other);
		assert_int_equal(c->message[i].nbytes, r.value);
		assert_int_equal(c->message[i].sent,
			sent[r.other] >= c->span.from ? sent[r.other] : 0);
		received++;
	}
	for (i = 0; i < c->nmessages; i++)
		received -= c->message[i].received != NEVER;
	assert_int_equal(received, 0);
	trace_file_rewind(f);
	free(sent);
}

static void
as_in_file(void **state)
{
	char dir[TEMP_NAME], name[TEMP_NAME + 16];
	uint32_t asked = 0, found = 0;
	CloseupOptions o = {.seconds = 100, .place = place, .context = &asked};
	TraceFile f;
	Machine m = machine_new();
	Past *p = past_new(m.w);
	Closeup c = {0}, copy = {0};

	(void)state;
	temp_directory(dir);
	snprintf(name, sizeof name, "%s/trace", dir);
	f = write_trace(name);
	while (m.w->now < LAST * EPOCH)
		past_run(p, LAST * EPOCH);
	for (uint64_t i = first; i < first + count; i++) {
		uint64_t x = i + 1, hash;
		Time from = random_next(&x) % (LAST * EPOCH);
		Time length = 1 + random_next(&x) % (i % 2 ? 4 * EPOCH : EPOCH / 8);

		if (i % 3 == 0)
			past_goto(p, place_at(random_next(&x) % (LAST * EPOCH)));
		else if (i % 3 == 1)
			past_go_present(p);
		hash = network_hash(m.w);
		closeup_take(&c, p, (Span){from, from + length}, &o);
		assert_int_equal(network_hash(m.w), hash);
		assert_false(c.too_much);
		assert_true(c.span.from == from && c.span.until <= from + length);
		closeup_copy(&copy, &c);
		check_messages(&f, &copy);
		found += copy.nmessages;
		for (int k = 0; k < 60; k++)
			check_work(&f, &copy, random_below(&x, m.w->nnodes),
				c.span.from + random_next(&x) % (c.span.until - c.span.from));
	}
	assert_true(asked > count && found > count);
	past_free(p);
	assert_int_equal(network_fingerprint(m.w), plain_fingerprint());
	closeup_free(&c);
	closeup_free(&copy);
	trace_file_free(&f);
	machine_free(&m);
	unlink(name);
	rmdir(dir);
}

/* Too much in the given time: said, and asked for again only if it is much less. */
static void
given_up(void **state)
{
	uint32_t asked = 0;
	CloseupOptions o = {.seconds = 0, .place = place, .context = &asked};
	Machine m = machine_new();
	Past *p = past_new(m.w);
	Closeup c = {0};
	Span all = {0, LAST * EPOCH - 1}, half = {EPOCH, 16 * EPOCH}, less = {EPOCH, 15 * EPOCH};

	(void)state;
	while (m.w->now < LAST * EPOCH)
		past_run(p, LAST * EPOCH);
	assert_true(closeup_is_useful(&c, all) && !closeup_covers(&c, all));
	closeup_take(&c, p, all, &o);
	assert_true(c.too_much && c.nwork == 0 && !closeup_covers(&c, less));
	assert_true(!closeup_is_useful(&c, all) && !closeup_is_useful(&c, half));
	assert_true(closeup_is_useful(&c, less));
	o.seconds = 100;
	closeup_take(&c, p, less, &o);
	assert_true(!c.too_much && closeup_covers(&c, less) && !closeup_is_useful(&c, less));
	assert_true(closeup_is_useful(&c, half));
	past_free(p);
	assert_int_equal(network_fingerprint(m.w), plain_fingerprint());
	closeup_free(&c);
	machine_free(&m);
}

/* ---- pixels ---- */

enum { NODES = 40, MOST_WORK = 6 };

/* draw_work: what random nodes do between 0 and 1000. */
static Closeup
draw_work(uint64_t *x)
{
	Closeup c = {.span = {0, 1000}, .nnodes = NODES, .serial = 1};

	c.work = xcalloc(NODES * MOST_WORK, sizeof *c.work);
	c.first = xcalloc(NODES + 1, sizeof *c.first);
	for (NodeId n = 0; n < NODES; n++) {
		Time at = 0;

		c.first[n] = c.nwork;
		for (uint32_t i = random_below(x, MOST_WORK + 1); i > 0; i--) {
			Time begin = at + random_below(x, 80);

			at = begin + 1 + random_below(x, 80);
			c.work[c.nwork++] = (Work){.begin = begin, .end = at, .node = n,
				.kind = random_below(x, WORK_RESET + 1)};
		}
	}
	c.first[NODES] = c.nwork;
	return c;
}

/* shown: the row is shown by this line of pixels. */
static bool
shown(const RowSet *r, uint32_t row, uint32_t y, uint32_t height)
{
	if (r->nrows <= height)
		return floor(r->top + (y + 0.5) * r->nrows / height) == row;
	return floor((row - (double)r->top) * height / r->nrows) == y;
}

static double
model(const RowSet *r, const Closeup *c, double left, double right, uint32_t y, uint32_t height,
	int kind)
{
	double sum = 0, pixel = right - left;
	uint32_t n = 0;

	for (uint32_t row = 0; row < r->n; row++) {
		if (!shown(r, row, y, height))
			continue;
		n++;
		for (uint32_t i = 0; i < c->nwork; i++)
			if (c->work[i].node == r->node[row] && c->work[i].kind == kind)
				sum += fmax(0, fmin(right, c->work[i].end)
					- fmax(left, c->work[i].begin));
	}
	return n ? sum / pixel / n : 0;
}

static void
pixels(void **state)
{
	(void)state;
	for (uint64_t i = first; i < first + count; i++) {
		uint64_t x = i + 1;
		uint32_t width = 1 + random_below(&x, 60), height = 1 + random_below(&x, 60);
		uint32_t from = random_below(&x, 500), length = 1 + random_below(&x, 500);
		Layout l = {.items = calloc(NODES, sizeof *l.items), .nitems = NODES};
		Frame f = {.nnodes = NODES};
		Timeline t = {.part = true, .shown = {from, from + length}};
		Closeup c = draw_work(&x);
		RowSet r;
		Cell *cells;

		for (uint32_t k = 0; k < NODES; k++)
			l.items[k] = (Item){.kind = ITEM_NODE, .part = (k * 7 + i) % NODES};
		if (i % 2)
			t.nrows = 4 + random_below(&x, NODES - 4);
		if (i % 2)
			t.top = random_below(&x, 1 + NODES - t.nrows) / 3.0f;
		r = row_set_all(&t, &f, &l, (Area){10, 10, width, height});
		cells = row_set_cells(&r, &c, width, height);
		for (uint32_t k = 0; k < width * height * (WORK_RESET + 1); k++) {
			uint32_t at = k / (WORK_RESET + 1), kind = k % (WORK_RESET + 1);
			double left = from + (double)(at % width) * length / width;

			assert_float_equal(cells[at].part[kind],
				model(&r, &c, left, left + (double)length / width, at / width,
					height, kind), 2e-3);
		}
		free(cells);
		row_set_free(&r);
		closeup_free(&c);
		free(l.items);
	}
}

/* A message's line begins and ends in its nodes' rows, at its times, cut to the area. */
static void
strokes(void **state)
{
	Layout l = {.items = calloc(4, sizeof *l.items), .nitems = 4};
	Frame f = {.nnodes = 5};
	Timeline t = {.part = true, .shown = {1000, 2000}};
	LinkMessage m[] = {{0, 3 * NLINKS, 1200, 1400, 4}, {NLINKS, 0, 0, 1500, 8},
		{0, NLINKS, 1900, NEVER, 8}, {0, 4 * NLINKS, 1200, 1400, 4},
		{0, NLINKS, 100, 900, 1}};
	Closeup c = {.span = {500, 3000}, .message = m, .nmessages = 5, .nnodes = 5};
	RowSet r;
	Stroke s;

	(void)state;
	for (uint32_t k = 0; k < 4; k++)
		l.items[k] = (Item){.kind = ITEM_NODE, .part = k};
	r = row_set_all(&t, &f, &l, (Area){100, 0, 1000, 80});
	assert_true(row_set_stroke(&r, &c, &m[0], &s));
	assert_float_equal(s.a.x, 300, 0.1);
	assert_float_equal(s.a.y, 10, 0.1);
	assert_float_equal(s.b.x, 500, 0.1);
	assert_float_equal(s.b.y, 70, 0.1);
	assert_true(row_set_stroke(&r, &c, &m[1], &s)); /* from 500, before the area */
	assert_float_equal(s.a.x, 100, 0.1);
	assert_float_equal(s.a.y, 20, 0.1);
	assert_true(row_set_stroke(&r, &c, &m[2], &s));
	assert_float_equal(s.b.x, 1100, 0.1);
	assert_false(row_set_stroke(&r, &c, &m[3], &s)); /* its receiver is not drawn */
	assert_false(row_set_stroke(&r, &c, &m[4], &s)); /* it is earlier */
	assert_int_equal(row_set_count_strokes(&r, &c), 3);
	assert_ptr_equal(row_set_message_at(&r, &c, (Point){401, 41}, 4), &m[0]);
	assert_null(row_set_message_at(&r, &c, (Point){800, 60}, 4));
	row_set_free(&r);
	free(l.items);
}

int
main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(as_in_file),
		cmocka_unit_test(given_up),
		cmocka_unit_test(pixels),
		cmocka_unit_test(strokes),
	};

	return random_main(argc, argv, &count, &first, 10, tests, sizeof tests / sizeof *tests);
}
