/*
 * receives.c - the ways to receive, each with two senders: -DCASE=meet, both, ask, until,
 * probe, alt, skip. The senders work SEND and 2 * SEND rounds first, the receiver RECEIVE rounds before each
 * receive.
 */
#include <kernel.h>
#include <stdio.h>
#include <t800.h>

enum { EVENT = 500 };

static void
work(int n)
{
	volatile int x = 0;

	while (n-- > 0)
		x++;
}

static Nmsg
message(int number)
{
	return (Nmsg){.nh_event = EVENT, .nh_type = 1, .nh_flags = NH_HAS_DATA, .nh_data = {number}};
}

/* ---- meet: senders that wait for the receiver, or find it waiting ---- */

static void
meet_send(int number)
{
	Nmsg m = message(number);

	ksend(&m);
}

static void
meet_receive(void)
{
	Nmsg m = {.nh_event = EVENT};

	krecv(&m);
	printf("got %d\n", (int)m.nh_data[0]);
}

/* ---- both: they send and receive in one call ---- */

static void
both_send(int number)
{
	Nmsg m = message(number), answer = {.nh_event = EVENT + number};

	ksr(&m, &answer);
}

static void
both_receive(void)
{
	Nmsg m = {.nh_event = EVENT};

	krecv(&m);
	printf("got %d\n", (int)m.nh_data[0]);
	nsend(&(Nmsg){.nh_event = EVENT + (int32_t)m.nh_data[0]});
}

/* ---- ask, until, probe: the receiver asks until there is a message ---- */

static void
ask_send(int number)
{
	Nmsg m = message(number);

	nsend(&m);
}

static void
ask_receive(void)
{
	Nmsg m = {.nh_event = EVENT};
	int misses = 0;

	while (ntry_recv(&m) < 0)
		misses++;
	printf("got %d after %d\n", (int)m.nh_data[0], misses);
}

static void
until_send(int number)
{
	ask_send(number);
}

static void
until_receive(void)
{
	Nmsg m = {.nh_event = EVENT};
	int misses = 0;

	while (nrecv_until(&m, getclock() + 500) < 0)
		misses++;
	printf("got %d after %d\n", (int)m.nh_data[0], misses);
}

static void
probe_send(int number)
{
	(number == 1 ? meet_send : ask_send)(number);
}

static void
probe_receive(void)
{
	Nmsg m = {.nh_event = EVENT};
	int misses = 0;

	while (nprobe(&m) < 0)
		misses++;
	printf("saw %d after %d\n", (int)m.nh_data[0], misses);
	meet_receive();
}

/* ---- alt, skip: the receiver has a channel to each sender ---- */

static Channel channel[2];

static void
alt_send(int number)
{
	channel_out_word(&channel[number - 1], number);
}

static void
alt_receive(void)
{
	Channel *const both[] = {&channel[0], &channel[1]};
	int k = alt_channels(both, 2);

	printf("took %d\n", (int)channel_in_word(&channel[k]));
}

static void
skip_send(int number)
{
	alt_send(number);
}

static void
skip_receive(void)
{
	Channel *const both[] = {&channel[1], &channel[0]};
	int misses = 0, k;

	while ((k = alt_channels_skip(both, 2)) < 0)
		misses++;
	printf("took %d after %d\n", (int)channel_in_word(both[k]), misses);
}

/* ---- threads ---- */

#define NAME2(name, of) name##of
#define NAME(name, of) NAME2(name, of)

static void
send(void *number)
{
	work((int)number * SEND);
	NAME(CASE, _send)((int)number);
}

static void
receive(void *to)
{
	(void)to;
	for (int i = 0; i < 2; i++) {
		work(RECEIVE);
		NAME(CASE, _receive)();
	}
}

int
main(void)
{
	Thread *t[3];

	channel_init(&channel[0]);
	channel_init(&channel[1]);
	t[0] = thread_start(send, (void *)1, 2048, PRIORITY_LOW);
	t[1] = thread_start(send, (void *)2, 2048, PRIORITY_LOW);
	t[2] = thread_start(receive, NULL, 2048, PRIORITY_LOW);
	for (int i = 0; i < 3; i++)
		thread_join(t[i]);
	puts("ended");
	return 0;
}
