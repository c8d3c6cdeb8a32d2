int
f(int x)
{
	asm("ldc %n1; stl %0" : "=r"(x) : "i"(5));
	return x;
}
