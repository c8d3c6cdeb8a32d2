/* chosen.c - values that a branch chooses: of an expression, and in a register (pick.s). */
int pick(void);

int a = 3, b = 4, c = 5, greater, less, kept;

int
main(void)
{
	greater = a > 2 ? b : c;
	less = a > 3 ? b : c;
	kept = pick();
	return 0;
}
