void
f(void)
{
	asm("ldc 1" : : : "Areg");
}
