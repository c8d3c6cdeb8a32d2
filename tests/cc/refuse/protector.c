/* flags: -fstack-protector-all */
void use(char *);

int
f(void)
{
	char a[20];

	use(a);
	return a[0];
}
