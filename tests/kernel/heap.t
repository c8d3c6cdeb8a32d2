#!/bin/bash
# A process made by kclone has a heap of its own: it never gets what is free in its parent's. And
# a thread gets the memory by which it has let the heap grow, though others allocate at that time.
. tests/tap.sh

# run PROGRAM: what the program of $tmp prints on a node.
run() {
	"$TRELLIS" cc --kernel -O2 -o "$tmp/$1.elf" "$tmp/$1.c"
	printf 'spread\nloadgo -s %s n0 %s\n' "$tmp" "$1" | "$TRELLIS" shell programs/pair.topo | grep wrong | sort
}

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
is "three heaps" "$(run heap)" $'a: 0 wrong\nb: 0 wrong\nc: 0 wrong'

cat > "$tmp/grow.c" <<'END'
#include <stdio.h>
#include <stdlib.h>
#include <kernel.h>

enum { THREADS = 4, N = 80, SIZE = 8300 };

static Semaphore go;

/* Blocks for each of which the heap has to grow. */
static void
grow(void *wrong)
{
	sem_wait(&go);
	for (int i = 0; i < N; i++) {
		void *volatile block = malloc(SIZE);

		*(int *)wrong += !block;
	}
}

int
main(void)
{
	Thread *thread[THREADS];
	int wrong[THREADS] = {0}, all = 0;

	sem_init(&go, 0);
	for (int i = 0; i < THREADS; i++)
		thread[i] = thread_start(grow, &wrong[i], 4096, 1);
	for (int i = 0; i < THREADS; i++)
		sem_signal(&go);
	for (int i = 0; i < THREADS; i++) {
		thread_join(thread[i]);
		all += wrong[i];
	}
	printf("%d wrong\n", all);
	return 0;
}
END
is "four threads let one heap grow" "$(run grow)" "0 wrong"
echo "1..$n"
