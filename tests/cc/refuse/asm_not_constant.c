int a[5];

int
f(int x)
{
	asm("ldc %1; stl %0" : "=r"(x) : "i"(&a[1]));
	return x;
}
