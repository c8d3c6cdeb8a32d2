/*
 * assembly.h - the assembler's own types. A program is a list of sections, each a list of fragments
 * in the order of the text. Addresses are final once no fragment grows any more (layout.c).
 */
#ifndef ASSEMBLY_H
#define ASSEMBLY_H

#include "as.h"
#include "base/table.h"
#include "cc/isa/isa.h"

enum {
	MAX_ERRORS = 20,            /* mistakes after which the assembler gives up */
	MAX_INCLUDES = 16,          /* nesting depth of .include */
	MAX_DEPTH = 200,            /* levels of an expression */
	MAX_CHAIN = 1000,           /* nesting of expressions through the names in them */
	MAX_ALIGN = 4096,
	MAX_INITIALISED = 16 << 20, /* bytes of a section in the image */
	MAX_TEXT = 64 << 20,        /* bytes of one source file */
};

/* A place in the source. */
typedef struct Where {
	const char *file;
	int line;
} Where;

/* A section. */
typedef struct Sect Sect;
/* A symbol: a name in one file, or a global name. */
typedef struct Sym Sym;
/* An expression, as a tree. */
typedef struct Expr Expr;

/* A number, plus `addresses` times the program's load address. */
typedef struct Value {
	int64_t number;
	int addresses; /* 0: constant, 1: address */
	bool ok;       /* false if the value could not be computed */
} Value;

typedef enum ExprOp {
	EXPR_NUMBER,
	EXPR_SYM,
	EXPR_HERE, /* "." */
	EXPR_NEGATE,
	EXPR_INVERT,
	EXPR_BINARY, /* op is the operator's text: '+', or '<' for "<<", ... */
} ExprOp;

struct Expr {
	ExprOp kind;
	char op; /* of EXPR_BINARY */
	bool plain; /* contains only numbers */
	int depth; /* levels of operators in it */
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
	SYM_LABEL, /* at the start of fragment frag of sect */
	SYM_EQU,   /* defined by .equ as `expr` */
	SYM_VALUE, /* its value is set by the assembler */
} SymDef;

struct Sym {
	const char *name;
	int unit;   /* number of the source file, from 1; 0 for a global symbol */
	Where where; /* place of the definition or, without one, of the first use */
	SymDef def;
	bool global, weak, used, reported; /* reported: a mistake about it was reported */
	SymbolKind type;
	Expr *size;  /* of .size; NULL for none */
	Sym *target; /* the definition in another file to which this name refers; NULL: this one */
	Sect *sect;  /* for SYM_LABEL */
	size_t frag; /* for SYM_LABEL: index of the fragment */
	Expr *expr;  /* for SYM_EQU */
	Value value; /* for SYM_EQU valid in pass `pass`, for SYM_VALUE always */
	int pass;
	bool visiting; /* its value is being computed; if needed meanwhile, it is circular */
	Sym *last, *next; /* for a numeric label such as 1: the symbols to which 1b and 1f refer */
};

/* ---- fragments ---- */

typedef enum FragKind {
	FRAG_BYTES, /* data, or an instruction without unresolved operand */
	FRAG_INSTR, /* an instruction: direct function fn with operand expr */
	FRAG_LDPI,  /* ldc with the distance to expr, then ldpi */
	FRAG_VALUE, /* the value of expr, in `size` bytes */
	FRAG_ULEB, /* the value of expr in unsigned LEB128 */
	FRAG_SLEB, /* the value of expr in signed LEB128 */
	FRAG_SPACE, /* as many fill bytes as expr says */
	FRAG_ALIGN, /* fill bytes up to a multiple of align */
} FragKind;

/* A piece of a section whose size the layout determines. */
typedef struct Frag {
	FragKind kind;
	uint8_t fn; /* the direct function of an instruction */
	uint8_t fill; /* value of each byte of FRAG_SPACE and FRAG_ALIGN */
	Where where;
	Word addr;
	Word size; /* bytes; layout never decreases it, except for FRAG_SPACE and FRAG_ALIGN */
	uint32_t align;
	const Instr *instr; /* for the listing; NULL for none */
	const uint8_t *data; /* FRAG_BYTES: size bytes */
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
	uint8_t *data; /* size bytes in the image; NULL for .bss, or if not emitted yet */
	/* the last .loc in this section belongs to the current line number program */
	bool in_lines;
	Sect *next; /* next in order of first mention */
};

/* A source line for the listing: fragments from first up to end of sect. */
typedef struct Line {
	Where where;
	const char *text;
	size_t len;
	Sect *sect;
	size_t first, end; /* indices of fragments of sect */
} Line;

/* A .loc directive: the code from fragment `frag` on comes from this source line. */
typedef struct Loc {
	int program; /* the line number program it belongs to */
	Sect *sect;
	size_t frag;
	uint32_t file, line, column, discriminator; /* 0: none */
	bool end; /* the code that follows in this section belongs to another line number program */
} Loc;

/* A directive .file: the number that .loc gives a source file. */
typedef struct SourceName {
	int program; /* the line number program it belongs to */
	uint32_t number; /* the number given by .file */
	const char *name;
} SourceName;

struct As {
	Arena arena;
	AsOptions options;
	Chip chip;
	bool has_chip, has_base;
	Addr base;
	Sect *sects, **sects_end; /* list of sections, and where the next one is linked */
	Sym **syms; /* all symbols, in order of first mention */
	size_t nsyms;
	Table named; /* the symbols except numeric labels, by file and name */
	Sym *entry;  /* the symbol of .entry; NULL for none */
	Where entry_where;
	Line *lines;
	size_t nlines;
	Loc *locs;
	size_t nlocs;
	SourceName *names; /* the names given by .file */
	size_t nnames;
	int nunits;     /* files so far */
	Sym **programs; /* symbols for the offsets of line number programs */
	int nprograms;
	int program; /* 1 + index in `programs` of the current line number program; 0: none yet */
	int pass;  /* layout pass; a symbol's value is computed once in each */
	struct {
		Where where;
		const char *text;
	} errors[MAX_ERRORS];
	int nerrors;
	Buf scratch;   /* a string being read */
	Buf lines_out; /* .debug_line */
};

/* The parser's state for one file of a program, or an included file. */
typedef struct Parser {
	As *as;
	int unit;  /* number of the file */
	int depth; /* nesting of .include */
	Where where;
	const char *p, *end; /* rest of the line */
	Sect *sect;          /* the present section */
	size_t here;  /* index of the first fragment of the statement */
	size_t first; /* index of the first fragment of the line, or of its part in this section */
	bool failed; /* the statement has an error, which was reported; skip the rest */
} Parser;

/* ---- as.c ---- */

/* as_error: note a mistake at a place; after MAX_ERRORS of them, as_stop. */
void as_error(As *as, Where w, const char *fmt, ...) __attribute__((format(printf, 3, 4)));
/* as_stop: print the noted mistakes, and end by fatal_at. */
void as_stop(As *as) __attribute__((noreturn));

/* ---- symbol.c ---- */

/* sym_get: return the symbol of a name in a file; make the symbol if there is none. */
Sym *sym_get(As *as, int unit, const char *name, size_t len, Where w);
/* sym_find: the symbol of a name in a file; NULL if there is none. */
Sym *sym_find(As *as, int unit, const char *name, size_t len);
/* sym_make: make a symbol without entering it in the table of names. */
Sym *sym_make(As *as, int unit, const char *name, size_t len, Where w);
/*
 * sym_define: note that a symbol is defined here; a second definition is reported, and returns
 * false.
 */
bool sym_define(As *as, Sym *s, Where w);
/* sym_predefine: give a name of the assembler a value, unless the program defines the name. */
void sym_predefine(As *as, const char *name, Value v);
/* syms_resolve: connect each file's names with the global symbols, and report missing ones. */
void syms_resolve(As *as);
/* sect_get: return the section with this name; make the section if there is none. */
Sect *sect_get(As *as, const char *name, size_t len);

/* ---- lex.c: parts of the rest of a line; each function skips blanks first ---- */

/* at_end: true at the end of the statement. */
bool at_end(Parser *p);
/* lex_accept: if this text follows, skip it and return true. */
bool lex_accept(Parser *p, const char *text);
/* expect_end: report a mistake unless the statement ends here. */
void expect_end(Parser *p);
/* fail: report a mistake in the statement, unless one was reported already. */
void fail(Parser *p, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* lex_name: read a name, quoted or not; returns its length, or 0 if no name follows. */
size_t lex_name(Parser *p, const char **name);
/* lex_number: read a number without a sign; false if none follows. */
bool lex_number(Parser *p, uint64_t *value);
/* lex_string: replace the bytes of out by those of a quoted string; false if none follows. */
bool lex_string(Parser *p, Buf *out);
/* lex_char: read a character constant; false if none follows. */
bool lex_char(Parser *p, int64_t *value);

/* ---- expr.c ---- */

/* expr_parse: parse an expression; never NULL; p->failed is set after a mistake. */
Expr *expr_parse(Parser *p);
/* expr_value: compute an expression. If `report` is true, report why it cannot be computed. */
Value expr_value(As *as, const Expr *e, Where w, bool report);
/*
 * sym_value: the value of a symbol. If `report` is true, report why it cannot be computed. depth:
 * how many other symbols are being computed that need this value.
 */
Value sym_value(As *as, Sym *s, Where w, bool report, int depth);
/*
 * frag_addr: the address of a fragment. The index after the last fragment stands for the section's
 * end.
 */
Addr frag_addr(const Sect *s, size_t frag);

/* ---- parse.c ---- */

/* parse_text: parse the text of a file, line by line. */
void parse_text(Parser *p, const char *file, const char *text, size_t len);
/* frag_add: append an empty fragment to the present section. */
Frag *frag_add(Parser *p, FragKind kind, Expr *e);
/* frag_add_bytes: append a fragment with n bytes. */
Frag *frag_add_bytes(Parser *p, const void *data, size_t n);

/* ---- directive.c ---- */

/* parse_directive: parse the operands of the directive with this name. */
void parse_directive(Parser *p, const char *name, size_t len);

/* ---- include.c ---- */

/* parse_include: parse ".include", and the file that it names. */
void parse_include(Parser *p, int unused);
/* parse_equ: parse the value of a name after "=" or ".equ". */
void parse_equ(Parser *p, const char *name, size_t len);

/* ---- layout.c ---- */

/* layout_predefine_names: define __code_start and similar names, still without values. */
void layout_predefine_names(As *as);
/* layout: give all fragments their final sizes and addresses. */
void layout(As *as);
/* operand_value: compute the operand of an instruction; false if it cannot be computed. */
bool operand_value(As *as, const Frag *f, bool report, Word *operand);
/* value_fits: true if a number fits in this many bytes, signed or unsigned. */
bool value_fits(int64_t number, int size);
/* leb_length: the bytes of a number in LEB128. */
size_t leb_length(int64_t number, bool is_signed);
/* sect_loaded: true if the section is loaded into a node's memory. */
bool sect_loaded(const Sect *s);

/* ---- emit.c ---- */

/* emit: write sections, symbols and relocations to the image. */
void emit(As *as, Image *im);

/* ---- line.c: makes .debug_line from .file and .loc ---- */

/*
 * lines_begin: begin another line number program; the symbol's value will be its offset in
 * .debug_line.
 */
void lines_begin(As *as, Sym *offset);
/* lines_switch: return to a line number program that was begun before. */
void lines_switch(As *as, int program);
/* lines_end: end the current line number program. */
void lines_end(As *as);
/*
 * lines_build: append .debug_line, made from .file and .loc, after the layout; also sets the value
 * of __debug_line.
 */
void lines_build(As *as, Buf *out);

#endif
