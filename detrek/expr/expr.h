/*
 * expr.h - C expressions over what a stopped process has: parsed once, evaluated as often as
 * needed.
 *
 * All of C's operators but calls of functions; casts, sizeof, and `a @ n`, an array of n elements
 * that begins with the object a. Integers wrap round; what C leaves undefined otherwise (division
 * by zero, shifts too far) is an error.
 */
#ifndef EXPR_H
#define EXPR_H

#include "base/arena.h"
#include "cc/debug/debug.h"

enum { EXPR_ERROR = 200 }; /* bytes of a message */

/* A value, or an object that has one. */
typedef struct Value {
	const Type *type;
	bool object;        /* it lies in memory at: */
	Addr addr;
	uint32_t bit, bits; /* of a bit-field: from bit 0 at addr; bits 0 if there is none */
	uint8_t *bytes;     /* of the type's size; NULL: of an object not yet read */
	bool *known;        /* of each byte; NULL: all are */
} Value;

/*
 * What names and addresses in an expression mean. Functions get `of`; they return false or NULL for
 * an unknown name or an unmapped address.
 */
typedef struct Names {
	/*
	 * kind: TYPE_STRUCT, TYPE_UNION, TYPE_ENUM for `struct name` and so on, TYPE_NAME for a
	 * typedef
	 */
	const Type *(*type)(void *of, TypeKind kind, const char *name);
	/*
	 * a variable, function or enumerator; what it tells of one that has no value now is put
	 * into `why`
	 */
	bool (*value)(void *of, Arena *a, const char *name, Value *v, char why[EXPR_ERROR]);
	bool (*reg)(void *of, const char *name, Word *w); /* without its $ */
	bool (*read)(void *of, Addr a, void *to, Word n);
	/* NULL: nothing may be changed */
	bool (*write)(void *of, Addr a, const void *bytes, Word n);
	void *of;
} Names;

typedef struct Expr Expr;

/*
 * expression_parse: NULL: it is not an expression, and error says why. Everything made is the
 * arena's.
 */
Expr *expression_parse(Arena *a, const char *text, const Names *names, char error[EXPR_ERROR]);
/* expression_eval: false: it has no value, and error says why. */
bool expression_eval(const Expr *e, Arena *a, const Names *names, Value *v, char error[EXPR_ERROR]);
/* expression_assigns: does it change something? */
bool expression_assigns(const Expr *e);
/* expression_type: a type's name alone, such as `struct Item *`; NULL: it is none. */
const Type *expression_type(Arena *a, const char *text, const Names *names);

/* ---- value.c ---- */

/*
 * value_read: read the value's bytes, if it has none yet; false if its memory does not exist.
 */
bool value_read(Value *v, Arena *a, const Names *names);
bool value_known(const Value *v); /* all of it, once read */
/*
 * value_number: of an integer, enumeration or pointer that is known, once read, extended by its
 * sign.
 */
int64_t value_number(const Value *v);
double value_real(const Value *v); /* the same of any arithmetic type */
bool type_is_integer(const Type *t);
bool type_is_scalar(const Type *t); /* a number or a pointer */
Value value_of_number(Arena *a, const Type *t, int64_t n); /* converted to the type */
Value value_of_real(Arena *a, const Type *t, double x);
Value value_of_object(const Type *t, Addr at);
const Type *type_pointer(Arena *a, const Type *to);
const Type *type_array(Arena *a, const Type *of, Word count);
/*
 * type_keep: the same type, whose pointers and arrays, which an expression may have made, are of
 * this arena.
 */
const Type *type_keep(Arena *a, const Type *t);

/* Types that every program has. */
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

typedef enum ExprKind {
	EXPR_VALUE,   /* value */
	EXPR_NAME,    /* text */
	EXPR_REGISTER,
	EXPR_UNARY,   /* op: - + ! ~ * & */
	EXPR_BINARY,
	EXPR_LOGICAL, /* op: & for &&, | for || */
	EXPR_CHOICE,  /* a ? b : c */
	EXPR_ASSIGN,  /* op: '=' or that of the operation */
	EXPR_BEFORE,  /* op: + for ++a, - for --a */
	EXPR_AFTER,
	EXPR_CAST,    /* type */
	EXPR_SIZEOF,
	EXPR_MEMBER,  /* a . text */
	EXPR_INDEX,
} ExprKind;

/* Operators of two characters. */
enum { OP_SHL = 256, OP_SHR, OP_LE, OP_GE, OP_EQ, OP_NE };

struct Expr {
	ExprKind kind;
	int op;
	const Expr *a, *b, *c;
	const char *text;
	const Type *type;
	Value value;
};

#endif
