/*
 * pace.h - how fast the network is to run: simulated time in proportion to the host's, in steps of
 * 1, 2 and 5. This does not use SDL.
 */
#ifndef PACE_H
#define PACE_H

/* Steps from real time: -1 is 1/2 of it, -2 1/5, -3 1/10, ... */
enum {
	PACE_SLOWEST = -21,
	PACE_REAL = 0,
	PACE_FULL, /* as fast as possible */
	PACE_TEXT = 32, /* room for a pace in words */
};

/* pace_ratio: simulated seconds per second of the host; pace <= PACE_REAL. */
double pace_ratio(int pace);
/* pace_below: the fastest pace with at most this ratio; at most PACE_REAL. */
int pace_below(double ratio);
/*
 * pace_lasting: the slowest pace at which `simulated` seconds take at most `seconds` on the host.
 */
int pace_lasting(double simulated, double seconds);
/* pace_text: a pace in words: "1/500", "real time", "as fast as possible". */
const char *pace_text(int pace, char text[PACE_TEXT]);

#endif
