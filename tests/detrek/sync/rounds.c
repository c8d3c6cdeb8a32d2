/*
 * rounds.c - the orders that `trellis order` finds, against runs on the machine. rounds.t calls it:
 *
 * 	rounds PROGRAM.elf FIRST LAST ROUNDS [plant]
 *
 * PROGRAM (node/rounds.c) runs each of the random programs FIRST to LAST ROUNDS times, on machines
 * with different clocks and memories. For each pair of operations that are not ordered, a round is
 * forced into a schedule in which the first happens without the second, and another round into one
 * in which the second happens without the first. In every second one of the other rounds, threads
 * are held at random before their operations. In no round may an operation come before another one
 * that is ordered before it.
 *
 * plant: declare one unordered pair of each program to be ordered, and force no round for it; print
 * for how many programs a round contradicts this.
 */
#include "cc/node/node_programs.h"
#include "machine/boot_files.h"
#include "detrek/order/order.h"
#include "detrek/sync/operations.h"
#include "node/rounds.h"
#include "sim/host/station/station.h"
#include "tests/random.h"

#include <inttypes.h>

enum { MACHINES = 4, SEMAPHORE = 16 /* bytes */ };

static const char *const timing[MACHINES] = {
	"", "wait=9", "clock=30MHz onchip=16K", "clock=17.5MHz wait=4"};

typedef enum How { HOW_NOT, HOW_FREE, HOW_RANDOM, HOW_FORCED } How;

/* A thread of the program in a round. */
typedef struct Player {
	uint32_t thread; /* its number in the observer */
	bool begun, blocked;
	uint32_t done;
} Player;

/* One program on one machine. */
typedef struct Play {
	uint32_t seed;
	RoundProgram program;
	SemSet set;
	const SemTrace *trace;
	Orders orders;
	Schedule *schedule; /* [nschedules] to be forced */
	uint32_t nschedules, scheduled; /* scheduled: how many of them have been forced */
	bool has_planted;
	EventPair planted; /* declared to be ordered */
	bool (*without)[MOST_OPS]; /* [f][e]: f has happened without e before it */
	uint64_t rounds, deadlocks, wrong;
	uint64_t random;

	Target *target;
	SyncObserver *observer;
	ProgramInfo *elf;
	SyncObjectInfo *objects;
	How how;
	uint32_t at;             /* place in the schedule */
	Player player[MOST_THREADS];
	uint32_t nplayers;
} Play;

/* ---- the program ---- */

static void
read_program(Play *p)
{
	Buf text = {0};

	round_program(&p->program, p->seed);
	for (uint32_t i = 0; i < p->program.nops; i++) {
		const RoundOp *o = &p->program.op[i];

		buf_printf(&text, "%u %c s%u\n", o->thread, o->waits ? 'W' : 'S', o->semaphore);
	}
	sem_read(&p->set, "program", &text);
	p->trace = p->set.trace;
	assert_int_equal(p->trace->ntasks, p->program.nthreads);
	p->orders = orders_find(p->trace, &(OrderPlan){.method = METHOD_EXACT});
	buf_free(&text);
}

/* is_ordered: must event e happen before f? */
static bool
is_ordered(const Play *p, uint32_t e, uint32_t f)
{
	if (p->has_planted && e == p->planted.before && f == p->planted.after)
		return true;
	return sem_stamp_row(p->trace, p->orders.low, f)[p->trace->event[e].task]
		>= sem_event_number(p->trace, e);
}

static bool
is_unordered(const Play *p, uint32_t e, uint32_t f)
{
	return e != f && !is_ordered(p, e, f) && !is_ordered(p, f, e);
}

/* plant: declares one unordered pair to be ordered, if there is any. */
static void
plant(Play *p)
{
	uint32_t n = p->trace->nevents, first = random_below(&p->random, n * n);

	for (uint32_t i = first; i < first + n * n && !p->has_planted; i++) {
		uint32_t e = i / n % n, f = i % n;

		p->planted = (EventPair){e, f};
		p->has_planted = is_unordered(p, e, f);
	}
}

/* add_schedules: for each unordered pair, one that reaches f without e. */
static void
add_schedules(Play *p)
{
	uint32_t n = p->trace->nevents;

	p->schedule = xcalloc(n * n, sizeof *p->schedule);
	for (uint32_t e = 0; e < n; e++)
		for (uint32_t f = 0; f < n; f++)
			if (is_unordered(p, e, f))
				assert_int_equal(witness_pair(p->trace, (EventPair){e, f}, 0,
					&p->schedule[p->nschedules++]), ANSWER_YES);
}

/* ---- holding ---- */

static uint32_t
nevents_of(const Play *p, uint32_t player)
{
	return sem_task_length(p->trace, player);
}

/* next_of: the player's next event. */
static uint32_t
next_of(const Play *p, uint32_t player)
{
	return p->trace->first[player] + p->player[player].done;
}

static bool
has_next(const Play *p, uint32_t player)
{
	return p->player[player].done < nevents_of(p, player);
}

static bool
is_held(const Play *p, uint32_t player)
{
	return p->player[player].begun
		&& sync_is_held(p->observer, p->player[player].thread);
}

/* is_moving: does the player reach its next event, or begin, if the others are held? */
static bool
is_moving(const Play *p, uint32_t player)
{
	return has_next(p, player) && !p->player[player].blocked && !is_held(p, player);
}

static uint32_t
player_of(const Play *p, uint32_t thread)
{
	uint32_t i = 0;

	while (i < p->nplayers && p->player[i].thread != thread)
		i++;
	return i;
}

static bool
may_move(Play *p, uint32_t player)
{
	bool alone = true;

	if (p->how == HOW_FORCED)
		return p->at == p->schedule[p->scheduled].nevents
			|| p->schedule[p->scheduled].event[p->at] == next_of(p, player);
	if (p->how != HOW_RANDOM)
		return true;
	for (uint32_t i = 0; i < p->program.nthreads; i++)
		alone &= i == player || !is_moving(p, i);
	return alone || random_below(&p->random, 2) == 0;
}

static bool
early(void *play, uint32_t thread)
{
	Play *p = play;
	uint32_t i = player_of(p, thread);

	return i < p->nplayers && has_next(p, i) && !may_move(p, i);
}

/* release: release those players that may move now; at least one of them if none is moving. */
static void
release(Play *p, bool all)
{
	uint32_t first = random_below(&p->random, MOST_THREADS);
	bool moving = false;

	for (uint32_t i = 0; i < p->program.nthreads; i++) {
		if (is_held(p, i) && (all || may_move(p, i)))
			sync_release(p->observer, p->player[i].thread);
		moving |= is_moving(p, i);
	}
	for (uint32_t i = first; p->how == HOW_RANDOM && !moving && i < first + MOST_THREADS; i++)
		if (i % MOST_THREADS < p->program.nthreads && is_held(p, i % MOST_THREADS)) {
			sync_release(p->observer, p->player[i % MOST_THREADS].thread);
			moving = true;
		}
}

/* ---- rounds ---- */

/* mistake: count a mistake; print the first of a program, unless an order was planted. */
static void
mistake(Play *p, const char *what)
{
	if (p->wrong++ == 0 && !p->has_planted)
		printf("# program %u, round %" PRIu64 ": %s\n", p->seed, p->rounds, what);
}

static void
round_begin(Play *p)
{
	for (uint32_t i = 0; i < p->program.nthreads; i++)
		p->player[i] = (Player){0};
	p->nplayers = 0;
	p->at = 0;
	p->how = p->scheduled < p->nschedules ? HOW_FORCED : p->rounds % 2 ? HOW_RANDOM : HOW_FREE;
}

static void
round_end(Play *p)
{
	bool whole = true;

	for (uint32_t i = 0; i < p->program.nthreads; i++)
		whole &= !has_next(p, i);
	p->deadlocks += !whole;
	p->rounds++;
	if (p->how == HOW_FORCED) {
		if (p->at < p->schedule[p->scheduled].nevents)
			mistake(p, "a schedule was not completed");
		p->scheduled++;
	}
	p->how = HOW_NOT;
	release(p, true);
}

/* happen: the player's next event has happened. */
static void
happen(Play *p, uint32_t player)
{
	uint32_t f = next_of(p, player);

	p->player[player].blocked = false;
	p->player[player].done++;
	for (uint32_t e = 0; e < p->trace->nevents; e++) {
		uint32_t task = p->trace->event[e].task;

		if (sem_event_number(p->trace, e) <= p->player[task].done)
			continue;
		p->without[f][e] = true;
		if (is_ordered(p, e, f))
			mistake(p, "an operation has come without one that is ordered before it");
	}
	if (p->how == HOW_FORCED && p->at < p->schedule[p->scheduled].nevents) {
		if (p->schedule[p->scheduled].event[p->at] != f)
			mistake(p, "an operation was not the next of the schedule");
		p->at++;
	}
}

static Addr
addr_of(const Play *p, const char *symbol)
{
	Loaded loaded[MAX_LOADED];
	uint32_t n = target_loaded_programs(p->target, 0, loaded);

	for (uint32_t i = 0; i < n; i++)
		if (loaded[i].program == p->elf)
			return image_symbol(&p->elf->image, symbol)->addr + loaded[i].data_moved;
	return 0;
}

static void
thread_new(void *play, uint32_t thread, const SyncThreadInfo *info)
{
	(void)play, (void)thread, (void)info;
}

static void
object_new(void *play, uint32_t object, const SyncObjectInfo *info)
{
	Play *p = play;

	if ((object & (object - 1)) == 0)
		p->objects = xrealloc(p->objects, 2 * (object + 1) * sizeof *p->objects);
	p->objects[object] = *info;
}

static void
operation(void *play, const Operation *o)
{
	Play *p = play;
	const SyncObjectInfo *object = &p->objects[o->object];
	uint32_t i = player_of(p, o->thread);

	if (object->kind == OBJECT_RUN && o->kind == OPERATION_P && p->how != HOW_NOT
		&& p->nplayers < p->program.nthreads) {
		p->player[p->nplayers++] = (Player){.thread = o->thread, .begun = true};
		return;
	}
	if (object->kind != OBJECT_SEMAPHORE)
		return;
	if (object->addr == addr_of(p, "turn") && p->how == HOW_NOT) {
		round_begin(p);
	} else if (object->addr == addr_of(p, "turn")) {
		round_end(p);
	} else if (p->how != HOW_NOT && i < p->nplayers && has_next(p, i)
		&& object->addr - addr_of(p, "semaphores") < MOST_SEMAPHORES * SEMAPHORE) {
		if (o->kind == OPERATION_BLOCK)
			p->player[i].blocked = true;
		else
			happen(p, i);
		release(p, false);
	}
}

/* ---- machines ---- */

static void
play_on(Play *p, const char *file, uint32_t rounds, const char *machine)
{
	char *text = xasprintf("topology t\nnode n0 type=T800 mem=4M %s\nhost h\nwire h.0 n0.0\n"
		"end\n", machine);
	char *arguments[] = {xasprintf("%u", p->seed), xasprintf("%u", rounds)};
	Topology *t = topology_parse(text, strlen(text), "t.topo");
	Network *w = network_new(t);
	BootFiles files = {0};
	Station *s;
	Buf program = program_read(file);
	NodeSet all = node_set_range(0, 0);
	WaitEnd end;
	Job *j;

	boot_files_read(&files, NULL, false);
	s = station_new(w, &(StationOptions){.files = &files, .in = -1, .out = -1, .err = -1});
	p->target = target_new(w);
	target_add_program(p->target, program_open(station_kernel_file(s), "kernel"));
	target_add_program(p->target, p->elf = program_open(file, NULL));
	p->observer = sync_observer_new(p->target, &(SyncCalls){.thread = thread_new,
		.object = object_new, .operation = operation, .early = early, .context = p});
	sync_attach(p->observer);
	assert_int_equal(station_boot(s, NULL), WAIT_DONE);
	j = job_new(s, &all, &(JobOptions){.name = "rounds", .program = &program, .priority = 1,
		.argc = 2, .argv = arguments}, &end);
	assert_int_equal(job_wait(j, NEVER), WAIT_DONE);
	assert_int_equal(p->how, HOW_NOT);
	job_free(j);
	sync_detach(p->observer);
	sync_observer_free(p->observer);
	target_free(p->target);
	station_free(s);
	boot_files_free(&files);
	network_free(w);
	topology_free(t);
	node_set_free(&all);
	buf_free(&program);
	free(p->objects);
	p->objects = NULL;
	free(arguments[0]);
	free(arguments[1]);
	free(text);
}

/* The sums of all programs. */
typedef struct Sums {
	uint64_t programs, rounds, deadlocks, pairs, shown, wrong, contradicted;
} Sums;

static void
add_pairs(Sums *sums, const Play *p)
{
	for (uint32_t e = 0; e < p->trace->nevents; e++)
		for (uint32_t f = 0; f < e; f++) {
			sums->pairs += is_unordered(p, e, f);
			sums->shown += is_unordered(p, e, f) && p->without[e][f]
				&& p->without[f][e];
		}
}

static void
play(Sums *sums, const char *file, uint32_t seed, uint32_t rounds, bool planted)
{
	Play p = {.seed = seed,
		.without = xcalloc(MOST_OPS, sizeof *p.without),
		.random = seed};

	read_program(&p);
	if (planted)
		plant(&p);
	add_schedules(&p);
	for (uint32_t i = 0; i < MACHINES; i++)
		play_on(&p, file, rounds / MACHINES, timing[i]);
	assert_int_equal(p.rounds, rounds / MACHINES * MACHINES);
	assert_int_equal(p.scheduled, p.nschedules);
	add_pairs(sums, &p);
	sums->programs += !planted || p.has_planted;
	sums->rounds += p.rounds;
	sums->deadlocks += p.deadlocks;
	sums->wrong += p.wrong;
	sums->contradicted += p.wrong > 0;
	for (uint32_t i = 0; i < p.nschedules; i++)
		free(p.schedule[i].event);
	free(p.schedule);
	free(p.without);
	orders_free(&p.orders);
	sem_free(&p.set);
}

int
main(int argc, char **argv)
{
	bool planted = argc == 6 && strcmp(argv[5], "plant") == 0;
	Sums sums = {0};

	if (argc < 5) {
		printf("1..0 # SKIP rounds.t calls this with a program\n");
		return 0;
	}
	for (int i = atoi(argv[2]); i <= atoi(argv[3]); i++)
		play(&sums, argv[1], i, atoi(argv[4]), planted);
	if (planted) {
		printf("%" PRIu64 " false orders, %" PRIu64 " contradicted\n", sums.programs,
			sums.contradicted);
		return 0;
	}
	printf("%" PRIu64 " programs, %" PRIu64 " rounds, of which %" PRIu64
		" ended in a deadlock; %" PRIu64 " unordered pairs, %" PRIu64
		" shown in both orders; %" PRIu64 " wrong\n",
		sums.programs, sums.rounds, sums.deadlocks, sums.pairs, sums.shown, sums.wrong);
	return sums.wrong > 0 || sums.shown < sums.pairs;
}
