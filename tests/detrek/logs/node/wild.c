/* wild.c - an index that a function has computed leads outside memory. */
static int places[4], where = 3;

static int
far(int n)
{
	return n << 27;
}

int
main(void)
{
	where = far(where + 1);
	places[where] = 1;
	return 0;
}
