/* fenv.h: the single environment. stdatomic.h: objects of several sizes. */
#include <fenv.h>
#include <stdatomic.h>
#include <stdio.h>

static atomic_int count = ATOMIC_VAR_INIT(5);
static atomic_llong wide;
static atomic_flag flag = ATOMIC_FLAG_INIT;
static _Atomic unsigned char byte = 250;

int
main(void)
{
	fenv_t env;
	fexcept_t e;
	int expected = 7;

	printf("%d %d %d\n", fegetround() == FE_TONEAREST, fesetround(FE_TONEAREST), fesetround(99) != 0);
	printf("%d %d %d\n", feclearexcept(FE_ALL_EXCEPT), feraiseexcept(FE_ALL_EXCEPT), fetestexcept(FE_ALL_EXCEPT));
	printf("%d %d %d\n", fegetexceptflag(&e, FE_ALL_EXCEPT), fesetexceptflag(&e, FE_ALL_EXCEPT), feraiseexcept(1) != 0);
	printf("%d %d %d %d\n", fegetenv(&env), feholdexcept(&env), fesetenv(FE_DFL_ENV), feupdateenv(&env));

	printf("%d %d\n", atomic_fetch_add(&count, 3), atomic_load(&count));
	printf("%d %d\n", atomic_compare_exchange_strong(&count, &expected, 9), expected);
	printf("%d %d\n", atomic_compare_exchange_weak(&count, &expected, 9), atomic_exchange(&count, 1));
	atomic_store(&wide, 1LL << 40);
	printf("%lld %lld\n", atomic_fetch_or_explicit(&wide, 15, memory_order_relaxed), atomic_fetch_sub(&wide, 1));
	printf("%d %d\n", atomic_fetch_add(&byte, 10), byte);
	printf("%d %d\n", atomic_flag_test_and_set(&flag), atomic_flag_test_and_set_explicit(&flag, memory_order_acquire));
	atomic_flag_clear(&flag);
	atomic_thread_fence(memory_order_seq_cst);
	atomic_signal_fence(memory_order_seq_cst);
	printf("%d %d %d\n", atomic_flag_test_and_set(&flag), atomic_is_lock_free(&count), (int)atomic_fetch_xor(&count, 6));
	printf("%d %d\n", atomic_fetch_and(&count, 3), kill_dependency(count));
	atomic_init(&count, 77);
	count++;
	count += 5;
	printf("%d\n", atomic_load(&count));
	return 0;
}
