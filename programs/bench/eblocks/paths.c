/* paths.c - shortest paths in a graph, from each node. */
#include <stdio.h>

enum { N = 48, TIMES = 12, FAR = 1 << 20 }; /* FAR: no path is known */

static int length[N][N], distance[N], done[N];

static void
make_graph(void)
{
	for (int i = 0; i < N; i++)
		for (int k = 0; k < N; k++)
			length[i][k] = (i * 31 + k * 17) % 5 == 0 ? 1 + (i * k) % 23 : FAR;
}

static int
nearest_node(void)
{
	int best = -1;

	for (int i = 0; i < N; i++)
		if (!done[i] && (best < 0 || distance[i] < distance[best]))
			best = i;
	return best;
}

static int
farthest_distance(int from)
{
	int most = 0;

	for (int i = 0; i < N; i++) {
		distance[i] = FAR;
		done[i] = 0;
	}
	distance[from] = 0;
	for (int n = 0; n < N; n++) {
		int at = nearest_node();

		done[at] = 1;
		for (int k = 0; k < N; k++)
			if (distance[at] + length[at][k] < distance[k])
				distance[k] = distance[at] + length[at][k];
	}
	for (int i = 0; i < N; i++)
		if (distance[i] < FAR && distance[i] > most)
			most = distance[i];
	return most;
}

int
main(void)
{
	int sum = 0;

	make_graph();
	for (int i = 0; i < TIMES * N; i++)
		sum += farthest_distance(i % N);
	printf("%d\n", sum);
	return 0;
}
