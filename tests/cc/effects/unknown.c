/* unknown.c - code that is not part of the program, and the transputer's instructions. */
#include <t800.h>

void elsewhere(int **p);

static int given, kept, hidden, sent, got;
static int *lead = &given;
static Channel channel;

static void
say(void)
{
	__t800_out(&sent, &channel, sizeof sent);
}

static void
hear(void)
{
	__t800_in(&got, &channel, sizeof got);
}

int
main(void)
{
	int mine = 0;

	kept = hidden;
	elsewhere(&lead);
	say();
	hear();
	__asm__("ldc 1; stl %0" : "=m"(mine));
	return mine + kept;
}
