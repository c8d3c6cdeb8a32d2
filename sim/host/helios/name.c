/*
 * name.c - names of objects: /Cluster/IO/helios/etc/passwd is etc/passwd of the server helios on
 * the I/O processor, which is known to the machine as /Cluster/IO. Upper and lower case are
 * equivalent.
 */
#include "helios_server.h"

#include <string.h>
#include <strings.h>

/* The names of the servers; a server's port is its index here plus 2. */
static const char *const servers[] = {"helios", "console", "window", "logger", "clock"};

enum { NSERVERS = sizeof servers / sizeof *servers };

int
hs_find_server(const char *word)
{
	for (int i = 0; i < NSERVERS; i++)
		if (strcasecmp(servers[i], word) == 0)
			return i;
	return -1;
}

/* text_at: the text at a place of a message's data, and its length; NULL if there is none. */
static const char *
text_at(const Message *m, uint32_t place, size_t *n)
{
	if (place >= m->ndata)
		return NULL;
	*n = strnlen((const char *)m->data + place, m->ndata - place);
	return (const char *)m->data + place;
}

/* add_word: append a word to a name; false if there are too many. */
static bool
add_word(Name *name, const char *word)
{
	if (strcmp(word, ".") == 0)
		return true;
	if (strcmp(word, "..") == 0) {
		name->n -= name->n > 0;
		return true;
	}
	if (name->n == MAX_DEPTH)
		return false;
	name->word[name->n++] = word;
	return true;
}

/* split_words: split the text at slashes; false if it has too many words. */
static bool
split_words(Name *name)
{
	char *rest = name->text, *word;

	while ((word = strsep(&rest, "/")))
		if (*word && !add_word(name, word))
			return false;
	return true;
}

/*
 * is_own_name: true if a name that ends in this word is the I/O processor's: by its name or, as the
 * network server calls it before it gives it one, by a link of its neighbour (/Cluster/00/link.0).
 */
static bool
is_own_name(const Helios *s, const char *word)
{
	return strcasecmp(word, strrchr(s->processor, '/') + 1) == 0
		|| strncasecmp(word, "link.", 5) == 0;
}

/*
 * drop_processor: remove the words of the name before the first name of a server (all words if
 * there is none); false if these words do not name this I/O processor.
 */
static bool
drop_processor(const Helios *s, Name *name)
{
	int i = 0;

	while (i < name->n && hs_find_server(name->word[i]) < 0)
		i++;
	if (i == name->n && i > 0 && !is_own_name(s, name->word[i - 1]))
		return false;
	memmove(name->word, name->word + i, (name->n - i) * sizeof *name->word);
	name->n -= i;
	return true;
}

/*
 * prepend_server: make a server's name the first word, if the request was sent to this server's
 * port; false if there are too many words.
 */
static bool
prepend_server(Name *name, uint32_t port)
{
	if (port < 2 || port >= 2 + NSERVERS || (name->n > 0 && hs_find_server(name->word[0]) >= 0))
		return true;
	if (name->n == MAX_DEPTH)
		return false;
	memmove(name->word + 1, name->word, name->n++ * sizeof *name->word);
	name->word[0] = servers[port - 2];
	return true;
}

bool
hs_name_read_other(const Helios *s, const Message *m, uint32_t place, Name *name)
{
	size_t ncontext = 0, n = 0;
	const char *context = m->ncontrol > 0 ? text_at(m, m->control[0], &ncontext) : NULL;
	const char *text = text_at(m, place, &n);

	if (!context || (text && text[0] == '/'))
		ncontext = 0;
	if (ncontext + n + 2 > MAX_PATH)
		return false;
	name->n = 0;
	snprintf(name->text, sizeof name->text, "%.*s/%.*s", (int)ncontext,
		context ? context : "", (int)n, text ? text : "");
	return split_words(name)
		&& (drop_processor(s, name) || (m->dest >= 2 && m->dest < 2 + NSERVERS))
		&& prepend_server(name, m->dest);
}

bool
hs_name_read(const Helios *s, const Message *m, Name *name)
{
	return m->ncontrol >= 5 && hs_name_read_other(s, m, m->control[1], name);
}

void
hs_put_full_name(const Helios *s, const Name *name, Buf *b)
{
	buf_printf(b, "%s", s->processor);
	for (int i = 0; i < name->n; i++)
		buf_printf(b, "/%s", name->word[i]);
	buf_byte(b, 0);
}
