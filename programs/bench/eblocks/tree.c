/* tree.c - binary search trees. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { KEYS = 1500, TIMES = 400 };

typedef struct Tree {
	struct Tree *left, *right;
	uint32_t key;
} Tree;

static Tree *
insert(Tree *t, uint32_t key)
{
	if (!t) {
		t = malloc(sizeof *t);
		*t = (Tree){NULL, NULL, key};
	} else if (key < t->key) {
		t->left = insert(t->left, key);
	} else if (key > t->key) {
		t->right = insert(t->right, key);
	}
	return t;
}

static uint32_t
sum(const Tree *t)
{
	return t ? t->key + sum(t->left) + sum(t->right) : 0;
}

static int
depth(const Tree *t)
{
	int left = t ? depth(t->left) : 0, right = t ? depth(t->right) : 0;

	return !t ? 0 : 1 + (left > right ? left : right);
}

static Tree *
build(uint32_t seed)
{
	Tree *t = NULL;

	for (int i = 0; i < KEYS; i++) {
		seed = seed * 1103515245 + 12345;
		t = insert(t, seed >> 12);
	}
	return t;
}

int
main(void)
{
	Tree *t = build(1);
	uint32_t total = 0;

	for (int i = 0; i < TIMES; i++) {
		t = insert(t, i);
		total = total * 31 + sum(t) + depth(t);
	}
	printf("%u\n", total);
	return 0;
}
