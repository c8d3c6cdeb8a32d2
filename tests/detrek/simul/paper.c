/*
 * paper.c - recognition points of random graphs against the paper's conditions, implemented again
 * with small matrices and checked for every choice of sends and receives.
 *
 * Spezialetti and Gupta, 3.2.4: a point p of P is valid if for each event LEi there are Si, RPi,
 * and for events that can become false SPi and Ri, such that
 *   Si in PRE(RPi), and one path from the start to p meets all RPi;
 *   one path from p to the stop meets all SPi;
 *   (SPi in POST(Ri) and Ri postdominates Si) or (Ri in POST(SPi) and SPi postdominates p);
 *   LEi does not change between Si and Ri.
 * The project moreover wants that SPi has not been executed since RPi. With that the points are
 * those of the product; without it there are more, and all of the product's are among them.
 */
#include "made.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

enum {
	GRAPHS = 2000,
	MAX_EVENTS = 4,
};

/* The data needed from a graph. */
typedef struct Model {
	const Dcfg *d;
	uint32_t n;
	Matrix edge, reach; /* reach: by at least one edge */
	Matrix dom, pdom;   /* [a][b]: a (post)dominates b; of one process */
	Matrix pre, post1, post2;
} Model;

/* Si, RPi, SPi and Ri of an event at a point. */
typedef struct Tuple {
	uint32_t send, recv, reply, wait;
} Tuple;

typedef struct Tuples {
	Tuple *tuple;
	uint32_t n, cap;
} Tuples;

static void
closure(const Model *m, Matrix reach, uint32_t avoid)
{
	memset(reach, 0, sizeof(Matrix));
	for (uint32_t i = 0; i < m->n; i++)
		for (uint32_t k = 0; k < m->n; k++)
			reach[i][k] = m->edge[i][k] && i != avoid && k != avoid;
	for (uint32_t k = 0; k < m->n; k++)
		for (uint32_t i = 0; i < m->n; i++)
			for (uint32_t j = 0; reach[i][k] && j < m->n; j++)
				reach[i][j] |= reach[k][j];
}

static void
find_dominators(Model *m)
{
	static Matrix without;

	for (uint32_t a = 0; a < m->n; a++) {
		const DcfgProcess *p = &m->d->range[m->d->node[a].process];

		closure(m, without, a);
		for (uint32_t b = p->start; b <= p->stop; b++) {
			m->dom[a][b] = a == b || a == p->start ||
				(b != p->start && !without[p->start][b]);
			m->pdom[a][b] = a == b || a == p->stop ||
				(b != p->stop && !without[b][p->stop]);
		}
	}
}

static void
model_init(Model *m, const Dcfg *d)
{
	memset(m, 0, sizeof *m);
	m->d = d;
	m->n = d->name.n;
	for (uint32_t i = 0; i < m->n; i++)
		for (uint32_t e = d->flow.first[i]; e < d->flow.first[i + 1]; e++)
			m->edge[i][d->flow.to[e]] = true;
	closure(m, m->reach, NONE);
	find_dominators(m);
	solve(d, 0, m->pre);
	solve(d, 1, m->post1);
	solve(d, 2, m->post2);
}

/* Whether a path from a leads to b and meets neither x nor y strictly between. */
static bool
path(const Model *m, uint32_t a, uint32_t b, uint32_t x, uint32_t y)
{
	bool met[MODEL_NODES] = {false};
	uint32_t stack[MODEL_NODES], n = 0;

	for (uint32_t v = a;; v = stack[--n]) {
		for (uint32_t k = 0; k < m->n; k++) {
			if (!m->edge[v][k] || met[k])
				continue;
			met[k] = true;
			if (k != x && k != y)
				stack[n++] = k;
		}
		if (n == 0)
			return met[b];
	}
}

static bool
stable(const Model *m, const LocalEvent *e, uint32_t Si, uint32_t Ri, PointMode mode)
{
	if (mode == DEP) {
		bool only = m->edge[Si][Ri];

		for (uint32_t k = 0; k < m->n; k++)
			only &= !m->edge[Si][k] || k == Ri;
		return only;
	}
	for (uint32_t i = 0; i < e->n; i++) {
		uint32_t c = e->change[i];

		if (c != Si && c != Ri && path(m, Si, c, Si, Ri) && path(m, c, Ri, Si, Ri))
			return false;
	}
	return true;
}

static bool
answers(const Model *m, uint32_t p, const Tuple *t)
{
	return (m->post1[t->wait][t->reply] && m->pdom[t->wait][t->send]) ||
		(m->post2[t->reply][t->wait] && m->pdom[t->reply][p]);
}

/* Whether the tuple is one for the event at p; ours: with the project's condition. */
static bool
is_tuple(const Model *m, const LocalEvent *e, uint32_t p, const Tuple *t, PointMode mode, bool ours)
{
	if (!m->pre[t->recv][t->send] || (t->recv != p && !m->reach[t->recv][p]))
		return false;
	if (mode == MONO)
		return true;
	if (t->reply == p || !m->reach[p][t->reply] || !m->reach[t->send][t->wait])
		return false;
	if (ours && t->recv != p && path(m, t->reply, p, t->recv, NONE))
		return false;
	return answers(m, p, t) && stable(m, e, t->send, t->wait, mode);
}

static void
add_tuple(Tuples *list, const Tuple *t)
{
	for (uint32_t i = 0; i < list->n; i++)
		if (list->tuple[i].recv == t->recv && list->tuple[i].reply == t->reply)
			return;
	if (list->n == list->cap) {
		list->cap = list->cap ? 2 * list->cap : 16;
		list->tuple = xrealloc(list->tuple, list->cap * sizeof *list->tuple);
	}
	list->tuple[list->n++] = *t;
}

static bool
is(const Model *m, uint32_t v, uint32_t process, DcfgKind kind)
{
	return m->d->node[v].process == process && m->d->node[v].kind == kind;
}

static Tuples
find_tuples(const Model *m, const LocalEvent *e, uint32_t p, PointMode mode, bool ours)
{
	uint32_t P = m->d->node[p].process, Q = e->process;
	Tuples list = {0};
	Tuple t;

	for (t.send = 0; t.send < m->n; t.send++) {
		for (t.recv = 0; is(m, t.send, Q, DCFG_SEND) && t.recv < m->n; t.recv++) {
			if (!is(m, t.recv, P, DCFG_RECV) || !m->pre[t.recv][t.send])
				continue;
			t.reply = t.wait = NONE;
			if (mode == MONO) {
				if (is_tuple(m, e, p, &t, mode, ours))
					add_tuple(&list, &t);
				continue;
			}
			for (t.reply = 0; t.reply < m->n; t.reply++)
				for (t.wait = 0; is(m, t.reply, P, DCFG_SEND) && t.wait < m->n;
					t.wait++)
					if (is(m, t.wait, Q, DCFG_RECV) &&
						is_tuple(m, e, p, &t, mode, ours))
						add_tuple(&list, &t);
		}
	}
	return list;
}

/* Whether one path from a to b meets all n nodes; b and, if it counts, a may be among them. */
static bool
one_path(const Model *m, uint32_t a, bool counts, uint32_t b, const uint32_t *node, uint32_t n)
{
	bool met[MODEL_NODES][1 << MAX_EVENTS] = {{false}};
	uint32_t stack[MODEL_NODES << MAX_EVENTS], mask = 0, k = 0, all = ((uint32_t)1 << n) - 1;

	for (uint32_t i = 0; i < n && counts; i++)
		mask |= (uint32_t)(node[i] == a) << i;
	met[a][mask] = true;
	stack[k++] = a << MAX_EVENTS | mask;
	while (k > 0) {
		uint32_t v = stack[--k] >> MAX_EVENTS;

		mask = stack[k] & all;
		for (uint32_t to = 0; to < m->n; to++) {
			uint32_t next = mask;

			if (!m->edge[v][to])
				continue;
			for (uint32_t i = 0; i < n; i++)
				next |= (uint32_t)(node[i] == to) << i;
			if (met[to][next])
				continue;
			met[to][next] = true;
			stack[k++] = to << MAX_EVENTS | next;
		}
	}
	return met[b][all];
}

/* Tries all tuples for events i and on. */
static bool
choice(const Model *m, uint32_t p, const Tuples *list, uint32_t i, uint32_t n, uint32_t *recv,
	uint32_t *reply)
{
	const DcfgProcess *at = &m->d->range[m->d->node[p].process];

	if (i == n)
		return one_path(m, at->start, true, p, recv, n) &&
			(n == 0 || reply[0] == NONE || one_path(m, p, false, at->stop, reply, n));
	for (uint32_t k = 0; k < list[i].n; k++) {
		recv[i] = list[i].tuple[k].recv;
		reply[i] = list[i].tuple[k].reply;
		if (choice(m, p, list, i + 1, n, recv, reply))
			return true;
	}
	return false;
}

static bool
valid(const Model *m, const Query *q, uint32_t p, PointMode mode, bool ours)
{
	Tuples list[MAX_EVENTS] = {0};
	uint32_t n = 0, recv[MAX_EVENTS], reply[MAX_EVENTS];
	bool found;

	if (p == m->d->range[q->process].stop)
		return false;
	for (uint32_t i = 0; i < q->n; i++) {
		const LocalEvent *e = &m->d->local_event[q->event[i]];

		if (e->process != q->process)
			list[n++] = find_tuples(m, e, p, mode, ours);
	}
	found = choice(m, p, list, 0, n, recv, reply);
	for (uint32_t i = 0; i < n; i++)
		free(list[i].tuple);
	return found;
}

/*
 * Number of points of the product, and of additional points that satisfy only the paper's
 * conditions.
 */
typedef struct Count {
	uint32_t points[NPOINT_MODES], more[NPOINT_MODES];
} Count;

static void
check_query(const Model *m, const Relations *r, const Query *q, const char *text, Count *count)
{
	const DcfgProcess *at = &m->d->range[q->process];
	Points points = points_find(m->d, r, q);

	for (int mode = 0; mode < NPOINT_MODES; mode++) {
		for (uint32_t p = at->start; p <= at->stop; p++) {
			bool is_point = points.valid[mode][p - at->start];

			if (is_point != valid(m, q, p, mode, true))
				fail_msg("%s %s is %sa point\n%s", point_mode[mode],
					m->d->name.text[p], is_point ? "" : "not ", text);
			count->points[mode] += is_point;
			if (is_point)
				assert_true(valid(m, q, p, mode, false));
			else
				count->more[mode] += valid(m, q, p, mode, false);
		}
	}
}

static void
random_graphs(const MadeShape *shape, uint32_t seed)
{
	static Model m;
	Count count = {0};
	uint32_t s = seed;

	for (int i = 0; i < GRAPHS; i++) {
		Buf b = made_dcfg(&s, shape);
		Arena a = {0};
		Dcfg *d = dcfg_read(&a, "made", (char *)b.data, b.len);
		Relations r = relations_find(d);

		buf_byte(&b, 0);
		model_init(&m, d);
		for (uint32_t k = 0; k < d->nqueries; k++)
			check_query(&m, &r, &d->query[k], (char *)b.data, &count);
		arena_free(&a);
		buf_free(&b);
	}
	for (int mode = 0; mode < NPOINT_MODES; mode++) {
		print_message("# %s: %u points, %u more without the project's condition\n",
			point_mode[mode], count.points[mode], count.more[mode]);
		assert_true(count.points[mode] > 0);
	}
	assert_int_equal(count.more[MONO], 0);
}

static void
any_shape(void **state)
{
	static const MadeShape shape = {.minprocesses = 2, .maxprocesses = 4, .minnodes = 4,
		.maxnodes = 10, .comps = 3, .hub = 3, .extras = 3, .loops = true};

	(void)state;
	random_graphs(&shape, 1);
}

static void
servers(void **state)
{
	static const MadeShape shape = {.minprocesses = 2, .maxprocesses = 3, .minnodes = 5,
		.maxnodes = 8, .comps = 2, .hub = 8, .extras = 2, .loops = true};

	(void)state;
	random_graphs(&shape, 2);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(any_shape),
		cmocka_unit_test(servers),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
