/*
 * process.c - processes: their beginning, children, end.
 *
 * Requests to kenyad are sent to its event on the target node; its answers, and the notices of
 * children that ended, arrive at minus the pid. Notices for other waiting processes are kept.
 */
#include "lib.h"
#include "../libc/heap.h"
#include "../libc/host.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>

typedef struct EndedChild { /* a saved notice of a child that has ended */
	struct EndedChild *next;
	ExitNotice notice;
} EndedChild;

Pid __self, __parent;

static EndedChild *ended; /* saved notices */
static int children; /* ended children not yet returned by kwait are included */
static int begun;    /* true once the process runs */
static Semaphore asking = {.count = 1}; /* one request at a time: answers are not distinguished */

int main(int argc, char **argv);

/* __begin: called from crt.s, with the process's data. */
_Noreturn void
__begin(const StartBlock *s)
{
	__self = s->pid;
	__note_turn();
	__parent = s->parent;
	ended = NULL;
	children = 0;
	sem_init(&asking, 1);
	if (s->function) {
		__own_reset();
		heap_forget(); /* the copied list refers to the caller's blocks */
		((void (*)(void *))s->function)((void *)s->argc);
		exit(0);
	}
	begun = 1;
	__constructors();
	exit(main(s->argc, (char **)s->argv));
}

/* ask_kenyad: send a request to kenyad of a node; returns the result. */
static int
ask_kenyad(uint32_t node, const KenyadRequest *r, uint32_t nbytes)
{
	KenyadReply answer;
	Nmsg m = {.nh_node = node, .nh_event = EVENT_SYSTEM(EV_KENYAD), .nh_flags = NH_SYSTEM,
		.nh_length = nbytes, .nh_msg = (void *)r};
	Nmsg a = {.nh_event = -__self, .nh_type = TYPE_KENYAD, .nh_length = sizeof answer,
		.nh_msg = &answer};
	int result;

	sem_wait(&asking);
	result = nsend(&m);
	if (result >= 0)
		result = nrecv(&a);
	sem_signal(&asking);
	return result < 0 ? result : answer.result;
}

static uint32_t
strings_length(int argc, char *const *argv) /* sum of their lengths */
{
	uint32_t n = 0;

	for (int i = 0; i < argc; i++)
		n += strlen(argv[i]) + 1;
	return (n + 3) & ~3u;
}

int
kcreate(uint32_t node, uint32_t tag, int priority, int argc, char *const *argv)
{
	uint32_t n = strings_length(argc, argv);
	KenyadRequest *r = malloc(sizeof *r + n);
	char *s = (char *)(r + 1);
	int result;

	if (!r)
		return KE_NOMEM;
	*r = (KenyadRequest){KENYAD_CREATE, getnodeid(), -__self, tag, 0, priority, argc, n};
	memset(s, 0, n);
	for (int i = 0; i < argc; i++)
		s = strcpy(s, argv[i]) + strlen(argv[i]) + 1;
	result = ask_kenyad(node, r, sizeof *r + n);
	free(r);
	if (result >= 0)
		children++;
	return result;
}

int
kclone(void (*f)(void *), void *argument, uint32_t stack_bytes, int priority)
{
	int result = __call(KC_CLONE, (uint32_t)f, (uint32_t)argument, stack_bytes, priority);

	if (result >= 0)
		children++;
	return result;
}

int
kkill(uint32_t node, Pid pid, int signal)
{
	KenyadRequest r = {KENYAD_SIGNAL, getnodeid(), -__self, 0, pid, signal, 0, 0};

	if (pid <= 0)
		return KE_NOPROC;
	return ask_kenyad(node, &r, sizeof r);
}

/* take_saved_notice: remove the saved notice of pid (0: of any child); 0 if there is none. */
static int
take_saved_notice(Pid pid, ExitNotice *notice)
{
	for (EndedChild **at = &ended; *at; at = &(*at)->next) {
		EndedChild *e = *at;

		if (pid && e->notice.pid != pid)
			continue;
		*notice = e->notice;
		*at = e->next;
		free(e);
		return 1;
	}
	return 0;
}

static int
save_notice(const ExitNotice *notice) /* keep it in a list; 0, or KE_NOMEM */
{
	EndedChild *e = malloc(sizeof *e);

	if (!e)
		return KE_NOMEM;
	*e = (EndedChild){ended, *notice};
	ended = e;
	return 0;
}

int
kwait(Pid pid, int *status)
{
	ExitNotice n;
	int result = 0;

	if (children == 0)
		return KE_NOPROC;
	while (!take_saved_notice(pid, &n)) {
		Nmsg m = {.nh_event = -__self,
			.nh_type = TYPE_EXIT,
			.nh_length = sizeof n,
			.nh_msg = &n};

		result = nrecv(&m);
		if (result >= 0)
			result = save_notice(&n);
		if (result < 0)
			return result;
	}
	children--;
	if (status)
		*status = n.reason == EXIT_CALLED ? n.status : -(int)n.reason;
	return n.pid;
}

void
kexit(int status)
{
	for (;;)
		__call(KC_EXIT, status, EXIT_CALLED, 0, 0);
}

/* abort: end the process, even if a handler of SIGABRT returns. */
void
abort(void)
{
	void (*handler)(int) = signal(SIGABRT, SIG_DFL);

	if (handler != SIG_DFL && handler != SIG_IGN)
		handler(SIGABRT);
	for (;;)
		__call(KC_EXIT, 0, EXIT_ABORT, 0, 0);
}

void
panic(const char *text)
{
	for (;;)
		__call(KC_PANIC, (uint32_t)text, 0, 0, 0);
}

/* __trap: end the process because a check of -fcheck has failed; called by compiled code. */
void
__trap(void)
{
	panic("a check failed: an index, an overflow, a shift, a division or an address");
}
