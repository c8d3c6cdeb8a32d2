/*
 * link.c - two link ends: every order of readiness, correct data, and random orders that give the
 * same result in every mode of simulation.
 *
 * Arguments: the number of random runs; the number of the first.
 */
#include "tests/random.h"
#include "tests/sim/network/rig.h"

enum {
	A = 1,              /* link 1 of n0, wired to B */
	B = NLINKS + 2,     /* link 2 of n1 */
	MAX_ORDERS = 24,
	MAX_OUTCOMES = 4096,
};

#define MICRO 1000000ull /* ps */

static const uint32_t lengths[] = {0, 1, 2, 4, 5, 255, 4096};

enum { NLENGTHS = sizeof lengths / sizeof *lengths };

static uint64_t first, nruns = 4000;

/* ---- a pair of ends without programs ---- */

static void
pair_open(Machine *m, const char *options)
{
	Buf text = {0};

	buf_printf(&text,
		"topology pair\nnode n0 %s\nnode n1 %s\nhost h\nwire h.0 n0.0\nwire n0.1 "
		"n1.2\nend\n",
		options, options);
	buf_byte(&text, 0);
	machine_open(m, (char *)text.data, (Way){0});
	buf_free(&text);
	for (EndId e = 0; e < 2 * NLINKS; e++) {
		m->w->links.ends[e].receiver = RECEIVE_MESSAGE;
		m->w->links.ends[e].receiving = false;
	}
}

static uint8_t
pattern(uint32_t i)
{
	return i * 7 + (i >> 8);
}

/* An order; what goes out is the pattern from byte `from` on. */
static Order
order(Time at, PostKind kind, Word len, uint32_t from)
{
	Order o = {.at = at, .kind = kind, .len = len};

	if (kind == POST_OUT && len > 0) {
		o.data = xmalloc(len);
		for (Word i = 0; i < len; i++)
			o.data[i] = pattern(from + i);
	}
	return o;
}

static void
assert_pattern(const End *e, uint32_t from, uint32_t n)
{
	assert_int_equal(e->in_have, n);
	for (uint32_t i = 0; i < n; i++)
		assert_int_equal(e->in.data[i], pattern(from + i));
}

/*
 * One message, output at time `out` and input at time `in`, optionally in both directions at once;
 * returns when B has received it.
 */
static void
one_message(const char *options, Word len, Time out, Time in, bool both)
{
	Machine m;
	End *a, *b;

	pair_open(&m, options);
	a = &m.w->links.ends[A];
	b = &m.w->links.ends[B];
	end_add_order(a, order(out, POST_OUT, len, 0));
	end_add_order(b, order(in, POST_IN, len, 0));
	if (both) {
		end_add_order(b, order(in, POST_OUT, len, 99));
		end_add_order(a, order(out, POST_IN, len, 0));
	}
	link_advance(&m.w->links, A, 50000 * MICRO, true);
	assert_false(a->sending || b->receiving || a->receiving || b->sending);
	assert_int_equal(a->out_traffic.nbytes, len);
	assert_int_equal(b->in_traffic.nbytes, len);
	if (len > 0)
		assert_pattern(b, 0, len);
	if (both && len > 0)
		assert_pattern(a, 99, len);
	machine_close(&m);
}

static void
every_order_of_readiness(void **state)
{
	static const char *const kinds[] = {"type=T800", "type=T800 speed=5Mb", "type=T414"};
	static const Time times[] = {1, MICRO, MICRO + 1, 2 * MICRO, 500 * MICRO};

	(void)state;
	for (size_t kind = 0; kind < 3; kind++)
		for (size_t len = 0; len < NLENGTHS; len++)
			for (size_t i = 0; i < 25; i++)
				for (int both = 0; both < 2; both++)
					one_message(kinds[kind], lengths[len], times[i / 5],
						times[i % 5], both);
}

/* Periods are skipped up to the end of an advance, also if a packet begins at that very time. */
static void
advances_end_in_time(void **state)
{
	(void)state;
	for (int jump = 1; jump < 60; jump++) { /* steps of the link in an advance */
		Machine quick, slow;
		Time at = 0;

		pair_open(&quick, "");
		pair_open(&slow, "");
		for (int i = 0; i < 2; i++) {
			Links *l = i ? &slow.w->links : &quick.w->links;

			end_add_order(&l->ends[A], order(1, POST_OUT, 255, 0));
			end_add_order(&l->ends[B], order(1, POST_IN, 255, 0));
		}
		while (at != NEVER) {
			for (int i = 0; i < jump && at != NEVER; i++) {
				at = link_next_step(&slow.w->links, A);
				if (at != NEVER)
					link_advance(&slow.w->links, A, at + 1, false);
			}
			link_advance(&quick.w->links, A, at == NEVER ? NEVER : at + 1, true);
			assert_int_equal(
				quick.w->links.ends[B].in_have, slow.w->links.ends[B].in_have);
		}
		machine_close(&quick);
		machine_close(&slow);
	}
}

/* A message of n bytes, taken by several ins, and several outs by one in. */
static void
lengths_need_not_agree(void **state)
{
	static const Word parts[] = {1, 3, 250, 2, 4000};
	Word sum = 0;
	Machine m;

	(void)state;
	pair_open(&m, "");
	for (size_t i = 0; i < 5; i++)
		sum += parts[i];
	end_add_order(&m.w->links.ends[A], order(1, POST_OUT, sum, 0));
	end_add_order(&m.w->links.ends[A], order(1, POST_IN, sum, 0));
	for (uint32_t i = 0, from = 0; i < 5; from += parts[i++]) {
		end_add_order(&m.w->links.ends[B], order((5000 * i + 1) * MICRO, POST_IN, parts[i], 0));
		end_add_order(&m.w->links.ends[B],
			order((5000 * i + 1) * MICRO, POST_OUT, parts[i], from));
		link_advance(&m.w->links, A, 5000 * (i + 1) * MICRO, true);
		assert_pattern(&m.w->links.ends[B], from, parts[i]);
		assert_int_equal(m.w->links.ends[A].in_have, from + parts[i]);
		assert_int_equal(m.w->links.ends[A].sending, i < 4);
	}
	assert_pattern(&m.w->links.ends[A], 0, sum);
	machine_close(&m);
}

/*
 * A reset of the receiver keeps the rest of the message for the next input; a reset of the sender
 * drops what it has not sent.
 */
static void
resets_in_mid_message(void **state)
{
	Machine m;

	(void)state;
	pair_open(&m, "");
	end_add_order(&m.w->links.ends[A], order(1, POST_OUT, 100, 0));
	end_add_order(&m.w->links.ends[B], order(1, POST_IN, 100, 0));
	/* bytes take 575 ns: the 18th is half way */
	end_add_order(&m.w->links.ends[B], order(10 * MICRO, POST_RESET_IN, 0, 0));
	link_advance(&m.w->links, A, 100 * MICRO, true);
	assert_false(m.w->links.ends[B].receiving);
	assert_true(m.w->links.ends[A].sending);
	end_add_order(&m.w->links.ends[B], order(100 * MICRO, POST_IN, 10, 0));
	link_advance(&m.w->links, A, 200 * MICRO, true);
	assert_false(m.w->links.ends[B].receiving);
	assert_pattern(&m.w->links.ends[B],
		m.w->links.ends[A].out_sent - 10 - m.w->links.ends[B].held, 10);
	end_add_order(&m.w->links.ends[A], order(200 * MICRO, POST_RESET_OUT, 0, 0));
	end_add_order(&m.w->links.ends[A], order(201 * MICRO, POST_OUT, 3, 500));
	end_add_order(&m.w->links.ends[B], order(202 * MICRO, POST_RESET_IN, 0, 0));
	end_add_order(&m.w->links.ends[B], order(300 * MICRO, POST_IN, 2, 0));
	link_advance(&m.w->links, A, 400 * MICRO, true);
	assert_false(m.w->links.ends[A].receiving);
	machine_close(&m);
}

/*
 * A guard is notified of the first byte once, whether the byte arrives before or after it is
 * enabled.
 */
static void
guards_are_told_once(void **state)
{
	for (Time guard = 1; guard < 5 * MICRO; guard += 100000) {
		Machine m;
		uint64_t fingerprint;

		pair_open(&m, "");
		end_add_order(&m.w->links.ends[A], order(2 * MICRO, POST_OUT, 3, 0));
		end_add_order(&m.w->links.ends[B], order(guard, POST_GUARD, 0, 0));
		link_advance(&m.w->links, A, 6 * MICRO, true);
		assert_true(m.w->links.ends[B].held && m.w->links.ends[B].guard_reported
			&& !m.w->links.ends[B].guard);
		fingerprint = m.w->links.ends[B].fingerprint;
		assert_int_not_equal(fingerprint, 0);
		end_add_order(&m.w->links.ends[B], order(7 * MICRO, POST_GUARD, 0, 0));
		link_advance(&m.w->links, A, 8 * MICRO, true);
		assert_int_equal(m.w->links.ends[B].fingerprint, fingerprint);
		end_add_order(&m.w->links.ends[B], order(9 * MICRO, POST_IN, 3, 0));
		link_advance(&m.w->links, A, 20 * MICRO, true);
		assert_pattern(&m.w->links.ends[B], 0, 3);
		machine_close(&m);
	}
	(void)state;
}

/* Two links that code comes over at once: the earlier boots, at one time the lower. */
static void
one_link_boots(void **state)
{
	for (Time lead = 0; lead < 3 * MICRO; lead += 50000) {
		for (int first = 0; first < 2; first++) {
			static const char text[] =
				"topology boots\nnode n[0-2] speed=20Mb\nhost h\nwire h.0 n0.0\n"
				"wire n0.1 n1.1\nwire n2.2 n1.3\nend\n";
			static const uint8_t code[] = {4, 0x21, 0x22, 0x23, 0x24};
			EndId from[2] = {1, 2 * NLINKS + 2};
			Machine m;

			machine_open(&m, text, (Way){0});
			for (int i = 0; i < 2; i++) {
				Order o = {.at = MICRO + (i == first ? 0 : lead), .kind = POST_OUT,
					.len = sizeof code, .data = xmalloc(sizeof code)};

				memcpy(o.data, code, sizeof code);
				network_add_order(m.w, from[i], o);
			}
			network_run(m.w, 50 * MICRO);
			assert_int_not_equal(m.w->nodes[1]->stop, STOP_BOOT);
			/* Creg at the start: the boot link's input channel */
			assert_int_equal(m.w->nodes[1]->r.creg,
				LINK_IN0 + 4 * (lead == 0 || first == 0 ? 1 : 3));
			machine_close(&m);
		}
	}
	(void)state;
}

/* ---- random orders ---- */

/* A run: what each end is ordered, and the outcomes that come of it. */
typedef struct Script {
	uint64_t random;
	const char *options;
	struct {
		Time at;
		PostKind kind;
		Word len;
	} orders[2][MAX_ORDERS];
	uint32_t norders;
	Time end, delay;
	Time outcomes[2][MAX_OUTCOMES];
	uint32_t noutcomes[2];
} Script;

static void
script_make(Script *s, uint64_t number)
{
	static const char *const options[] = {
		"", "speed=10Mb", "speed=5Mb", "type=T414", "type=T414 speed=5Mb"};
	static const PostKind kinds[] = {POST_IN, POST_IN, POST_IN, POST_OUT, POST_OUT, POST_OUT,
		POST_GUARD, POST_UNGUARD, POST_RESET_IN, POST_RESET_OUT};
	uint32_t nkinds;

	*s = (Script){.random = number};
	s->options = options[random_below(&s->random, 5)];
	s->norders = 1 + random_below(&s->random, MAX_ORDERS);
	s->delay = random_below(&s->random, 2) ? 0 : random_below(&s->random, 800000);
	nkinds = random_below(&s->random, 3) ? 8 : 10;
	for (int i = 0; i < 2; i++) {
		Time at = 1;

		for (uint32_t k = 0; k < s->norders; k++) {
			at += random_below(&s->random, random_below(&s->random, 2) ? 3000000
				: 300000000);
			s->orders[i][k].at = at;
			s->orders[i][k].kind = kinds[random_below(&s->random, nkinds)];
			s->orders[i][k].len = lengths[random_below(&s->random, NLENGTHS)];
			if (s->end < at)
				s->end = at;
		}
	}
	s->end += 8000 * MICRO;
}

/* hit: a fault of any kind on a byte; the order's length says which. */
static void
hit(End *e, End *peer, const Order *o)
{
	static const HitKind kinds[] = {HIT_CHANGED, HIT_LOST, HIT_REPEATED};
	Order as = *o;

	(void)peer;
	as.ptr = 0x55;
	end_add_hit(e, kinds[o->at % 3], &as);
}

static void
script_open(const Script *s, Machine *m)
{
	pair_open(m, s->options);
	m->w->links.fault = hit;
	m->w->links.ends[A].delay = m->w->links.ends[B].delay = s->delay;
}

/* give: the orders before `until` that have not yet been given. */
static void
give(const Script *s, Machine *m, uint32_t given[2], Time until)
{
	static const EndId ends[2] = {A, B};

	for (int i = 0; i < 2; i++)
		for (uint32_t *k = &given[i]; *k < s->norders && s->orders[i][*k].at < until; ++*k)
			end_add_order(&m->w->links.ends[ends[i]],
				order(s->orders[i][*k].at, s->orders[i][*k].kind,
					s->orders[i][*k].len, *k));
}

/* record: what one packet did. */
static void
record(Script *s, const Machine *m, Time at, uint64_t before[2])
{
	static const EndId ends[2] = {A, B};

	for (int i = 0; i < 2; i++) {
		if (m->w->links.ends[ends[i]].fingerprint != before[i]
			&& s->noutcomes[i] < MAX_OUTCOMES)
			s->outcomes[i][s->noutcomes[i]++] = at;
		before[i] = m->w->links.ends[ends[i]].fingerprint;
	}
}

/* walk: packet by packet; the reference. */
static void
walk(Script *s, Machine *m)
{
	uint32_t given[2] = {0, 0};
	uint64_t before[2] = {0, 0};
	Time at;

	script_open(s, m);
	give(s, m, given, NEVER);
	while ((at = link_next_step(&m->w->links, A)) < s->end) {
		link_advance(&m->w->links, A, at + 1, false);
		record(s, m, at, before);
	}
	link_advance(&m->w->links, A, s->end, false);
}

static Time
next_given(const Script *s, int i, uint32_t given)
{
	return given < s->norders ? s->orders[i][given].at : NEVER;
}

/* check_outlook: what an end's outlook says of an outcome, if the other end's next order is known. */
static void
check_outlook(const Outlook *o, Time outcome, Time order)
{
	if (o->busy)
		return;
	assert_int_not_equal(o->after, NEVER);
	assert_int_not_equal(order, NEVER);
	assert_true(order + o->after <= outcome);
}

/* check_bounds: at `now` nothing comes earlier than is said, if no later order is known. */
static void
check_bounds(const Script *s, Machine *m, const uint32_t given[2], Time now)
{
	static const EndId ends[2] = {A, B};

	link_expect(&m->w->links, A);
	for (int i = 0; i < 2; i++) {
		uint32_t k = 0;
		Time own = next_given(s, i, given[i]), other = next_given(s, !i, given[!i]);

		while (k < s->noutcomes[i] && s->outcomes[i][k] < now)
			k++;
		if (k == s->noutcomes[i] || s->outcomes[i][k] >= own)
			continue;
		assert_in_range(end_bound(&m->w->links, ends[i], other), 0, s->outcomes[i][k]);
		check_outlook(&m->w->links.outlook[ends[i]], s->outcomes[i][k], other);
		if (s->outcomes[i][k] < other)
			assert_true(m->w->links.ends[ends[i]].expect <= s->outcomes[i][k]
				|| m->w->links.ends[ends[i]].norders > 0
				|| m->w->links.ends[ends[!i]].norders > 0);
	}
}

/*
 * follow: advance the link only at the times at which it asks for it. No outcome may lie before
 * them, and few of them may lead to none.
 */
static void
follow(const Script *s, Machine *m)
{
	static const EndId ends[2] = {A, B};
	uint32_t given[2] = {0, 0}, found[2] = {0, 0}, times = 0;
	uint64_t before[2] = {0, 0};
	Time at;

	script_open(s, m);
	give(s, m, given, NEVER);
	while ((at = link_expect(&m->w->links, A)) < s->end) {
		link_advance(&m->w->links, A, at + 1, true);
		for (int i = 0; i < 2; i++) {
			uint64_t now = m->w->links.ends[ends[i]].fingerprint;

			if (now != before[i] && found[i] < MAX_OUTCOMES)
				assert_int_equal(s->outcomes[i][found[i]++], at);
			before[i] = now;
		}
		times++;
	}
	link_advance(&m->w->links, A, s->end, true);
	for (int i = 0; i < 2; i++)
		assert_int_equal(found[i], s->noutcomes[i]);
	assert_in_range(times, 0, 10 * (2 * s->norders + found[0] + found[1] + 1));
}

/* cut: periods at once, cut at random times, orders given no earlier than needed. */
static void
cut(Script *s, Machine *m)
{
	uint32_t given[2] = {0, 0};
	Time now = 0;

	script_open(s, m);
	while (now < s->end) {
		Time until = now + 1
			+ random_below(&s->random, random_below(&s->random, 2) ? 2000000
				: 900000000);

		if (until > s->end)
			until = s->end;
		give(s, m, given, until);
		check_bounds(s, m, given, now);
		link_advance(&m->w->links, A, until, random_below(&s->random, 4) > 0);
		now = until;
	}
}

static void
assert_same_end(const End *x, const End *y)
{
	assert_int_equal(x->fingerprint, y->fingerprint);
	assert_memory_equal(x, y, offsetof(End, out));
	assert_int_equal(x->norders, y->norders);
	if (x->receiving && x->in_have > 0)
		assert_memory_equal(x->in.data, y->in.data, x->in_have);
}

static void
assert_same_link(const Network *x, const Network *y)
{
	assert_same_end(&x->links.ends[A], &y->links.ends[A]);
	assert_same_end(&x->links.ends[B], &y->links.ends[B]);
}

static void
check_script(Script *s)
{
	Machine walked, counted, followed;

	walk(s, &walked);
	cut(s, &counted);
	follow(s, &followed);
	assert_same_link(walked.w, counted.w);
	assert_same_link(walked.w, followed.w);
	machine_close(&walked);
	machine_close(&counted);
	machine_close(&followed);
}

static void
random_orders_come_to_the_same(void **state)
{
	(void)state;
	for (uint64_t i = first; i < first + nruns; i++) {
		Script s;

		script_make(&s, i);
		check_script(&s);
	}
}

/*
 * resets_hasten_messages: both ends send; one of them stops sending, or receiving, in the middle,
 * so that the other message gets faster. No bound may be later than its end is then.
 */
static void
resets_hasten_messages(void **state)
{
	(void)state;
	for (uint64_t i = first; i < first + nruns; i++) {
		Script s = {.random = i, .options = i & 1 ? "" : "speed=10Mb", .norders = 3};
		PostKind kind = i & 2 ? POST_RESET_IN : POST_RESET_OUT;
		Time second = 2 + random_below(&s.random, 3 * MICRO);

		for (int end = 0; end < 2; end++) {
			s.orders[end][0].at = 1;
			s.orders[end][0].kind = POST_IN;
			s.orders[end][1].at = second;
			s.orders[end][1].kind = POST_OUT;
			s.orders[end][0].len = s.orders[end][1].len = 100;
			s.orders[end][2].at = second + random_below(&s.random, 65 * MICRO);
			s.orders[end][2].kind = end == 1 ? kind : POST_UNGUARD;
		}
		s.end = 400 * MICRO;
		check_script(&s);
	}
}

/* faults_hit_bytes: a byte that is changed, lost or repeated before periods are skipped. */
static void
faults_hit_bytes(void **state)
{
	(void)state;
	for (uint64_t i = first; i < first + nruns; i++) {
		Script s = {.random = i, .options = "", .norders = 3};

		for (int end = 0; end < 2; end++) {
			s.orders[end][0].at = 1 + random_below(&s.random, 3);
			s.orders[end][0].kind = POST_FAULT;
			s.orders[end][0].len = random_below(&s.random, 30);
			s.orders[end][1].at = 10;
			s.orders[end][1].kind = POST_IN;
			s.orders[end][2].at = 11 + random_below(&s.random, 3 * MICRO);
			s.orders[end][2].kind = i & 1 || end ? POST_OUT : POST_UNGUARD;
			s.orders[end][1].len = s.orders[end][2].len = 100;
		}
		s.end = 400 * MICRO;
		check_script(&s);
	}
}

int
main(int argc, char **argv)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_order_of_readiness),
		cmocka_unit_test(advances_end_in_time),
		cmocka_unit_test(lengths_need_not_agree),
		cmocka_unit_test(resets_in_mid_message),
		cmocka_unit_test(guards_are_told_once),
		cmocka_unit_test(one_link_boots),
		cmocka_unit_test(random_orders_come_to_the_same),
		cmocka_unit_test(resets_hasten_messages),
		cmocka_unit_test(faults_hit_bytes),
	};

	return random_main(argc, argv, &nruns, &first, 10, tests, sizeof tests / sizeof *tests);
}
