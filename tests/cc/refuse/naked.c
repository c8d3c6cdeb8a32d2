__attribute__((naked)) int
f(void)
{
	asm("ldc 5; ret");
}
