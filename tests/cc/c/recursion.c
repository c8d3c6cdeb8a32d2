/*
 * Recursion: deep and mutual, with local arrays and structures, through pointers, and in arguments.
 */
#include <stdio.h>
#include <string.h>

typedef struct Tree { struct Tree *left, *right; int key; } Tree;

static Tree pool[64];
static int used, moves;

static int is_odd(unsigned n);

__attribute__((noinline)) static int
is_even(unsigned n)
{
	return n == 0 ? 1 : is_odd(n - 1);
}

__attribute__((noinline)) static int
is_odd(unsigned n)
{
	return n == 0 ? 0 : is_even(n - 1);
}

__attribute__((noinline)) static int
depth(int n)
{
	volatile int own = n;

	return n == 0 ? 0 : 1 + depth(n - 1) + (own != n);
}

static void
hanoi(int n, char from, char to, char by)
{
	if (n == 0)
		return;
	hanoi(n - 1, from, by, to);
	moves = moves * 3 + to - from;
	hanoi(n - 1, by, to, from);
}

static Tree *
insert(Tree *t, int key)
{
	if (!t) {
		t = &pool[used++];
		*t = (Tree){NULL, NULL, key};
	} else if (key < t->key) {
		t->left = insert(t->left, key);
	} else {
		t->right = insert(t->right, key);
	}
	return t;
}

static void
walk(const Tree *t, void (*visit)(int, void *), void *to)
{
	if (!t)
		return;
	walk(t->left, visit, to);
	visit(t->key, to);
	walk(t->right, visit, to);
}

static void
append(int key, void *to)
{
	sprintf((char *)to + strlen(to), "%d ", key);
}

static int permutations;

static void
permute(char *s, int at)
{
	char own[5];

	strcpy(own, s);
	if (own[at] == '\0') {
		permutations = permutations * 31 + own[0] * own[2];
		return;
	}
	for (int i = at; own[i]; i++) {
		char c = own[at];

		own[at] = own[i], own[i] = c;
		permute(own, at + 1);
		own[i] = own[at], own[at] = c;
	}
}

static int
mc91(int n)
{
	return n > 100 ? n - 10 : mc91(mc91(n + 11));
}

static double
power(double x, int n)
{
	double half;

	if (n == 0)
		return 1;
	half = power(x, n / 2);
	return n % 2 ? half * half * x : half * half;
}

int
main(void)
{
	static const int keys[] = {50, 20, 70, 10, 30, 60, 80, 25};
	char text[64] = "", letters[] = "abcd";
	Tree *t = NULL;

	printf("%d %d %d\n", is_even(100), is_odd(7), depth(1000));
	hanoi(5, 1, 3, 2);
	printf("%d\n", moves);
	for (int i = 0; i < 8; i++)
		t = insert(t, keys[i]);
	walk(t, append, text);
	printf("%s\n", text);
	permute(letters, 0);
	printf("%d %d %g\n", permutations, mc91(33), power(1.5, 13));
	return 0;
}
