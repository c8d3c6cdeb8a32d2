/*
 * raytrace_nodes.c - raytrace.c on several nodes.
 *
 * Main of node 0 has the queue of tiles. Threads of all nodes ask it for some tiles at a time by a
 * message. At the end nodes send node 0 what they have painted.
 */
#include "nodes.h"
#include "raytrace.h"

enum { ASK, PAINTED, RAYS, TILES }; /* tags; TILES and the following ones: for a thread */
enum { BATCH = 4, MOST_BATCHES = MOST / TILE * MOST / TILE / BATCH, END = -1 };

/* The message by which a thread asks. */
typedef struct Ask {
	int node, thread;
} Ask;

/* A message: BATCH tiles. */
typedef struct Painted {
	int tile; /* the first */
	uint8_t pixel[BATCH * TILE * TILE];
} Painted;

static int painted[MOST_BATCHES], npainted; /* first tiles of this node's batches */
static int rays[MOST_NODES];                /* traced by a node */

/* ---- threads ---- */

/* ask_for_tiles: returns the first tile of a batch, or END. */
static int
ask_for_tiles(int me)
{
	Ask ask = {node, me};
	int tile;

	node_post(0, ASK, &ask, sizeof ask);
	node_receive(0, TILES + me, &tile, sizeof tile);
	return tile;
}

static void
work(int me)
{
	int tile, n = 0;

	while ((tile = ask_for_tiles(me)) != END) {
		for (int i = tile; i < tile + BATCH && i < number_of_tiles(); i++)
			paint(i, &n);
		team_lock(1, 0);
		painted[npainted++] = tile;
		team_unlock(1, 0);
	}
	team_lock(2, 1);
	rays[node] += n;
	team_unlock(2, 1);
}

/* ---- main ---- */

/* serve_tiles: give tiles to threads until all threads of all nodes know that there are no more. */
static void
serve_tiles(void)
{
	int next = 0;

	for (int left = nodes * threads; left > 0;) {
		int tile = next < number_of_tiles() ? next : END;
		Ask ask;

		node_take(ASK, &ask, sizeof ask);
		node_send(ask.node, TILES + ask.thread, &tile, sizeof tile);
		next += BATCH;
		left -= tile == END;
	}
}

/* pixels_of: the places of a batch's pixels in the picture; returns how many there are. */
static int
pixels_of(int tile, uint8_t **pixel)
{
	int across = (size + TILE - 1) / TILE, count = 0;

	for (int i = tile; i < tile + BATCH && i < number_of_tiles(); i++)
		for (int k = 0; k < TILE * TILE; k++) {
			int y = i / across * TILE + k / TILE, x = i % across * TILE + k % TILE;

			if (y < size && x < size)
				pixel[count++] = &picture[y][x];
		}
	return count;
}

static void
send_batch(int tile)
{
	Painted p = {.tile = tile};
	uint8_t *pixel[BATCH * TILE * TILE];
	int n = pixels_of(tile, pixel);

	for (int i = 0; i < n; i++)
		p.pixel[i] = *pixel[i];
	node_post(0, PAINTED, &p, sizeof p);
}

static void
receive_batch(void)
{
	Painted p;
	uint8_t *pixel[BATCH * TILE * TILE];
	int n;

	node_take(PAINTED, &p, sizeof p);
	n = pixels_of(p.tile, pixel);
	for (int i = 0; i < n; i++)
		*pixel[i] = p.pixel[i];
}

/* collect: gather the picture and the number of rays on node 0. */
static void
collect(void)
{
	int batches = (number_of_tiles() + BATCH - 1) / BATCH;

	for (int i = 0; i < npainted && node > 0; i++)
		send_batch(painted[i]);
	for (int i = npainted; i < batches && node == 0; i++)
		receive_batch();
	nodes_collect(RAYS, rays, sizeof rays[0], nodes);
}

int
main(int argc, char **argv)
{
	int sum = 0;

	size = nodes_begin(argc, argv, TILE, MOST, MOST);
	fill();
	team_start(work);
	if (node == 0)
		serve_tiles();
	team_join();
	collect();
	for (int i = 0; i < nodes; i++)
		sum += rays[i];
	if (node == 0)
		print_result(sum);
	return 0;
}
