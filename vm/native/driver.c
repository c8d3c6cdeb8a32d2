/*
 * driver.c - the sequential driver: runs an application of trek.h as a program of the host.
 *
 * Three processes are connected by pipes, each with the same global variables as its counterpart on
 * the nodes: the generator and the receiver with the values that init_master left, the computing
 * process with the initial values.
 *
 * 	data_generator --tasks--> compute_fn, split_fn, join_fn --results--> result_receiver
 *
 * Tasks are computed one after the other in order of their numbers. With -s DEGREE,DEPTH each task
 * is split as often as a tree of nodes could do it, and the parts are computed one after the other.
 * With -r BLOCKS the stages are the blocks of an SPMD, and -n is the number of steps.
 *
 * 	program [-n TASKS] [-p STAGES | -r BLOCKS | -s DEGREE,DEPTH] [--] [arguments]
 *
 * Exit status: 0, or 1 with a message for a mistake of the application.
 */
#include "trek/trek.h"

#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

/* Functions that an application may omit. */
void split_fn(const void *task, uint32_t nbytes) __attribute__((weak));
void join_fn(const Part *part, uint32_t nparts) __attribute__((weak));
void border_fn(const void *block, uint32_t nbytes, Side side) __attribute__((weak));

static struct {
	uint32_t tasks, degree, depth, bits, stages; /* options; bits of a SubTid for a split */
	uint32_t stage;       /* the stage that is being computed */
	int ring;             /* the stages are blocks */
	const Part *border;   /* [NSIDES] the borders of the block being computed; NULL elsewhere */
	const char *function; /* the user function being executed; NULL if none */
	uint32_t task, part;  /* the task that is being executed; its SubTid */
	uint32_t made;        /* number of tasks made by the generator */
	void *shared;         /* [nshared] the bytes of share() */
	uint32_t nshared;
	int is_shared;        /* share() has been called */
	int to, from;         /* pipes of this process; -1 for none */
	Part *out;            /* where put_result and put_part store their data */
	uint32_t nout, most;  /* how many there are, and may be */
} driver = {.degree = 1, .stages = 1, .stage = 1, .to = -1, .from = -1};

/* fail_with: print a message, and end the program. */
static _Noreturn void
fail_with(const char *fmt, ...)
{
	va_list ap;

	fflush(stdout);
	fprintf(stderr, "trek: %s(): ", driver.function ? driver.function : "main");
	va_start(ap, fmt);
	vfprintf(stderr, fmt, ap);
	va_end(ap);
	fputc('\n', stderr);
	exit(1);
}

/* copy_data: a copy of n bytes, which the caller frees. */
static void *
copy_data(const void *data, uint32_t nbytes)
{
	void *p = malloc(nbytes + 1);

	if (!p)
		fail_with("no memory for %u bytes", nbytes);
	if (nbytes > 0)
		memcpy(p, data, nbytes);
	return p;
}

/* ---- pipes: a number, a size, the bytes ---- */

/* put_bytes: write n bytes to the next process. */
static void
put_bytes(const void *p, size_t n)
{
	ssize_t k;

	for (const char *s = p; n > 0; s += k, n -= k)
		if ((k = write(driver.to, s, n)) <= 0)
			_exit(1); /* the next process has ended with a message */
}

/* get_bytes: read n bytes from the previous process; returns 0 at the end. */
static int
get_bytes(void *p, size_t n)
{
	ssize_t k;

	for (char *s = p; n > 0; s += k, n -= k)
		if ((k = read(driver.from, s, n)) <= 0)
			return 0;
	return 1;
}

/* put_item: write a numbered piece of data to the next process. */
static void
put_item(uint32_t number, const void *data, uint32_t nbytes)
{
	uint32_t head[2] = {number, nbytes};

	if (nbytes > TREK_MAX_BYTES)
		fail_with("%u bytes for task %u; at most %u can be sent", nbytes, number,
			TREK_MAX_BYTES);
	put_bytes(head, sizeof head);
	put_bytes(data, nbytes);
}

/* get_item: read a numbered piece of data from the previous process; returns NULL at the end. */
static void *
get_item(uint32_t *number, uint32_t *nbytes)
{
	uint32_t head[2];
	void *p;

	if (!get_bytes(head, sizeof head))
		return NULL;
	*number = head[0];
	*nbytes = head[1];
	p = malloc(head[1] + 1);
	if (!p)
		fail_with("no memory for %u bytes", head[1]);
	if (!get_bytes(p, head[1]))
		exit(1); /* the previous process has ended with a message */
	return p;
}

/* ---- what TrEK offers ---- */

/*
 * check_caller: end the program with a message unless the application is in one of the two
 * functions.
 */
static void
check_caller(const char *call, const char *one, const char *other)
{
	if (!driver.function || (strcmp(driver.function, one) != 0
		&& strcmp(driver.function, other) != 0))
		fail_with("%s() may not be called here", call);
}

void
do_task(const void *data, uint32_t nbytes)
{
	check_caller("do_task", "data_generator", "data_generator");
	put_item(driver.made++, data, nbytes);
}

/*
 * add_result: keep a copy of a result of the function; too many or too long ones end the program.
 */
static void
add_result(const char *call, const void *data, uint32_t nbytes)
{
	if (driver.nout == driver.most)
		fail_with("%s was called more than %u times for task %u", call, driver.most,
			driver.task);
	if (nbytes > TREK_MAX_BYTES)
		fail_with("%u bytes for task %u; at most %u can be sent", nbytes, driver.task,
			TREK_MAX_BYTES);
	driver.out[driver.nout++] = (Part){copy_data(data, nbytes), nbytes};
}

void
put_result(const void *data, uint32_t nbytes)
{
	check_caller("put_result", "compute_fn", "join_fn");
	add_result("put_result", data, nbytes);
}

void
put_part(const void *data, uint32_t nbytes)
{
	check_caller("put_part", "split_fn", "split_fn");
	add_result("put_part", data, nbytes);
}

void
put_border(const void *data, uint32_t nbytes)
{
	check_caller("put_border", "border_fn", "border_fn");
	add_result("put_border", data, nbytes);
}

const void *
get_border(Side side, uint32_t *nbytes)
{
	if (side >= NSIDES || !driver.border)
		fail_with("get_border() may not be called here, or for that side");
	if (nbytes)
		*nbytes = driver.border[side].nbytes;
	return driver.border[side].data;
}

int32_t
get_result(void *room, uint32_t room_bytes, uint32_t *task)
{
	uint32_t number, nbytes;
	void *p;

	check_caller("get_result", "result_receiver", "result_receiver");
	p = get_item(&number, &nbytes);
	if (!p)
		return -1;
	if (nbytes > room_bytes)
		fail_with("the result of task %u has %u bytes, and there is room for %u", number,
			nbytes, room_bytes);
	memcpy(room, p, nbytes);
	free(p);
	if (task)
		*task = number;
	return nbytes;
}

void
share(const void *data, uint32_t nbytes)
{
	check_caller("share", "init_master", "init_master");
	if (driver.is_shared)
		fail_with("share() was called twice");
	driver.shared = copy_data(data, nbytes);
	driver.nshared = nbytes;
	driver.is_shared = 1;
}

/*
 * shared: the bytes that the call of share() has stored, and their number in *nbytes if nbytes is
 * not NULL; NULL if share() has not been called.
 */
const void *
shared(uint32_t *nbytes)
{
	if (nbytes)
		*nbytes = driver.nshared;
	return driver.is_shared ? driver.shared : NULL;
}

uint32_t
total_tasks(void)
{
	return driver.tasks;
}

uint32_t
task_number(void)
{
	return driver.task;
}

uint32_t
task_part(void)
{
	return driver.part;
}

uint32_t
split_degree(void)
{
	return driver.degree;
}

uint32_t
stage_number(void)
{
	return driver.stage;
}

/* stage_count: see stage_number in trek.h. */
uint32_t
stage_count(void)
{
	return driver.stages;
}

/* ---- the three processes ---- */

/*
 * begin_call: begin a call of a user function that must call put_... the right number of times; the
 * results go to `out`.
 */
static void
begin_call(const char *function, uint32_t part, Part *out, uint32_t most)
{
	driver.function = function;
	driver.part = part;
	driver.out = out;
	driver.nout = 0;
	driver.most = most;
}

/* only_result: end a call that must give one result, and return the result. */
static Part
only_result(Part *out)
{
	if (driver.nout == 0)
		fail_with("no result for task %u", driver.task);
	driver.function = NULL;
	return *out;
}

static Part solve_task(Part task, uint32_t part, uint32_t level);

/*
 * solve_split: split a task, solve its parts and join the results; returns 0 if split_fn made no
 * parts.
 */
static int
solve_split(Part task, uint32_t part, uint32_t level, Part *result)
{
	Part parts[TREK_MAX_DEGREE], results[TREK_MAX_DEGREE];

	begin_call("split_fn", part, parts, driver.degree);
	split_fn(task.data, task.nbytes);
	if (driver.nout == 0)
		return 0;
	if (driver.nout != driver.degree)
		fail_with("%u parts of task %u; a split makes %u or none", driver.nout, driver.task,
			driver.degree);
	for (uint32_t i = 0; i < driver.degree; i++) {
		results[i] = solve_task(parts[i], part | i << driver.bits * level, level + 1);
		free((void *)parts[i].data);
	}
	begin_call("join_fn", part, result, 1);
	join_fn(results, driver.degree);
	*result = only_result(result);
	for (uint32_t i = 0; i < driver.degree; i++)
		free((void *)results[i].data);
	return 1;
}

/* solve_task: compute the task, or split it and solve its parts; returns the result. */
static Part
solve_task(Part task, uint32_t part, uint32_t level)
{
	Part result;

	if (level <= driver.depth && solve_split(task, part, level, &result))
		return result;
	begin_call("compute_fn", part, &result, 1);
	compute_fn((void *)task.data, task.nbytes);
	return only_result(&result);
}

/* solve_stages: let each stage compute a task, which is the previous stage's result. */
static Part
solve_stages(Part task)
{
	Part result = {0};

	for (driver.stage = 1; driver.stage <= driver.stages; driver.stage++) {
		Part next = solve_task(driver.stage == 1 ? task : result, 0, 1);

		free((void *)result.data);
		result = next;
	}
	return result;
}

/* border_of: the border of a block for its neighbour at that side. */
static Part
border_of(uint32_t block, Part data, Side side)
{
	Part result;

	driver.stage = block + 1;
	begin_call("border_fn", 0, &result, 1);
	border_fn(data.data, data.nbytes, side);
	return only_result(&result);
}

/* solve_step: compute a step of an SPMD; borders[i] are those that block i receives. */
static void
solve_step(Part *block, Part (*borders)[NSIDES])
{
	uint32_t n = driver.stages;

	for (uint32_t i = 0; i < n; i++) {
		borders[(i + 1) % n][SIDE_PREVIOUS] = border_of(i, block[i], SIDE_NEXT);
		borders[(i + n - 1) % n][SIDE_NEXT] = border_of(i, block[i], SIDE_PREVIOUS);
	}
	for (uint32_t i = 0; i < n; i++) {
		Part next;

		driver.stage = i + 1;
		driver.border = borders[i];
		next = solve_task(block[i], 0, 1);
		driver.border = NULL;
		free((void *)block[i].data);
		block[i] = next;
		for (Side side = 0; side < NSIDES; side++)
			free((void *)borders[i][side].data);
	}
}

/*
 * solve_ring: compute the tasks with a block for each stage of a ring, whose stages exchange
 * borders.
 */
static void
solve_ring(void)
{
	Part *block = calloc(driver.stages, sizeof *block);
	Part (*borders)[NSIDES] = calloc(driver.stages, sizeof *borders);
	uint32_t number;

	if (!block || !borders)
		fail_with("no memory for %u blocks", driver.stages);
	for (uint32_t i = 0; i < driver.stages; i++)
		if (!(block[i].data = get_item(&number, &block[i].nbytes)))
			exit(1); /* the generator has ended with a message */
	for (driver.task = 0; driver.task < driver.tasks; driver.task++)
		solve_step(block, borders);
	for (uint32_t i = 0; i < driver.stages; i++) {
		put_item(i, block[i].data, block[i].nbytes);
		free((void *)block[i].data);
	}
	free(block);
	free(borders);
}

/* compute_tasks: compute each task that the previous process sends, and send the result on. */
static void
compute_tasks(void)
{
	uint32_t number, nbytes;

	driver.shared = get_item(&number, &driver.nshared);
	driver.is_shared = driver.shared && number;
	if (driver.ring) {
		solve_ring();
		return;
	}
	for (void *p; (p = get_item(&number, &nbytes)) != NULL; free(p)) {
		Part result;

		driver.task = number;
		result = solve_stages((Part){p, nbytes});
		put_item(number, result.data, result.nbytes);
		free((void *)result.data);
	}
}

/* generate_tasks: call the generator and send its tasks to the next process. */
static void
generate_tasks(void)
{
	driver.function = "data_generator";
	data_generator();
	if (driver.ring && driver.made != driver.stages)
		fail_with("%u tasks were made, and %u announced (stage_count())",
			driver.made, driver.stages);
	if (!driver.ring && driver.tasks && driver.made != driver.tasks)
		fail_with("%u tasks were made, and %u announced (total_tasks)", driver.made,
			driver.tasks);
}

/*
 * start_child: start a child process that runs f between two pipes. It has no other pipe ends, and
 * ends with its parent.
 */
static pid_t
start_child(void (*f)(void), int from, int to, const int pipes[4])
{
	pid_t pid;

	fflush(stdout);
	pid = fork();
	if (pid < 0) {
		perror("fork");
		exit(1);
	}
	if (pid > 0)
		return pid;
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	for (int i = 0; i < 4; i++)
		if (pipes[i] != from && pipes[i] != to)
			close(pipes[i]);
	driver.from = from;
	driver.to = to;
	f();
	exit(0);
}

/*
 * read_options: read the program's own options; returns the index of the first argument of the
 * application.
 */
static int
read_options(int argc, char **argv)
{
	int c;

	while ((c = getopt(argc, argv, "+n:p:r:s:")) != -1) {
		if (c == 'n')
			driver.tasks = strtoul(optarg, NULL, 0);
		else if (c == 'p')
			driver.stages = strtoul(optarg, NULL, 0);
		else if (c == 'r' && border_fn)
			driver.ring = (driver.stages = strtoul(optarg, NULL, 0)) > 0;
		else if (c != 's' || sscanf(optarg, "%u,%u", &driver.degree, &driver.depth) != 2
			|| driver.degree < 2 || driver.degree > TREK_MAX_DEGREE || !split_fn
			|| !join_fn)
			return -1;
	}
	while (1u << driver.bits < driver.degree)
		driver.bits++;
	return optind;
}

/* main: run the application as three processes, joined by pipes: generator, tasks, and receiver. */
int
main(int argc, char **argv)
{
	int pipes[4], *tasks = pipes, *results = pipes + 2;
	int first = read_options(argc, argv), status, failed = 0;
	int unwritten;
	pid_t pids[2];

	if (first < 0) {
		fprintf(stderr, "usage: %s [-n TASKS] [-p STAGES | -r BLOCKS | -s DEGREE,DEPTH] "
			"[--] [arguments]\n-s needs split_fn and join_fn, -r border_fn\n", argv[0]);
		return 2;
	}
	if (pipe(tasks) || pipe(results)) {
		perror("pipe");
		return 1;
	}
	pids[0] = start_child(compute_tasks, tasks[0], results[1], pipes);
	close(tasks[0]);
	close(results[1]);
	driver.to = tasks[1];
	driver.from = results[0];
	argv[first - 1] = argv[0];
	driver.function = "init_master";
	init_master(argc - first + 1, argv + first - 1);
	driver.function = NULL;
	put_item(driver.is_shared, driver.shared, driver.nshared);
	pids[1] = start_child(generate_tasks, -1, tasks[1], pipes);
	close(tasks[1]);
	driver.function = "result_receiver";
	result_receiver();
	unwritten = fflush(stdout) != 0 || ferror(stdout);
	if (unwritten)
		perror("trek: the output cannot be written");
	close(results[0]);
	for (int i = 0; i < 2; i++) {
		waitpid(pids[i], &status, 0);
		failed |= WIFEXITED(status) && WEXITSTATUS(status) != 0;
	}
	return unwritten ? 2 : failed;
}
