/*
 * environment.c - the host's environment, and what the program has set itself.
 */
#include "host.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* A variable that the program has set, "NAME=VALUE", or removed, "NAME". */
typedef struct Variable {
	struct Variable *next;
	char *text;
	int given; /* by putenv: the text is the caller's */
} Variable;

static Variable *variables;

static Variable *
find(const char *name, size_t n)
{
	Variable *v = variables;

	while (v && (strncmp(v->text, name, n) != 0 || (v->text[n] != '=' && v->text[n] != '\0')))
		v = v->next;
	return v;
}

char *
getenv(const char *name)
{
	static char value[HOST_BLOCK + 1];
	size_t n = strlen(name);
	Variable *v = find(name, n);

	if (v)
		return v->text[n] == '=' ? v->text + n + 1 : NULL;
	return host_getenv(name, value, sizeof value) < 0 ? NULL : value;
}

/* set: let the variable whose name has n bytes have this text. */
static int
set(char *text, size_t n, int given)
{
	Variable *v = find(text, n);

	if (!v) {
		v = malloc(sizeof *v);
		if (!v)
			return -1;
		v->next = variables;
		variables = v;
	} else if (!v->given)
		free(v->text);
	v->text = text;
	v->given = given;
	return 0;
}

static int
check_name(const char *name)
{
	if (name && *name && !strchr(name, '='))
		return 0;
	errno = EINVAL;
	return -1;
}

/* set_copy: as set, with memory for "NAME=VALUE", or for "NAME" without a value. */
static int
set_copy(const char *name, const char *value)
{
	size_t n = strlen(name);
	char *text = malloc(n + (value ? strlen(value) + 1 : 0) + 1);

	if (!text)
		return -1;
	strcpy(text, name);
	if (value) {
		text[n] = '=';
		strcpy(text + n + 1, value);
	}
	if (set(text, n, 0) == 0)
		return 0;
	free(text);
	return -1;
}

int
setenv(const char *name, const char *value, int overwrite)
{
	if (check_name(name) < 0)
		return -1;
	return !overwrite && getenv(name) ? 0 : set_copy(name, value);
}

int
unsetenv(const char *name)
{
	return check_name(name) < 0 ? -1 : set_copy(name, NULL);
}

int
putenv(char *text)
{
	return set(text, strcspn(text, "="), 1);
}
