/*
 * cut.c - a function that is cut into several e-blocks (trellis cc --log --eblock-max): with
 * returns, loops that are left and go on early, a switch, and a jump back.
 */
#include <stdio.h>

int table[20], g = 3, odd;

static int
half(int x)
{
	if (x & 1)
		return 3 * x + 1;
	return x / 2;
}

static int
work(int x, int early)
{
	int a = x + 1, b = a * 2, c = a ^ b, d = 0;

	if (a > 60 && b < 4000)
		d = a - 60;
	for (int i = 0; i < 20; i++)
		table[i] = i * c + (d ? d : a);
	if (early == 1)
		return table[7];
	for (int i = 0; i < 20; i++) {
		int y = table[i];

		if (y % 3 == 0)
			continue;
		if (y > 1000000)
			break;
		for (int k = 0; k < 5; k++) {
			y += half(y + k) & 255;
			b += y;
			odd ^= y;
		}
		table[i] = y;
		d += y > 5 ? y : 5 - y;
	}
	c = a + b * d;
	if (early == 2) {
		c += table[3];
		c ^= table[4];
		c += table[5];
		if (c > 5)
			c ^= table[6];
		c += table[13];
		if (c == 77)
			return c;
	} else {
		c -= d;
	}
	switch (c & 3) {
	case 0:
		a = c + 1;
		break;
	case 1:
		a = c ^ 5;
		/* fall through */
	case 2:
		a += b;
		break;
	default:
		a = b;
		break;
	}
	while (a > 1000) {
		a /= 3;
		b++;
	}
again:
	if (b < 10) {
		b += a;
		goto again;
	}
	g = a + b + c + d;
	return g;
}

int
main(void)
{
	int sum = 0;

	for (int i = 0; i < 3; i++)
		sum += work(i * 40, i);
	printf("%d %d %d\n", sum, g, odd);
	return 0;
}
