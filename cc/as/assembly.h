/*
 * assembly.h - the assembler's own types. A program is a list of sections, each a list of fragments
 * in the order of the text. Addresses are final only when no fragment grows any more (layout.c).
 */
#ifndef ASSEMBLY_H
#define ASSEMBLY_H

#include "as.h"
#include "cc/isa/isa.h"

enum {
	MAX_ERRORS = 20,
	MAX_INCLUDES = 16,          /* nested */
	MAX_DEPTH = 200,            /* levels of an expression */
	MAX_CHAIN = 1000,           /* and of the names that it depends on, together */
	MAX_ALIGN = 4096,
	MAX_INITIALISED = 16 << 20, /* bytes of a section in the image */
	MAX_TEXT = 64 << 20,        /* bytes of one source file */
};

/* A place in the source. */
typedef struct Where {
	const char *file;
	int line;
} Where;

typedef struct Sect Sect;
typedef struct Sym Sym;
typedef struct Expr Expr;

/* ---- expressions ---- */

/* A number, or `addresses` times the place of the program plus a number. */
typedef struct Value {
	int64_t number;
	int addresses; /* 0: constant, 1: address */
	bool ok;       /* false: could not be computed, reported if that was asked for */
} Value;

typedef enum ExprOp {
	EXPR_NUMBER,
	EXPR_SYM,
	EXPR_HERE, /* "." */
	EXPR_NEGATE,
	EXPR_INVERT,
	EXPR_BINARY, /* op is the operator's text: '+', '<' for "<<", ... */
} ExprOp;

struct Expr {
	ExprOp kind;
	char op;
	bool plain; /* numbers only */
	int depth;
	union {
		int64_t number;
		Sym *sym;
		struct {
			Sect *sect;
			size_t frag;
		} here;
		struct {
			Expr *a, *b;
		};
	};
};

/* ---- names ---- */

typedef enum SymDef {
	SYM_UNDEFINED,
	SYM_LABEL, /* before fragment frag of sect */
	SYM_EQU,   /* expr */
	SYM_VALUE, /* value; defined by the assembler */
} SymDef;

struct Sym {
	const char *name;
	int unit;   /* file of the program; 0: global */
	Where where; /* definition, or first use */
	SymDef def;
	bool global, weak, used, reported;
	SymbolKind type;
	Expr *size;
	Sym *target; /* another file's definition that stands for this one; NULL: itself */
	Sect *sect;
	size_t frag;
	Expr *expr;
	Value value; /* of SYM_EQU in pass `pass`, of SYM_VALUE always */
	int pass;
	bool visiting;
	Sym *last, *next; /* of a number's entry: what 1b and 1f mean */
	Sym *chain;       /* in its hash bucket */
};

/* ---- fragments ---- */

typedef enum FragKind {
	FRAG_BYTES, /* data, or an instruction without an open operand */
	FRAG_INSTR, /* fn, expr: an instruction */
	FRAG_LDPI,  /* expr: ldc of the distance, ldpi */
	FRAG_VALUE, /* expr in `size` bytes */
	FRAG_ULEB,
	FRAG_SLEB,
	FRAG_SPACE, /* expr bytes of fill */
	FRAG_ALIGN, /* to a multiple of align */
} FragKind;

typedef struct Frag {
	FragKind kind;
	uint8_t fn;
	uint8_t fill;
	Where where;
	Word addr;
	Word size; /* only grows, but for FRAG_SPACE and FRAG_ALIGN */
	uint32_t align;
	const Instr *instr; /* for the listing; NULL if there is none */
	const uint8_t *data;
	Expr *expr;
} Frag;

struct Sect {
	const char *name;
	SectionKind kind;
	uint32_t align;
	Addr addr;
	Word size;
	Frag *frags;
	size_t nfrags;
	uint8_t *data; /* size bytes, in the image; NULL: .bss, or not emitted yet */
	bool in_lines; /* the last .loc in it is of the current line number program */
	Sect *next; /* in the order of their first mention */
};

/* A line of source, for the listing: fragments first to end of sect. */
typedef struct Line {
	Where where;
	const char *text;
	size_t len;
	Sect *sect;
	size_t first, end;
} Line;

/* .loc: the code from that fragment on comes from there. */
typedef struct Loc {
	int program; /* line number program that tells it */
	Sect *sect;
	size_t frag;
	uint32_t file, line, column;
	bool end; /* what comes next in this section is of another line number program */
} Loc;

/* .file */
typedef struct SourceName {
	int program;
	uint32_t number;
	const char *name;
} SourceName;

enum { BUCKETS = 4096 };

struct As {
	Arena arena;
	AsOptions options;
	Chip chip;
	bool has_chip, has_base;
	Addr base;
	Sect *sects, **sects_end;
	Sym *buckets[BUCKETS];
	Sym **syms; /* all, in the order of their first mention */
	size_t nsyms;
	Sym *entry;
	Where entry_where;
	Line *lines;
	size_t nlines;
	Loc *locs;
	size_t nlocs;
	SourceName *names;
	size_t nnames;
	int nunits;
	Sym **programs; /* line number programs: the names of their offsets */
	int nprograms;
	int program; /* the current one */
	int pass;  /* of the layout; a name's value is computed once in each */
	struct {
		Where where;
		const char *text;
	} errors[MAX_ERRORS];
	int nerrors;
	Buf scratch;   /* a string being read */
	Buf lines_out; /* .debug_line */
};

/* What is being read: one file of a program, or a file it includes. */
typedef struct Parser {
	As *as;
	int unit;
	int depth; /* of includes */
	Where where;
	const char *p, *end; /* rest of the line */
	Sect *sect;
	size_t here;  /* fragment at which the statement begins */
	size_t first; /* and the line, or its part in this section */
	bool failed; /* the statement had a mistake: reported, the rest is skipped */
} Parser;

/* as.c */
void as_error(As *as, Where w, const char *fmt, ...) __attribute__((format(printf, 3, 4)));
void as_stop(As *as) __attribute__((noreturn)); /* print the mistakes and leave */

/* symbol.c */
Sym *sym_get(As *as, int unit, const char *name, size_t len, Where w); /* made if it is new */
Sym *sym_find(As *as, int unit, const char *name, size_t len);
Sym *sym_make(As *as, int unit, const char *name, size_t len, Where w); /* in no table */
bool sym_define(As *as, Sym *s, Where w); /* false: it was defined before, reported */
void sym_predefine(As *as, const char *name, Value v);
void syms_resolve(As *as);
Sect *sect_get(As *as, const char *name, size_t len);

/* lex.c: the rest of a line, by pieces; each skips blanks first. */
bool at_end(Parser *p); /* end of the statement */
bool accept(Parser *p, const char *text);
void expect_end(Parser *p);
void fail(Parser *p, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
size_t lex_name(Parser *p, const char **name); /* also a quoted one; 0: none is here */
bool lex_number(Parser *p, uint64_t *value);
bool lex_string(Parser *p, Buf *out); /* a quoted string, unescaped, in place of out's bytes */
bool lex_char(Parser *p, int64_t *value);

/* expr.c */
Expr *expr_parse(Parser *p); /* never NULL; p->failed tells mistakes */
Value expr_value(As *as, const Expr *e, Where w, bool report);
Value sym_value(As *as, Sym *s, Where w, bool report, int depth);
Addr frag_addr(const Sect *s, size_t frag);

/* parse.c */
void parse_text(Parser *p, const char *file, const char *text, size_t len);
Frag *frag_add(Parser *p, FragKind kind, Expr *e);
Frag *frag_bytes(Parser *p, const void *data, size_t n);

/* directive.c */
void parse_directive(Parser *p, const char *name, size_t len);

/* include.c */
void parse_include(Parser *p, int unused);
void parse_equ(Parser *p, const char *name, size_t len);

/* layout.c */
void layout_names(As *as); /* defines __code_start and its like, without values yet */
void layout(As *as);
bool operand_value(As *as, const Frag *f, bool report, Word *operand);
bool value_fits(int64_t number, int size); /* in this many bytes, signed or unsigned */
size_t leb_length(int64_t number, bool is_signed);
bool sect_loaded(const Sect *s);

/* emit.c */
void emit(As *as, Image *im);

/* line.c: .debug_line from .file and .loc */
/* another program; its offset in .debug_line will be the name's value */
void lines_begin(As *as, Sym *offset);
void lines_switch(As *as, int program); /* back to one that was begun */
void lines_end(As *as);                 /* what comes next is of no program, or of another */
void lines_build(As *as, Buf *out);     /* after the layout; also gives __debug_line its value */

#endif
