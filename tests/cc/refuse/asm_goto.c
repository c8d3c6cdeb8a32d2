int
f(int x)
{
	asm goto("ldl %0; cj %l1" : : "r"(x) : : zero);
	return 1;
zero:
	return 0;
}
