/* utf8.c - texts of the host's file system, which may have any bytes, as UTF-8. */
#include "texts.h"

#include <string.h>

/* character_length: the length of the character at s, after RFC 3629; 0 if it is invalid. */
static size_t
character_length(const uint8_t *s)
{
	size_t n = s[0] < 0x80 ? 1 : s[0] < 0xC2 ? 0 : s[0] < 0xE0 ? 2 : s[0] < 0xF0 ? 3
		: s[0] < 0xF5 ? 4 : 0;

	for (size_t i = 1; i < n; i++)
		if ((s[i] & 0xC0) != 0x80)
			return 0;
	if ((s[0] == 0xE0 && s[1] < 0xA0) || (s[0] == 0xED && s[1] >= 0xA0)
		|| (s[0] == 0xF0 && s[1] < 0x90) || (s[0] == 0xF4 && s[1] >= 0x90))
		return 0;
	return n;
}

char *
text_utf8(const char *text)
{
	static const char replacement[] = "\xEF\xBF\xBD"; /* U+FFFD */
	char *copy = xmalloc(3 * strlen(text) + 1), *to = copy;

	while (*text) {
		size_t n = character_length((const uint8_t *)text);

		memcpy(to, n ? text : replacement, n ? n : 3);
		to += n ? n : 3;
		text += n ? n : 1;
	}
	*to = '\0';
	return copy;
}
