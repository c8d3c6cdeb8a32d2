/*
 * vms_trust.c - restricts the names in a .vms file, because it may be untrusted: only files below
 * its own directory, and compiler options that run no program and access no other file.
 */
#include "vm.h"

#include <ctype.h>
#include <string.h>

bool
vms_is_below(const char *name)
{
	/* an absolute path, or an option */
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

/* is_in_list: true if the word is one of n words. */
static bool
is_in_list(const char *word, const char *const *list, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (strcmp(word, list[i]) == 0)
			return true;
	return false;
}

/* is_feature: true for NAME or no-NAME, which may follow -f in an option. */
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
	return is_in_list(s, feature, sizeof feature / sizeof *feature);
}

/* name_length: the length of the C identifier at the start of a text; 0 if there is none. */
static size_t
name_length(const char *s)
{
	size_t n = 0;

	if (!isdigit((unsigned char)*s))
		while (isalnum((unsigned char)s[n]) || s[n] == '_')
			n++;
	return n;
}

/* consists_of: true if a text has only letters, digits and characters of `more`. */
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

	if (is_in_list(o, whole, sizeof whole / sizeof *whole))
		return true;
	if (strncmp(o, "-std=", 5) == 0)
		return consists_of(o + 5, ":");
	switch (o[0] == '-' ? o[1] : '\0') {
	case 'D':
		n = name_length(o + 2);
		return n > 0 && strchr("=(", o[2 + n]); /* also matches the end */
	case 'U':
		n = name_length(o + 2);
		return n > 0 && !o[2 + n];
	case 'I': return o[2] && vms_is_below(o + 2);
	/* no comma: -Wp,... passes an option to another program */
	case 'W': return consists_of(o + 2, "-=+#");
	case 'f': return is_feature(o + 2);
	}
	return false;
}
