/* branches.c - lines with one condition, with several, and with one that cannot be evaluated. */
static int a = 3, b, c, d;

static int
two(void)
{
	return 2;
}

int
main(void)
{
	if (a > 2)
		b = 1;
	if (a > 2 && b) c = 1;
	if (a) d = a > 7 ? 4 : 5;
	for (int i = 0; i < 1; i++) if (b) c++;
	if (two() == 2)
		d++;
	while (a-- > 3)
		b++;
	switch (d) {
	case 6:
		c = 9;
	}
	return 0;
}
