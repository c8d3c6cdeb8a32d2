/* paint.h - draws a Frame with SDL; only this folder uses SDL. */
#ifndef PAINT_H
#define PAINT_H

#include "frame.h"
#include "node_search.h"
#include "row_set.h"
#include "trail.h"

#include <SDL.h>

/* Colours that colour-blind people can distinguish (Okabe and Ito 2008). */
typedef enum Colour {
	COLOUR_PAPER,
	COLOUR_INK,
	COLOUR_FAINT,  /* lines, boxes of inactive items */
	COLOUR_PANEL,
	COLOUR_HIGH,   /* high priority */
	COLOUR_LOW,    /* low priority */
	COLOUR_WAIT,   /* waiting nodes */
	COLOUR_STOP,   /* stopped nodes, faults, waits of a deadlock */
	COLOUR_LINK,
	COLOUR_CHOSEN,
	NCOLOURS,
} Colour;

typedef enum TextSize {
	TEXT_TINY, /* beside small boxes only */
	TEXT_SMALL,
	TEXT_NORMAL,
	TEXT_LARGE,
	NTEXTS,
} TextSize;

/* The characters of one size. */
typedef struct Glyphs {
	SDL_Texture *sheet; /* the printable ASCII characters side by side */
	int width, height;  /* size of one character in pixels */
} Glyphs;

/* The drawn rows of the timeline: a column of the texture for each interval of the history. */
typedef struct Band {
	SDL_Texture *texture; /* HISTORY columns; NULL: none yet */
	uint32_t height;
	uint32_t layout;      /* serial of the layout whose nodes are its rows */
	float top, nrows;     /* the first of these rows, and their number */
	uint32_t serial[HISTORY]; /* [slot] serial number of the drawn samples; 0 for none */
} Band;

/* The drawn rows of the closeup; drawn again when another field differs. */
typedef struct WorkBand {
	SDL_Texture *texture; /* NULL: none yet */
	uint32_t width, height;
	uint32_t layout, closeup; /* serials of the layout and of the closeup that it shows */
	uint64_t choice;      /* differs if other nodes are in the rows */
	Span span;
	float top, nrows;
} WorkBand;

/* What drawing needs: the renderer, colours, characters, and textures that are used again. */
typedef struct Painter {
	SDL_Renderer *r;
	float dpi; /* pixels per unit; 1 on an ordinary display */
	bool dark;
	const SDL_Color *colours; /* [NCOLOURS] */
	Glyphs glyphs[NTEXTS];
	Band band;
	WorkBand work, chosen_work; /* of all rows, of the chosen ones */
} Painter;

/* ---- paint.c ---- */

/*
 * painter_init: prepare to draw with a renderer; dpi: pixels per unit. Fatal if no font is found.
 */
void painter_init(Painter *p, SDL_Renderer *r, float dpi);
void painter_free(Painter *p);
/* painter_set_dark: choose light or dark colours; painter_init chooses them by TRELLIS_THEME. */
void painter_set_dark(Painter *p, bool dark);
/* paint_set_colour: use a colour for what is drawn next. */
void paint_set_colour(Painter *p, Colour c);
/* paint_set_mixture: use a mixture of two colours: `part` 0 is `from`, 1 is `to`. */
void paint_set_mixture(Painter *p, Colour from, Colour to, float part);
/* paint_set_faded: use a transparent colour: with `part` 0, only what is below is seen. */
void paint_set_faded(Painter *p, Colour c, float part);
/*
 * paint_set_usage_colour: set the colour that shows how busy a node was at each priority, 0 to 1.
 */
void paint_set_usage_colour(Painter *p, float high, float low);
/* paint_box: fill a box with the current colour. */
void paint_box(Painter *p, float x, float y, float w, float h);
/* paint_area: fill an area. */
void paint_area(Painter *p, Area a, Colour c);
/* paint_frame: draw the outline of a box in the current colour. */
void paint_frame(Painter *p, float x, float y, float w, float h);
/* paint_clip: draw nothing outside an area from now on. */
void paint_clip(Painter *p, Area a);
/* paint_line: draw a line of this width, in pixels, in the current colour. */
void paint_line(Painter *p, Point a, Point b, float width);
/* paint_text: draw text whose upper left corner is at (x, y). */
void paint_text(Painter *p, TextSize size, Colour c, float x, float y, const char *text);
/* paint_label: draw text on a box of paper, so that it is legible on every colour. */
void paint_label(Painter *p, TextSize size, float x, float y, const char *text);
/* text_width: the width of a text in pixels. */
float text_width(const Painter *p, TextSize size, const char *text);
/* text_height: the height of a line of text in pixels. */
float text_height(const Painter *p, TextSize size);

/* The user's choices for the picture. */
typedef struct Viewport {
	Layout layout;
	uint32_t serial; /* serial number of the layout; another layout has another one */
	float zoom;      /* 1: everything fits */
	Point middle;    /* position of the layout that is at the centre of the network's area */
	Choice choice;
	uint32_t link;   /* the chosen edge of the layout, if no node is chosen; or NOWHERE */
	bool has_message; /* a message is chosen */
	LinkMessage message; /* the chosen message */
	Find find;
	uint32_t task;   /* number plus one of the task that the user follows; 0: none */
	Timeline timeline;
	bool drags;      /* the user drags the present time along the timeline */
	Time aim;        /* the time to which it is dragged */
	bool hovers;     /* the mouse is in the window */
	Point mouse;     /* position of the mouse, in pixels */
} Viewport;

/* A button in the strip; a click acts as its key. */
typedef struct Button {
	const char *label;
	SDL_Keycode key;
	const char *help;
	bool apart; /* the first button of a group */
} Button;

/* The areas of a window of this size in pixels. */
typedef struct Areas {
	Area strip, network, screens, panel, source, timeline;
} Areas;
/* areas_of: divide a window of this size into areas. */
Areas areas_of(const Painter *p, int width, int height, const Frame *f, const Button *buttons,
	int n);

/* ---- paint_timeline.c ---- */

/* paint_timeline: draw the timeline: its axis, all rows, the chosen rows and the present time. */
void paint_timeline(Painter *p, Area a, const Viewport *viewport, const Frame *f);
/* paint_stages: paint frames round a task's stages in the rows of its nodes. */
void paint_stages(Painter *p, Area a, const Viewport *viewport, const Frame *f, const Trail *t);
/* timeline_areas: divide the area of the timeline into those of its parts. */
TimelineAreas timeline_areas(const Painter *p, Area a, const Viewport *viewport);

/* ---- paint_closeup.c: rows of the closeup, which covers all of the shown time ---- */

/*
 * paint_work: draw what the nodes of the rows do in the closeup, which covers all of the shown
 * time.
 */
void paint_work(Painter *p, WorkBand *b, const RowSet *r, const Viewport *viewport,
	const Frame *f);
/*
 * paint_messages: draw a line for each message between the rows, or few of them if there are many.
 */
void paint_messages(Painter *p, const RowSet *r, const Viewport *viewport, const Frame *f);
/* messages_describe: describe in a line the chosen message, or how many messages there are. */
void messages_describe(Buf *b, const RowSet *r, const Viewport *v, const Frame *f);
/* timeline_message: the message whose line is at a position; NULL if there is none */
const LinkMessage *timeline_message(const Painter *p, const TimelineAreas *a, const Viewport *v,
	const Frame *f, float x, float y);
/* message_describe: describe a message in lines */
void message_describe(Buf *b, const Viewport *v, const LinkMessage *m);

/* ---- paint_hover.c ---- */

/* paint_hover: draw text beside the mouse about what is under it. */
void paint_hover(Painter *p, const Areas *a, const Viewport *viewport, const Frame *f);

/* ---- paint_network.c ---- */

/* paint_network: draw the network: its links, nodes, waits and notes. */
void paint_network(Painter *p, Area a, const Viewport *viewport, const Frame *f);
/*
 * paint_trail: paint a bow from node to node along a task's way, and a ring round its present node.
 */
void paint_trail(Painter *p, Area a, const Viewport *viewport, const Frame *f, const Trail *t);
/* network_move: move the network's picture by pixels. */
void network_move(const Painter *p, Area a, Viewport *viewport, float dx, float dy);
/* network_zoom: zoom the network's picture; the point (x, y) keeps its position. */
void network_zoom(const Painter *p, Area a, Viewport *viewport, float factor, float x, float y);
/* network_item_at: the item at a position; NOWHERE if there is none. */
uint32_t network_item_at(const Painter *p, Area a, const Viewport *viewport, float x, float y);
/* network_edge_at: the edge at a position or within a few pixels; NOWHERE if there is none. */
uint32_t network_edge_at(const Painter *p, Area a, const Viewport *viewport, float x, float y);

/* ---- paint_screen.c ---- */

/* paint_screens: draw the contents of the nodes' frame buffers, one below the other. */
void paint_screens(Painter *p, Area a, const Frame *f);

/* paint_help.c */
typedef struct Help {
	const char *keys, *help;
} Help;
/* paint_help: draw the list of keys, n rows, in the middle of the window. */
void paint_help(Painter *p, int width, int height, const Help *rows, int n);
/* paint_task_line: write a task's stages above the network, beginning with the present one. */
void paint_task_line(Painter *p, Area network, const Viewport *viewport, const Frame *f,
	const Trail *t);
/* paint_search: write what is searched for, and how many nodes match. */
void paint_search(Painter *p, Area network, const Viewport *viewport, const Frame *f);

/* ---- paint_outcomes.c ---- */

/* paint_outcomes: draw the tree of a program's outcomes; own: the number of this run's outcome. */
void paint_outcomes(Painter *p, int width, int height, const char *text, uint32_t own);
/* outcomes_have: true if the tree has a line for an outcome. */
bool outcomes_have(const char *text, uint32_t outcome);
/* outcomes_at: the number of the outcome whose line is at a position; 0 if there is none. */
uint32_t outcomes_at(const Painter *p, int width, int height, const char *text, float x, float y);

/* ---- paint_source.c ---- */

/* paint_source: draw lines of a program, with the breakpoints in the margin. */
void paint_source(Painter *p, Area a, const SourcePane *s);
/* source_nlines: the number of source lines for which an area has room. */
int source_nlines(const Painter *p, Area a);
/* source_line_at: the number of the source line at a position; 0 if there is none. */
int source_line_at(const Painter *p, Area a, const SourcePane *s, float x, float y);

/* ---- paint_strip.c ---- */

/* paint_strip: draw the strip at the top: the title, figures of the run, and n buttons. */
void paint_strip(Painter *p, Area a, const Frame *f, const char *title, const Button *buttons,
	int n);
/* strip_height: the height of the strip, with as many rows of buttons as the width requires. */
float strip_height(const Painter *p, float width, const Button *buttons, int n);
/* strip_button_at: the index of the button at a position; -1 if there is none. */
int strip_button_at(const Painter *p, Area a, const Button *buttons, int n, float x, float y);

/* ---- paint_all.c ---- */

/* paint_all: draw the whole window: all of its areas, with n buttons. */
void paint_all(Painter *p, int width, int height, const Frame *f, const Viewport *viewport,
	const char *title, const Button *buttons, int n);

#endif
