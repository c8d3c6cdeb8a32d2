/* abs labs llabs imaxabs div ldiv lldiv imaxdiv rand srand */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

int
main(void)
{
	static const int n[] = {7, -7, 7, -7, 0, 2147483647}, d[] = {3, 3, -3, -3, 5, -1};
	int a, b, same = 1, in_range = 1, bits = 0;

	for (int i = 0; i < 6; i++) {
		div_t x = div(n[i], d[i]);
		ldiv_t y = ldiv(n[i], d[i]);
		lldiv_t z = lldiv(n[i] * 10000000000ll, d[i]);
		imaxdiv_t w = imaxdiv(n[i] * -10000000000ll, d[i]);

		printf("%d %d, %ld %ld, %lld %lld, %lld %lld\n", x.quot, x.rem, (long)y.quot, (long)y.rem, z.quot, z.rem,
			(long long)w.quot, (long long)w.rem);
		printf("%d %ld %lld %lld\n", abs(n[i]), labs(n[i]), llabs(n[i] * 10000000000ll),
			(long long)imaxabs(-9000000000));
	}
	srand(5);
	a = rand();
	b = rand();
	srand(5);
	same = rand() == a && rand() == b && a != b;
	for (int i = 0; i < 1000; i++) {
		int r = rand();

		in_range &= r >= 0 && r <= RAND_MAX;
		bits |= r;
	}
	printf("%d %d %d\n", same, in_range, bits == RAND_MAX);
	return 0;
}
