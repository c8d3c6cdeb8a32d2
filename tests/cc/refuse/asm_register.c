int
f(int x)
{
	register int r asm("Areg") = x;

	asm("ldl %0; adc 1; stl %0" : "+r"(r));
	return r;
}
