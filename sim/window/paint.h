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
	COLOUR_WAIT,
	COLOUR_STOP,
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

typedef struct Glyphs {
	SDL_Texture *sheet; /* the printable ASCII characters side by side */
	int width, height;  /* of one */
} Glyphs;

/*
 * The rows of the timeline that have been drawn: a column for each row of samples of the history,
 * and a pixel for each row of pixels.
 */
typedef struct Band {
	SDL_Texture *texture; /* HISTORY columns; NULL: none yet */
	uint32_t height;
	uint32_t layout;      /* serial of the layout whose nodes are its rows */
	float top, nrows;     /* the first of these rows, and their number */
	uint32_t serial[HISTORY]; /* [slot] of the drawn samples; 0 for none */
} Band;

/* Rows of the closeup that have been drawn, as long as the rest is the same. */
typedef struct WorkBand {
	SDL_Texture *texture; /* NULL: none yet */
	uint32_t width, height;
	uint32_t layout, closeup; /* their serials */
	uint64_t choice;      /* differs if other nodes are in the rows */
	Span span;
	float top, nrows;
} WorkBand;

typedef struct Painter {
	SDL_Renderer *r;
	float dpi; /* pixels per unit; 1 on an ordinary display */
	bool dark;
	const SDL_Color *colours; /* [NCOLOURS] */
	Glyphs glyphs[NTEXTS];
	Band band;
	WorkBand work, chosen_work; /* of all rows, of the chosen ones */
} Painter;

/* paint.c: simple shapes and text; coordinates are in pixels. Fatal if no font is found. */
void painter_init(Painter *p, SDL_Renderer *r, float dpi);
void painter_free(Painter *p);
/* painter_set_dark: light or dark colours; painter_init chooses as TRELLIS_THEME says. */
void painter_set_dark(Painter *p, bool dark);
void paint_colour(Painter *p, Colour c);
void paint_mix(Painter *p, Colour from, Colour to, float part); /* part 0: from */
void paint_faded(Painter *p, Colour c, float part); /* part 0: what is below remains */
void paint_use(Painter *p, float high, float low); /* fractions of an interval at each priority */
void paint_box(Painter *p, float x, float y, float w, float h);
void paint_area(Painter *p, Area a, Colour c);
void paint_frame(Painter *p, float x, float y, float w, float h);
void paint_clip(Painter *p, Area a); /* draw nothing outside */
void paint_line(Painter *p, Point a, Point b, float width);
void paint_text(Painter *p, TextSize size, Colour c, float x, float y, const char *text);
/* text on paper, which is legible on every filling */
void paint_label(Painter *p, TextSize size, float x, float y, const char *text);
float text_width(const Painter *p, TextSize size, const char *text);
float text_height(const Painter *p, TextSize size);

/* The user's choices for the picture. */
typedef struct Viewport {
	Layout layout;
	uint32_t serial; /* of the layout; a different layout has a different number */
	float zoom;      /* 1: everything fits */
	Point middle;    /* position of the layout that is at the centre of the network's area */
	Choice choice;
	uint32_t link;   /* the chosen edge of the layout, if no node is chosen; or NOWHERE */
	bool has_message;
	LinkMessage message; /* the chosen one */
	Find find;
	uint32_t task;   /* number plus one of the task that the user follows; 0: none */
	Timeline timeline;
	bool drags;      /* the user drags the present time along the timeline, ... */
	Time aim;        /* ... to this time */
	bool hovers;     /* the mouse is in the window */
	Point mouse;     /* position of the mouse, in pixels */
} Viewport;

typedef struct Button {
	const char *label;
	SDL_Keycode key;
	const char *help;
	bool apart; /* the first of a group */
} Button;

/* The areas of a window of this size in pixels. */
typedef struct Areas {
	Area strip, network, screens, panel, source, timeline;
} Areas;
Areas areas_of(const Painter *p, int width, int height, const Frame *f, const Button *buttons,
	int n);

/* paint_timeline.c */
void paint_timeline(Painter *p, Area a, const Viewport *viewport, const Frame *f);
/* paint_stages: frames round a task's stages in the rows of its nodes */
void paint_stages(Painter *p, Area a, const Viewport *viewport, const Frame *f, const Trail *t);
TimelineAreas timeline_areas(const Painter *p, Area a, const Viewport *viewport);

/* paint_closeup.c: rows of the closeup, which has all of the shown time */
void paint_work(Painter *p, WorkBand *b, const RowSet *r, const Viewport *viewport,
	const Frame *f);
void paint_messages(Painter *p, const RowSet *r, const Viewport *viewport, const Frame *f);
/* messages_put: how many there are, or the chosen one, in a line */
void messages_put(Buf *b, const RowSet *r, const Viewport *v, const Frame *f);
/* timeline_message: the message whose line is at a position; NULL if there is none */
const LinkMessage *timeline_message(const Painter *p, const TimelineAreas *a, const Viewport *v,
	const Frame *f, float x, float y);
/* message_put: describe a message in lines */
void message_put(Buf *b, const Viewport *v, const LinkMessage *m);

/* paint_hover.c: a text about the object under the mouse, beside it */
void paint_hover(Painter *p, const Areas *a, const Viewport *viewport, const Frame *f);

/* paint_network.c */
void paint_network(Painter *p, Area a, const Viewport *viewport, const Frame *f);
/* paint_trail: bows from node to node of a task's way; a ring round the present one */
void paint_trail(Painter *p, Area a, const Viewport *viewport, const Frame *f, const Trail *t);
void network_move(const Painter *p, Area a, Viewport *viewport, float dx, float dy); /* pixels */
/* (x, y) keeps its position */
void network_zoom(const Painter *p, Area a, Viewport *viewport, float factor, float x, float y);
/* or NOWHERE */
uint32_t network_item_at(const Painter *p, Area a, const Viewport *viewport, float x, float y);
/* also within a few pixels of the edge; or NOWHERE */
uint32_t network_edge_at(const Painter *p, Area a, const Viewport *viewport, float x, float y);

/* paint_screen.c: the contents of the frame buffers, one below the other. */
void paint_screens(Painter *p, Area a, const Frame *f);

/* paint_help.c */
typedef struct Help {
	const char *keys, *help;
} Help;
void paint_help(Painter *p, int width, int height, const Help *rows, int n);
/* paint_task_line: a task's stages in words, above the network, from the present one */
void paint_task_line(Painter *p, Area network, const Viewport *viewport, const Frame *f,
	const Trail *t);
void paint_find(Painter *p, Area network, const Viewport *viewport, const Frame *f);

/* paint_outcomes.c: the tree of the outcomes that the run is one of; own: its number */
void paint_outcomes(Painter *p, int width, int height, const char *text, uint32_t own);
bool outcomes_have(const char *text, uint32_t outcome); /* a line with its number */
/* the number of the outcome in the line at a position; 0: there is none */
uint32_t outcomes_at(const Painter *p, int width, int height, const char *text, float x, float y);

/* paint_source.c: lines of a program; the margin has the breakpoints. */
void paint_source(Painter *p, Area a, const SourcePane *s);
int source_nlines(const Painter *p, Area a); /* for which there is room */
/* the number of the line at a position; 0 if there is none */
int source_line_at(const Painter *p, Area a, const SourcePane *s, float x, float y);

/* paint_strip.c: figures and buttons above. */
void paint_strip(Painter *p, Area a, const Frame *f, const char *title, const Button *buttons,
	int n);
float strip_height(const Painter *p, float width, const Button *buttons, int n);
/* or -1 */
int strip_button_at(const Painter *p, Area a, const Button *buttons, int n, float x, float y);

/* paint_all.c: draw the whole window. */
void paint_all(Painter *p, int width, int height, const Frame *f, const Viewport *viewport,
	const char *title, const Button *buttons, int n);

#endif
