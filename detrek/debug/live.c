/*
 * live.c - debugs a run while it is being made.
 *
 * The command that runs the network (run, boot) and the debugger each have a thread, and take
 * turns: while one acts, the other waits. The command's past_run gives the turn to the debugger,
 * which moves the run forward and backward as the user wants. When the run cannot continue without
 * the command (past_waits_for_driver), the command gets the turn. When the session ends, the
 * command continues alone.
 */
#include "debug_live.h"

#include "session.h"
#include "base/interrupt.h"
#include "sim/program/executable.h"

#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdlib.h>

struct Live {
	Past *past;         /* borrowed */
	const char *script; /* NULL: none */
	struct LiveProgram {
		const char *file, *name;
	} *programs;
	uint32_t nprograms;
	pthread_t debugger; /* the debugger's thread */
	sem_t turn_of_command, turn_of_debugger; /* signalled to give the thread its turn */
	sigset_t signals;   /* the signals that the command's thread had blocked before */
	bool ended;         /* the command has ended the run */
	bool quit;          /* the session has ended */
};

/* run_terminal: let the user work at the terminal; returns true when the user has left it. */
static bool
run_terminal(Session *s)
{
	session_terminal(s);
	return true;
}

/* The function by which the user controls a session: by default the terminal's. */
static bool (*interact)(Session *s) = run_terminal;

void
live_set_interface(bool (*session)(Session *s))
{
	interact = session;
}

/* ---- turns ---- */

/*
 * pass_turn: post the semaphore `other`, so that the other thread runs, and wait for the semaphore
 * `own`, which the other thread posts when this thread shall run again.
 */
static void
pass_turn(sem_t *other, sem_t *own)
{
	sem_post(other);
	while (sem_wait(own) != 0 && errno == EINTR)
		continue;
}

bool
live_has_ended(const Live *l)
{
	return l->ended;
}

bool
live_let_host_act(Live *l)
{
	if (!l->ended)
		pass_turn(&l->turn_of_command, &l->turn_of_debugger);
	return !l->ended;
}

/* leave_session: end the session; the command's thread gets the signals again. */
static void
leave_session(Live *l)
{
	pthread_join(l->debugger, NULL);
	past_set_driver(l->past, NULL, NULL);
	pthread_sigmask(SIG_SETMASK, &l->signals, NULL);
}

/* drive_network: run the network until a time, as the command wants; the debugger may stop it. */
static RunEnd
drive_network(void *live, Time until)
{
	Live *l = live;

	pass_turn(&l->turn_of_debugger, &l->turn_of_command);
	if (!l->quit)
		return past_run_end(l->past);
	if (past_waits_for_driver(l->past)) {
		leave_session(l);
		return past_run_end(l->past);
	}
	leave_session(l);
	return past_run(l->past, until);
}

/* ---- the session ---- */

/* run_session: let the user debug; false if the process must end. */
static bool
run_session(Live *l)
{
	Session *s;
	bool goes_on = true;

	session_check_chips(past_network(l->past));
	s = session_new(l->past, l->past);
	s->live = l;
	for (uint32_t i = 0; i < l->nprograms; i++)
		target_add_program(s->target, program_open(l->programs[i].file,
			l->programs[i].name));
	session_refresh(s);
	if (l->script && !session_script(s, l->script, true))
		printf("%s\n", s->message);
	if (!s->quit)
		goes_on = interact(s);
	session_free(s);
	past_go_present(l->past);
	if (interrupt_signal == SIGINT) /* the interrupt was for the debugger */
		interrupt_signal = 0;
	return goes_on;
}

/*
 * run_debugger: the thread in which the debugger runs, while the command's thread makes the run;
 * `live` is a Live.
 */
static void *
run_debugger(void *live)
{
	Live *l = live;

	while (sem_wait(&l->turn_of_debugger) != 0 && errno == EINTR)
		continue;
	pthread_sigmask(SIG_SETMASK, &l->signals, NULL);
	if (!run_session(l))
		exit(0);
	if (!l->ended && !interrupt_signal)
		printf("the run goes on\n");
	fflush(stdout);
	l->quit = true;
	sem_post(&l->turn_of_command);
	return NULL;
}

/* ---- for the commands ---- */

/*
 * block_signals: block signals in the command's thread, so that the debugger's thread, which may
 * wait for the keyboard, gets the interrupts.
 */
static void
block_signals(Live *l)
{
	sigset_t signals;

	sigemptyset(&signals);
	sigaddset(&signals, SIGINT);
	sigaddset(&signals, SIGTERM);
	pthread_sigmask(SIG_BLOCK, &signals, &l->signals);
}

Live *
debug_live_begin(Past *past, const char *script)
{
	Live *l = xcalloc(1, sizeof *l);

	*l = (Live){.past = past, .script = script};
	sem_init(&l->turn_of_command, 0, 0);
	sem_init(&l->turn_of_debugger, 0, 0);
	setvbuf(stdin, NULL, _IONBF, 0); /* the application may read the input after the commands */
	block_signals(l);
	errno = pthread_create(&l->debugger, NULL, run_debugger, l);
	if (errno != 0)
		fatal("cannot start the debugger:");
	past_set_driver(past, drive_network, l);
	return l;
}

void
debug_live_program(Live *l, const char *file, const char *name)
{
	if (!l || !executable_file(file)) /* a boot file has nothing to show */
		return;
	l->programs = xrealloc(l->programs, (l->nprograms + 1) * sizeof *l->programs);
	l->programs[l->nprograms++] = (struct LiveProgram){file, name};
}

void
debug_live_end(Live *l)
{
	if (!l)
		return;
	l->ended = true;
	if (!l->quit) {
		fflush(stderr);
		pass_turn(&l->turn_of_debugger, &l->turn_of_command);
		leave_session(l);
	}
	sem_destroy(&l->turn_of_command);
	sem_destroy(&l->turn_of_debugger);
	free(l->programs);
	free(l);
}
