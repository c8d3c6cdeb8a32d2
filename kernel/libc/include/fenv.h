/*
 * fenv.h - C11: the floating-point environment, which is fixed. The processor rounds to nearest,
 * except for a single instruction after a change of the mode, and has one flag for all exceptions;
 * so there are no other directions, and no exceptions to test.
 */
#ifndef FENV_H
#define FENV_H

typedef struct {
	int nothing;
} fenv_t;

typedef int fexcept_t;

#define FE_ALL_EXCEPT 0
#define FE_TONEAREST 0
#define FE_DFL_ENV ((const fenv_t *)0)

int feclearexcept(int exceptions);
int fegetexceptflag(fexcept_t *to, int exceptions);
int feraiseexcept(int exceptions); /* returns 0 if `exceptions` is 0, otherwise not */
int fesetexceptflag(const fexcept_t *from, int exceptions);
int fetestexcept(int exceptions);
int fegetround(void);
int fesetround(int direction); /* returns 0 for FE_TONEAREST only */
int fegetenv(fenv_t *to);
int feholdexcept(fenv_t *to);
int fesetenv(const fenv_t *from);
int feupdateenv(const fenv_t *from);

#endif
