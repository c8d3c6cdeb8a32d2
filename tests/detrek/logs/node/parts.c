/* parts.c - values from before and within a loop that is traced in parts, in the function itself. */
static int early, odd, late;

int
main(void)
{
	int sum = 0;

	early = 7;
	for (int i = 0; i < 600000; i++) {
		sum ^= i;
		if (i == 200000)
			odd = sum + early;
	}
	late = early + odd;
	return late & sum & 0;
}
