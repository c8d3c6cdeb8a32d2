void
f(double x)
{
	asm("ldc 1" : : "F"(1.5));
}
