/* paint.h - draws a Frame with SDL; only this folder uses SDL. */
#ifndef PAINT_H
#define PAINT_H

#include "frame.h"
#include "layout.h"

#include <SDL.h>

/* Colours that colour-blind people can distinguish (Okabe and Ito 2008). */
typedef enum Colour {
	COLOUR_PAPER,
	COLOUR_INK,
	COLOUR_FAINT,  /* lines, boxes of inactive items */
	COLOUR_PANEL,
	COLOUR_HIGH,   /* high priority */
	COLOUR_LOW,    /* low priority */
	COLOUR_WAIT,
	COLOUR_STOP,
	COLOUR_LINK,
	COLOUR_CHOSEN,
	NCOLOURS,
} Colour;

typedef enum TextSize {
	TEXT_SMALL,
	TEXT_NORMAL,
	TEXT_LARGE,
	NTEXTS,
} TextSize;

typedef struct Glyphs {
	SDL_Texture *sheet; /* the printable ASCII characters side by side */
	int width, height;  /* of one */
} Glyphs;

/*
 * The part of the time line that has been drawn: one column for each interval of the frame's ring
 * buffer.
 */
typedef struct Band {
	SDL_Texture *texture; /* HISTORY columns; NULL: none yet */
	uint32_t rows;
	uint32_t serial;     /* of the layout whose nodes are its rows */
	Time ends[HISTORY];  /* end times of the drawn intervals; 0 for none */
} Band;

typedef struct Painter {
	SDL_Renderer *r;
	float dpi; /* pixels per unit; 1 on an ordinary display */
	const SDL_Color *colours; /* [NCOLOURS] */
	Glyphs glyphs[NTEXTS];
	Band band;
} Painter;

/* paint.c: simple shapes and text; coordinates are in pixels. Fatal if no font is found. */
void painter_init(Painter *p, SDL_Renderer *r, float dpi);
void painter_free(Painter *p);
void paint_colour(Painter *p, Colour c);
void paint_mix(Painter *p, Colour from, Colour to, float part); /* part 0: from */
void paint_use(Painter *p, float high, float low); /* fractions of an interval at each priority */
void paint_box(Painter *p, float x, float y, float w, float h);
void paint_frame(Painter *p, float x, float y, float w, float h);
void paint_line(Painter *p, Point a, Point b, float width);
void paint_text(Painter *p, TextSize size, Colour c, float x, float y, const char *text);
float text_width(const Painter *p, TextSize size, const char *text);
float text_height(const Painter *p, TextSize size);

/* The user's choices for the picture. */
typedef struct Viewport {
	Layout layout;
	uint32_t serial; /* of the layout; a different layout has a different number */
	float zoom;      /* 1: everything fits */
	Point middle;    /* position of the layout that is at the centre of the network's area */
	uint32_t chosen; /* item, or NOWHERE */
} Viewport;

typedef struct Area {
	float x, y, w, h;
} Area;

/* The areas of a window of this size in pixels. */
typedef struct Areas {
	Area strip, network, screens, panel, history;
} Areas;
Areas areas_of(const Painter *p, int width, int height, const Frame *f);

/* paint_network.c */
void paint_network(Painter *p, Area a, const Viewport *viewport, const Frame *f);
void network_move(const Painter *p, Area a, Viewport *viewport, float dx, float dy); /* pixels */
/* (x, y) keeps its position */
void network_zoom(const Painter *p, Area a, Viewport *viewport, float factor, float x, float y);
/* or NOWHERE */
uint32_t network_item_at(const Painter *p, Area a, const Viewport *viewport, float x, float y);
/* also within a few pixels of the edge; or NOWHERE */
uint32_t network_edge_at(const Painter *p, Area a, const Viewport *viewport, float x, float y);

/* paint_screen.c: the contents of the frame buffers, one below the other. */
void paint_screens(Painter *p, Area a, const Frame *f);

/* paint_strip.c: figures and buttons above, time line below, text about a node at the side. */
typedef struct Button {
	const char *label;
	SDL_Keycode key;
	const char *help;
} Button;
void paint_strip(Painter *p, Area a, const Frame *f, const char *title, const Button *buttons,
	int n);
/* or -1 */
int strip_button_at(const Painter *p, Area a, const Button *buttons, int n, float x, float y);

/* paint_all: draw the whole window. */
void paint_all(Painter *p, int width, int height, const Frame *f, const Viewport *viewport,
	const char *title, const Button *buttons, int n);

#endif
