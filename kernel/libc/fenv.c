/*
 * fenv.c - the floating-point environment, of which nothing can be changed.
 */
#include <fenv.h>

int
feclearexcept(int exceptions)
{
	return exceptions != 0;
}

int
fegetexceptflag(fexcept_t *to, int exceptions)
{
	*to = 0;
	return exceptions != 0;
}

int
feraiseexcept(int exceptions)
{
	return exceptions != 0;
}

int
fesetexceptflag(const fexcept_t *from, int exceptions)
{
	return *from != 0 || exceptions != 0;
}

int
fetestexcept(int exceptions)
{
	return exceptions & FE_ALL_EXCEPT;
}

int
fegetround(void)
{
	return FE_TONEAREST;
}

int
fesetround(int direction)
{
	return direction != FE_TONEAREST;
}

int
fegetenv(fenv_t *to)
{
	to->nothing = 0;
	return 0;
}

int
feholdexcept(fenv_t *to)
{
	return fegetenv(to);
}

int
fesetenv(const fenv_t *from)
{
	(void)from; /* all are the same */
	return 0;
}

int
feupdateenv(const fenv_t *from)
{
	return fesetenv(from);
}
