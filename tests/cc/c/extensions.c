/*
 * Extensions of GNU C: labels as values, statement expressions, ?: without a middle operand,
 * alloca, case ranges, weak symbols, aliases.
 */
#include <stdio.h>
#include <string.h>

extern int missing __attribute__((weak));
extern int missing_function(int) __attribute__((weak));
__attribute__((weak)) int overridden(void) { return 1; }
static int strong(int x) { return x + 1; }
static int another(int) __attribute__((alias("strong")));
struct Tail { int n; char text[]; };
static struct Tail tail = {3, {"abc"}};
struct Zero { int n; int more[0]; };

__attribute__((noinline)) static int
interpret(const char *p)
{
	static void *const ops[] = {&&stop, &&add, &&twice, &&again};
	int n = 0, rounds = 0;
	const char *begin = p;

	goto *ops[*p - '0'];
add:
	n++;
	goto *ops[*++p - '0'];
twice:
	n *= 2;
	goto *ops[*++p - '0'];
again:
	if (rounds++ < 2)
		p = begin - 1;
	goto *ops[*++p - '0'];
stop:
	return n;
}

__attribute__((noinline)) static int
stacked(int n)
{
	char *all[5];
	int sum = 0;

	for (int i = 0; i < 5; i++) {
		all[i] = __builtin_alloca(n + i);
		memset(all[i], i + 1, n + i);
	}
	for (int i = 0; i < 5; i++)
		sum = sum * 10 + all[i][0] + all[i][n + i - 1];
	return sum;
}

__attribute__((noinline)) static int
with_inner_blocks(int n)
{
	int total = 0;

	for (int i = 1; i <= n; i++) {
		int block[i];

		block[i - 1] = i;
		total += ({ int s = 0; for (int k = 0; k < i; k++) s += k == i - 1 ? block[k] : 0; s; });
		if (i == 7)
			goto out;
	}
out:
	return total;
}

int
main(void)
{
	int zero = 0;
	typeof(zero) other = zero ?: 5;
	__auto_type copied = other * 2ll;

	printf("%d %d\n", interpret("1122130"), interpret("0"));
	printf("%d %d\n", stacked(3), with_inner_blocks(10));
	printf("%d %lld %d\n", other, copied, ({ int x = 3; x * x; }));
	printf("%d %d %d %d\n", &missing == NULL, missing_function == NULL, overridden(), another(4));
	printf("%d %.3s %d %d\n", tail.n, tail.text, (int)sizeof tail, (int)sizeof(struct Zero));
	printf("%s %d\n", __func__, __builtin_offsetof(struct Tail, text[2]));
	return 0;
}
