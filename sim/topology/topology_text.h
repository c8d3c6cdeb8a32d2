/* topology_text.h - the parser for the text of a topology: lines, tokens, words with ranges. */
#ifndef TOPOLOGY_TEXT_H
#define TOPOLOGY_TEXT_H

#include "topology.h"

/* text.c */

/* The text of a topology while it is read, line by line. */
typedef struct Source {
	const char *file;
	int line;         /* number of the line */
	const char *at;   /* next character of the line */
	const char *eol;  /* the end of the line, without its comment */
	const char *next; /* the following line */
	const char *end;  /* the end of the text */
} Source;

/* A word of a line. */
typedef struct Token {
	const char *s; /* in the source; not terminated */
	uint32_t n;
} Token;

enum { MAX_TOKEN = 200, MAX_PIECES = 8 }; /* letters of a token; pieces of a pattern */

/* A part of a word: a text or a range. "n[0-14].0" has three pieces, and stands for 15 words. */
typedef struct Piece {
	Token text;           /* n is 0 for a range */
	uint32_t first, step; /* of a range: its first number; the difference of successive ones */
} Piece;

typedef struct Pattern {
	Token whole; /* the word */
	Piece piece[MAX_PIECES];
	uint32_t npieces;
	uint32_t count; /* number of words; 1 without a range */
} Pattern;

/* source_next_line: advance to the next line; returns false at the end of the text. */
bool source_next_line(Source *s);
/* source_next_token: get the next token of the line; returns false at the end of the line. */
bool source_next_token(Source *s, Token *t);
/* source_require: the next token; fatal if there is none: `what` names it in the message. */
Token source_require(Source *s, const char *what);
/* source_require_end: fatal if anything follows in the line. */
void source_require_end(Source *s);
/* topo_token_is: true if the token is this word. */
bool topo_token_is(Token t, const char *word);
/* topo_token_has: true if the token contains this character. */
bool topo_token_has(Token t, char c);
/* topo_token_text: t as a string; text has MAX_TOKEN + 1 bytes. returns text */
char *topo_token_text(Token t, char *text);
/* pattern_parse: parse a token into the pieces of a pattern. */
Pattern pattern_parse(const Source *s, Token t);
/* pattern_word: word i of the pattern; text has MAX_TOKEN + 1 bytes. returns text */
char *pattern_word(const Source *s, const Pattern *p, uint32_t i, char *text);
/*
 * topo_name_check: fatal unless a name is a letter followed by up to 62 letters, digits, '_' and
 * '-'.
 */
void topo_name_check(const Source *s, const char *name, const char *what);

/* ---- part.c ---- */

/*
 * topo_part_read: read the rest of a line that declares parts of this kind: their names and
 * options.
 */
void topo_part_read(Topology *t, Source *s, const char *kind);

/* ---- auto.c ---- */

/*
 * topo_auto_read: read the rest of a line "config NAME auto ...", and search for the configuration.
 */
void topo_auto_read(Topology *t, Source *s, Config *c);

/* rom.c */

/*
 * rom_read: the ROM that `name` names: FILE, relative to the topology's directory, or FILE@HASH, as
 * rom_print writes it. The topology owns the ROM. Errors are fatal (fatal_at).
 */
const Rom *rom_read(Topology *t, const Source *s, const char *name);
/* rom_print: print the option of a node's line that names the ROM. */
void rom_print(const Rom *r, Buf *out);
/* roms_free: free all ROMs of the topology. */
void roms_free(Topology *t);

#endif
