/* t800.h: processes, channels, alternatives, timers, bits; inline assembly. */
#include <stdio.h>
#include <t800.h>

static Channel left, right, done;
static char stack1[2000], stack2[2000], stack3[2000];

static void
producer(void *channel)
{
	for (int i = 0; i < 4; i++)
		channel_out_word(channel, channel == (void *)&left ? i : 100 + i);
}

static void
waiter(void *ticks)
{
	timer_wait(timer_now() + (unsigned)ticks);
}

static unsigned
add(unsigned a, unsigned b)
{
	unsigned sum;

	__asm__("ldl %1; ldl %2; sum; stl %0" : "=r"(sum) : "r"(a), "r"(b));
	return sum;
}

int
main(void)
{
	Channel *const all[] = {&left, &right, &done};
	int total = 0, ended = 0, start;

	channel_init(&left), channel_init(&right), channel_init(&done);
	printf("skip %d\n", alt_channels_skip(all, 3));
	printf("until %d\n", alt_channels_until(all, 3, timer_now() + 3));
	process_start(producer, (void *)&left, stack1, sizeof stack1, PRIORITY_LOW, &done);
	process_start(producer, (void *)&right, stack2, sizeof stack2, PRIORITY_HIGH, &done);
	while (ended < 2) {
		int i = alt_channels(all, 3);
		unsigned w = channel_in_word(all[i]);

		if (i == 2)
			ended++;
		else
			total += w;
	}
	printf("total %d\n", total);
	start = timer_now();
	process_start(waiter, (void *)10, stack3, sizeof stack3, PRIORITY_LOW, &done);
	channel_in_word(&done);
	printf("waited %d\n", timer_after(timer_now(), start + 9));
	printf("%u %x %u\n", __t800_bitcnt(3, 0xFF), __t800_bitrevword(1), add(40, 2));
	printf("%x\n", __t800_crcword(0x04C11DB7, 0xFFFFFFFF, 0x12345678));
	printf("priority %d\n", process_priority());
	return 0;
}
