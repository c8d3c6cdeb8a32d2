/*
 * expr.h - C expressions over the variables of a stopped process: parsed once, evaluated as often
 * as needed.
 *
 * All of C's operators except function calls; casts, sizeof, and `a @ n`, an array of n elements
 * that begins with the object a. Integer overflow wraps around; other undefined operations
 * (division by zero, shifts by too many places) are errors.
 */
#ifndef EXPR_H
#define EXPR_H

#include "base/arena.h"
#include "cc/debug/debug.h"

enum { EXPR_ERROR = 200 }; /* bytes of an error message */

/* A value, or an object in memory that contains one. */
typedef struct Value {
	const Type *type;
	bool object;        /* the value is that of an object in memory, at addr */
	Addr addr;
	/* of a bit-field: its first bit, counted from addr, and its width; otherwise bits is 0 */
	uint32_t bit, bits;
	uint8_t *bytes;     /* as many as the type's size; NULL for an object not yet read */
	bool *known;        /* [byte] whether the byte is known; NULL if all are known */
} Value;

/*
 * Functions that look up names and addresses of an expression. Each gets `of` as its first
 * argument, and returns false or NULL for an unknown name or an unmapped address.
 */
typedef struct Names {
	/*
	 * the type with a name. kind: TYPE_STRUCT, TYPE_UNION, TYPE_ENUM for `struct name` etc.,
	 * TYPE_NAME for a typedef
	 */
	const Type *(*type)(void *of, TypeKind kind, const char *name);
	/*
	 * the value of a name: a variable, function or enumerator, or $, $$, $3, $$3 for a value
	 * printed before; if it has no value now, `why` gets the reason
	 */
	bool (*value)(void *of, Arena *a, const char *name, Value *v, char why[EXPR_ERROR]);
	/* the value of a register. name: without its $ */
	bool (*reg)(void *of, const char *name, Word *w);
	bool (*read)(void *of, Addr a, void *to, Word n);
	/* NULL: expressions may not change memory */
	bool (*write)(void *of, Addr a, const void *bytes, Word n);
	void *of; /* context of these functions */
} Names;

typedef struct Expr Expr;

/*
 * expression_parse: parse an expression; the result is in the arena. NULL if the text is not an
 * expression; `error` then gets the reason.
 */
Expr *expression_parse(Arena *a, const char *text, const Names *names, char error[EXPR_ERROR]);
/* expression_eval: evaluate an expression; false, with the reason in error, if it has no value. */
bool expression_eval(const Expr *e, Arena *a, const Names *names, Value *v, char error[EXPR_ERROR]);
/* expression_assigns: true if the evaluation changes memory. */
bool expression_assigns(const Expr *e);
/* expression_type: parse a type name, such as `struct Item *`; NULL if it is not one. */
const Type *expression_type(Arena *a, const char *text, const Names *names);

/* ---- value.c ---- */

/* value_read: read the value's bytes unless already done; false if its memory does not exist. */
bool value_read(Value *v, Arena *a, const Names *names);
/* value_known: true if all bytes of the value are known, after value_read. */
bool value_known(const Value *v);
/*
 * value_number: the number in an integer, enumeration or pointer value, sign-extended. The bytes
 * must be read and known.
 */
int64_t value_number(const Value *v);
/* value_real: the number in a value of an arithmetic type. The bytes must be read and known. */
double value_real(const Value *v);
/* type_is_scalar: true if the type is that of a number or a pointer. */
bool type_is_scalar(const Type *t);
/* value_of_number: the integer n converted to a type. */
Value value_of_number(Arena *a, const Type *t, int64_t n);
/* value_of_real: the real x converted to a type. */
Value value_of_real(Arena *a, const Type *t, double x);
/* value_of_object: the object of type t in memory, not read yet. */
Value value_of_object(const Type *t, Addr at);
/* type_pointer: the type of pointers to `to`. */
const Type *type_pointer(Arena *a, const Type *to);
/* type_array: the type of an array of `count` elements of type `of`. */
const Type *type_array(Arena *a, const Type *of, Word count);
/*
 * type_keep: copy into the arena those parts of a type that an expression has made: its pointer and
 * array types.
 */
const Type *type_keep(Arena *a, const Type *t);

/* Basic types that exist in every program. */
typedef enum BaseType {
	BASE_INT,
	BASE_UNSIGNED,
	BASE_LONG_LONG,
	BASE_UNSIGNED_LONG_LONG,
	BASE_SHORT,
	BASE_UNSIGNED_SHORT,
	BASE_CHAR,
	BASE_SIGNED_CHAR,
	BASE_UNSIGNED_CHAR,
	BASE_LONG,
	BASE_UNSIGNED_LONG,
	BASE_BOOL,
	BASE_FLOAT,
	BASE_DOUBLE,
	BASE_VOID,
	NBASETYPES
} BaseType;
extern const Type base_types[NBASETYPES];

/* ---- between expr_parse.c and expr_eval.c ---- */

/* Kinds of nodes of a parsed expression. Their operands are in a, b and c of Expr. */
typedef enum ExprKind {
	EXPR_VALUE,   /* value */
	EXPR_NAME,    /* text */
	EXPR_REGISTER,
	EXPR_UNARY,   /* op: - + ! ~ * & */
	EXPR_BINARY,
	EXPR_LOGICAL, /* op: & for &&, | for || */
	EXPR_CHOICE,  /* a ? b : c */
	EXPR_ASSIGN,  /* op: '=', or the operation of a compound assignment */
	EXPR_BEFORE,  /* op: + for ++a, - for --a */
	EXPR_AFTER,   /* op: + for a++, - for a-- */
	EXPR_CAST,    /* type */
	EXPR_SIZEOF,
	EXPR_MEMBER,  /* a.text */
	EXPR_INDEX,   /* a[b] */
} ExprKind;

/* Operators of two characters. */
enum { OP_SHL = 256, OP_SHR, OP_LE, OP_GE, OP_EQ, OP_NE };

/* A node of a parsed expression. */
struct Expr {
	ExprKind kind;
	int op; /* the operator: a character or OP_... */
	const Expr *a, *b, *c; /* the operands; NULL for those that the kind lacks */
	const char *text;      /* EXPR_NAME, EXPR_REGISTER, EXPR_MEMBER: the name */
	const Type *type;      /* EXPR_CAST, EXPR_SIZEOF: the type; NULL: none is given */
	Value value;           /* EXPR_VALUE */
};

#endif
