/*
 * window.c - the servers `console` and `window`: the windows of the system, by their names.
 *
 * The console is the first window. Further ones exist only if the host can open them
 * (HeliosOptions.open_window); otherwise each name in /window is the console.
 */
#include "helios_server.h"

#include <string.h>
#include <strings.h>
#include <unistd.h>

/* ---- windows ---- */

/* find_window: the window with this name, in upper or lower case; NULL if there is none. */
static Console *
find_window(const Helios *s, const char *name)
{
	if (!s->o.open_window)
		return s->windows[0];
	for (int i = 0; i < MAX_WINDOWS; i++)
		if (s->windows[i] && strcasecmp(s->windows[i]->name, name) == 0)
			return s->windows[i];
	return NULL;
}

/* make_unique_name: the name for a new window: this one or, if a window has it, with a number. */
static void
make_unique_name(const Helios *s, const char *name, char unique[NAME_LENGTH + 1])
{
	snprintf(unique, NAME_LENGTH + 1, "%s", name);
	for (unsigned char i = 1; find_window(s, unique); i++) /* fewer than MAX_WINDOWS */
		snprintf(unique, NAME_LENGTH + 1, "%.*s.%u", NAME_LENGTH - 4, name, i);
}

/* open_window: open a new window; NULL if there are too many, or the host cannot open it. */
static Console *
open_window(Helios *s, const char *name)
{
	char unique[NAME_LENGTH + 1];

	make_unique_name(s, name, unique);
	for (int i = 0; i < MAX_WINDOWS; i++) {
		int fd;

		if (s->windows[i])
			continue;
		fd = s->o.open_window(s->o.context, unique);
		if (fd < 0)
			return NULL;
		s->windows[i] = hs_console_new(fd, fd, NULL);
		memcpy(s->windows[i]->name, unique, sizeof unique);
		return s->windows[i];
	}
	return NULL;
}

/* create_window: the window for a request to create one; the first request gets the console. */
static Console *
create_window(Helios *s, const char *name)
{
	Console *console = s->windows[0];

	if (!s->o.open_window)
		return console;
	if (console->name[0])
		return open_window(s, name);
	snprintf(console->name, sizeof console->name, "%s", name); /* no window has one yet */
	return console;
}

/* delete_window: close a window other than the console, and its streams. */
static void
delete_window(Helios *s, Console *c)
{
	for (HeliosStream *st = s->streams; st < s->streams + MAX_STREAMS; st++)
		if (st->kind == STREAM_CONSOLE && st->console == c)
			hs_stream_free(st);
	for (int i = 1; i < MAX_WINDOWS; i++)
		if (s->windows[i] == c) {
			close(c->in);
			hs_console_free(c);
			s->windows[i] = NULL;
		}
}

/* ---- requests ---- */

/* answer_info: answer with the information on a window. */
static void
answer_info(Helios *s, const Message *m, const char *name)
{
	Buf info = {0};

	hs_put_entry(&info, TYPE_STREAM, name);
	for (int i = 0; i < 5; i++) /* account, size and dates */
		buf_word(&info, 0);
	hs_answer_data(s, m, 0, info.data, info.len);
	buf_free(&info);
}

/* serve_window: serve a request for an existing window; name: as requested. */
static void
serve_window(Helios *s, Console *c, const Message *m, const Name *name)
{
	switch (m->function & FG_Mask) {
	case FG_Open:
		hs_open_console(s, c, m, name);
		break;
	case FG_Locate:
	case FG_Create:
		hs_answer_object(s, m, name, TYPE_STREAM, FLAGS_CLOSEABLE | FLAGS_INTERACTIVE, 0);
		break;
	case FG_ObjectInfo:
		answer_info(s, m, name->word[name->n - 1]);
		break;
	case FG_Delete:
		if (s->o.open_window) {
			delete_window(s, c);
			hs_answer(s, m, 0);
			break;
		}
		/* fallthrough */
	default:
		hs_answer(s, m, EC_Error | SS_IOProc | EG_WrongFn | EO_Stream);
	}
}

void
hs_serve_console(Helios *s, const Message *m, const Name *name)
{
	serve_window(s, s->windows[0], m, name);
}

/* list_windows: open the directory of windows. */
static void
list_windows(Helios *s, const Message *m, const Name *name)
{
	HeliosStream *st = hs_stream_new(s, STREAM_LISTING);

	if (!st) {
		hs_answer(s, m, EC_Error | SS_IOProc | EG_Congested | EO_Stream);
		return;
	}
	for (int i = 0; i < MAX_WINDOWS; i++)
		if (s->windows[i])
			hs_put_entry(&st->listing, TYPE_STREAM,
				s->windows[i]->name[0] ? s->windows[i]->name : "console");
	hs_answer_object(s, m, name, TYPE_DIRECTORY, FLAGS_CLOSEABLE, st->port);
}

/* serve_directory: serve a request for the directory of windows. */
static void
serve_directory(Helios *s, const Message *m, const Name *name)
{
	switch (m->function & FG_Mask) {
	case FG_Locate:
		hs_answer_object(s, m, name, TYPE_DIRECTORY, FLAGS_CLOSEABLE, 0);
		break;
	case FG_Open:
		list_windows(s, m, name);
		break;
	default:
		hs_answer(s, m, EC_Error | SS_IOProc | EG_WrongFn | EO_Directory);
	}
}

void
hs_serve_window(Helios *s, const Message *m, const Name *name)
{
	bool is_created = (m->function & FG_Mask) == FG_Create;
	Name found = *name;
	Console *c;

	if (name->n == 1) {
		serve_directory(s, m, name);
		return;
	}
	c = is_created ? create_window(s, name->word[1]) : find_window(s, name->word[1]);
	if (!c) {
		hs_answer(s, m, EC_Error | SS_IOProc
			| (is_created ? EG_Congested : EG_Unknown) | EO_Stream);
		return;
	}
	if (c->name[0])
		found.word[1] = c->name;
	serve_window(s, c, m, &found);
}
