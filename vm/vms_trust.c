/*
 * vms_trust.c - what a .vms file may name, as it may be a stranger's: files below its own
 * directory, and options of the compiler that run no program, and read and write no other file.
 */
#include "vm.h"

#include <ctype.h>
#include <string.h>

bool
vms_below(const char *name)
{
	/* absolute; not a file, but an option */
	if (name[0] == '/' || name[0] == '-' || name[0] == '@')
		return false;
	for (const char *part = name; *part; part += strspn(part, "/")) {
		size_t n = strcspn(part, "/");

		if (n == 2 && memcmp(part, "..", 2) == 0)
			return false;
		part += n;
	}
	return true;
}

/* in_list: is that one of n words? */
static bool
in_list(const char *word, const char *const *list, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (strcmp(word, list[i]) == 0)
			return true;
	return false;
}

/* is_feature: NAME or no-NAME of -f. */
static bool
is_feature(const char *s)
{
	static const char *const feature[] = {
		"associative-math",
		"builtin",
		"common",
		"fast-math",
		"finite-math-only",
		"inline",
		"inline-functions",
		"jump-tables",
		"math-errno",
		"omit-frame-pointer",
		"optimize-sibling-calls",
		"reciprocal-math",
		"short-enums",
		"signed-char",
		"signed-zeros",
		"strict-aliasing",
		"strict-overflow",
		"trapping-math",
		"unroll-loops",
		"unsigned-char",
		"wrapv",
	};

	if (strncmp(s, "no-", 3) == 0)
		s += 3;
	return in_list(s, feature, sizeof feature / sizeof *feature);
}

/* name_length: of the C identifier that a text begins with; 0: it begins with none. */
static size_t
name_length(const char *s)
{
	size_t n = 0;

	if (!isdigit((unsigned char)*s))
		while (isalnum((unsigned char)s[n]) || s[n] == '_')
			n++;
	return n;
}

static bool
consists_of(const char *s, const char *more)
{
	for (; *s; s++)
		if (!isalnum((unsigned char)*s) && !strchr(more, *s))
			return false;
	return true;
}

bool
vms_option_allowed(const char *o)
{
	static const char *const whole[] = {
		"-O", "-O0", "-O1", "-O2", "-O3", "-Os", "-g", "-w", "-pedantic", "-fcheck",
	};
	size_t n;

	if (in_list(o, whole, sizeof whole / sizeof *whole))
		return true;
	if (strncmp(o, "-std=", 5) == 0)
		return consists_of(o + 5, ":");
	switch (o[0] == '-' ? o[1] : '\0') {
	case 'D':
		n = name_length(o + 2);
		return n > 0 && strchr("=(", o[2 + n]); /* the end, too */
	case 'U':
		n = name_length(o + 2);
		return n > 0 && !o[2 + n];
	case 'I': return o[2] && vms_below(o + 2);
	case 'W': return consists_of(o + 2, "-=+#"); /* no comma: -Wp,... is for another program */
	case 'f': return is_feature(o + 2);
	}
	return false;
}
