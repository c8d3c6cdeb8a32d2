/*
 * nodes.h - shared by the programs of this folder that run on several nodes (*_nodes.c): messages
 * between the nodes, and between threads of a node.
 *
 * Each of the network's nodes must run the program, and has threads as in team.h. A message has a
 * tag. A receive names the tag and the sender; messages with the same tag and sender arrive in the
 * order in which they were sent. Errors end the program.
 */
#ifndef NODES_H
#define NODES_H

#include "team.h"

enum { MOST_NODES = 8 };

extern int nodes, node; /* how many there are; which one this is */

/* nodes_begin: as team_begin; ends the program if there are more than MOST_NODES. */
int nodes_begin(int argc, char **argv, int least, int usual, int most);

/* node_send: send a message; after the return, the bytes may be changed. */
void node_send(int to, int tag, const void *bytes, int nbytes);

/* node_receive: waits for a message of nbytes from the node. */
void node_receive(int from, int tag, void *bytes, int nbytes);

/*
 * node_post: as node_send, but the receive names only the tag. node_take: receives such a message
 * from any node; returns its length, which is `most` at most.
 */
void node_post(int to, int tag, const void *bytes, int nbytes);
int node_take(int tag, void *bytes, int most);

/*
 * node_tell, node_hear: a message without bytes between threads of this node; it is a
 * synchronisation point.
 */
void node_tell(int point, int tag);
void node_hear(int point, int tag);

/*
 * nodes_share: each node has a part of an array (part_begin), which it sends to all other nodes.
 * nodes_collect: each node sends its part to node 0 only.
 *
 * array   of n elements of `size` bytes
 */
void nodes_share(int tag, void *array, int size, int n);
void nodes_collect(int tag, void *array, int size, int n);

#endif
