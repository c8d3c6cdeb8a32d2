/* twice.c - a place of the ring. */
#include <channel.h>
#include <misc.h>

int main(void)
{
	Channel *in = get_param(1), *out = get_param(2);

	for (;;)
		ChanOutInt(out, 2 * ChanInInt(in));
	return 0;
}
