/*
 * mpi.c - ranks connected by MPI. The program trellis-mpi is trellis with this file.
 *
 * MPI ends all ranks with a message when one of them dies or a call fails.
 */
#define _DEFAULT_SOURCE
#include "sim/ranks/ranks.h"
#include "sim/ranks/start.h"

#include <limits.h>
#include <mpi.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

enum {
	TAG_REQUEST,
	TAG_ROUND,
	TAG_STATE,
	PIECE = 1 << 30,   /* bytes of one MPI message; their number must be an int */
	SHORT_REST = 20,   /* us from the first look for a request to the next; then doubled */
	LONG_REST = 1000,  /* us, the longest time between two looks */
	/* looks for a message of a round before the process sleeps between two looks */
	LOOKS = 100,
};

/* ---- messages of any length ---- */

/* send_message: send a message in pieces; the first piece that is not full is the last. */
static void
send_message(int to, int tag, const Buf *message)
{
	size_t at = 0, n;

	do {
		n = message->len - at < PIECE ? message->len - at : PIECE;
		MPI_Send(message->data + at, n, MPI_BYTE, to, tag, MPI_COMM_WORLD);
		at += n;
	} while (n == PIECE);
}

/* reserve_bytes: give a buffer room for `size` bytes; its length stays. */
static void
reserve_bytes(Buf *b, size_t size)
{
	if (b->cap >= size)
		return;
	b->cap = size;
	b->data = xrealloc(b->data, size);
}

/*
 * await_message: wait for a message. On a busy host, a rank that only yielded its processor would
 * continue after the time slices of all others; a rank that sleeps continues as soon as it wakes
 * up.
 */
static void
await_message(int from, int tag, MPI_Status *status)
{
	int there = 0;

	for (uint32_t looks = 0;; looks++) {
		MPI_Iprobe(from, tag, MPI_COMM_WORLD, &there, status);
		if (there)
			return;
		if (looks >= LOOKS)
			usleep(1);
	}
}

/*
 * receive_message: replace the contents of a buffer by a message of a rank, which comes in pieces.
 */
static void
receive_message(int from, int tag, Buf *message)
{
	MPI_Status status;
	int n;

	message->len = 0;
	do {
		await_message(from, tag, &status);
		MPI_Get_count(&status, MPI_BYTE, &n);
		reserve_bytes(message, message->len + n + 1);
		MPI_Recv(message->data + message->len, n, MPI_BYTE, from, tag, MPI_COMM_WORLD,
			MPI_STATUS_IGNORE);
		message->len += n;
	} while (n == PIECE);
}

/* ---- the transport ---- */

static Transport transport;

/*
 * exchange_messages: Transport.exchange: send a message to each other rank, and receive one from
 * each.
 */
static void
exchange_messages(const Buf *out, Buf *in)
{
	MPI_Request sent[RANKS_MAX];
	int n = 0;

	for (uint32_t i = 0; i < transport.size; i++) {
		if (i == transport.rank)
			continue;
		assert(out[i].len < PIECE);
		MPI_Isend(out[i].data, out[i].len, MPI_BYTE, i, TAG_ROUND, MPI_COMM_WORLD,
			&sent[n++]);
	}
	for (uint32_t i = 0; i < transport.size; i++)
		if (i != transport.rank)
			receive_message(i, TAG_ROUND, &in[i]);
	MPI_Waitall(n, sent, MPI_STATUSES_IGNORE);
}

/* publish_request: Transport.publish: send a request of rank 0 to each other rank. */
static void
publish_request(const Buf *message)
{
	for (uint32_t i = 1; i < transport.size; i++)
		send_message(i, TAG_REQUEST, message);
}

/*
 * await_request: wait for a request of rank 0, which may be busy for long, so this sleeps between
 * two looks.
 */
static void
await_request(Buf *message)
{
	useconds_t rest = SHORT_REST;
	int there = 0;

	for (;;) {
		MPI_Iprobe(0, TAG_REQUEST, MPI_COMM_WORLD, &there, MPI_STATUS_IGNORE);
		if (there)
			break;
		usleep(rest);
		if (rest < LONG_REST)
			rest *= 2;
	}
	receive_message(0, TAG_REQUEST, message);
}

/*
 * collect_states: Transport.collect: receive on rank 0 what each other rank has sent by
 * deliver_state.
 */
static void
collect_states(Buf *in)
{
	for (uint32_t i = 1; i < transport.size; i++)
		receive_message(i, TAG_STATE, &in[i]);
}

/* deliver_state: Transport.deliver: send this rank's state to rank 0. */
static void
deliver_state(const Buf *message)
{
	send_message(0, TAG_STATE, message);
}

/* ---- beginning and end ---- */

/* finish_rank: end MPI when the program exits. */
static void
finish_rank(int status, void *process)
{
	if (getpid() != *(const pid_t *)process)
		return; /* a child of the process */
	if (!ranks_finish())
		MPI_Abort(MPI_COMM_WORLD, status);
	MPI_Finalize();
}

/* serve_rank: be a rank other than 0 until rank 0 has finished. */
static _Noreturn void
serve_rank(RanksTask *task)
{
	signal(SIGINT, SIG_IGN); /* rank 0 ends all */
	ranks_serve(&transport, task);
	MPI_Finalize();
	exit(0);
}

void
ranks_enter(int argc, char **argv, RanksTask *task)
{
	static pid_t process;
	int rank, size, level;

	setenv("OMPI_MCA_mpi_yield_when_idle", "0", 1);
	MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &level);
	unsetenv("OMPI_COMM_WORLD_SIZE"); /* programs started by this one are not ranks */
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &size);
	if (size > RANKS_MAX)
		fatal("%d ranks: at most %d are possible", size, RANKS_MAX);
	transport = (Transport){.rank = rank,
		.size = size,
		.exchange = exchange_messages,
		.publish = publish_request,
		.await = await_request,
		.collect = collect_states,
		.deliver = deliver_state};
	process = getpid();
	if (rank > 0)
		serve_rank(task);
	on_exit(finish_rank, &process);
	if (size > 1)
		ranks_init(&transport);
}
