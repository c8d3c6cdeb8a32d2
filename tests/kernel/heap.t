#!/bin/bash
# A process made by kclone has a heap of its own: it never gets what is free in its parent's.
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
cat > "$tmp/heap.c" <<'END'
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <kernel.h>

enum { N = 40, SIZE = 100 };

/* N blocks, all of one letter, seen to stay so while the other process does the same. */
static void
work(void *letter)
{
	char *block[N];
	int wrong = 0;

	for (int i = 0; i < N; i++) {
		block[i] = malloc(SIZE);
		memset(block[i], *(char *)letter, SIZE);
	}
	for (uint32_t until = getclock() + 20000; (int32_t)(getclock() - until) < 0; )
		;
	for (int i = 0; i < N; i++) {
		for (int j = 0; j < SIZE; j++)
			wrong += block[i][j] != *(char *)letter;
		free(block[i]);
	}
	printf("%c: %d wrong\n", *(char *)letter, wrong);
}

int
main(void)
{
	void *before = malloc(SIZE); /* so that there is a heap with something free */

	kclone(work, "a", 8192, 1);
	kclone(work, "b", 8192, 1);
	work("c");
	while (kwait(0, NULL) >= 0)
		;
	free(before);
	return 0;
}
END
"$TRELLIS" cc --kernel -O2 -o "$tmp/heap.elf" "$tmp/heap.c"
out=$(printf 'spread\nloadgo -s %s n0 heap\n' "$tmp" | "$TRELLIS" shell programs/pair.topo | grep wrong | sort)
if [ "$out" = $'a: 0 wrong\nb: 0 wrong\nc: 0 wrong' ]; then
	echo "ok 1 - three heaps"
else
	echo "not ok 1 - three heaps"
	sed 's/^/# /' <<< "$out"
fi
echo "1..1"
