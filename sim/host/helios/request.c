/*
 * request.c - passes requests that name objects to their servers, and answers searches for servers.
 */
#include "helios_server.h"

#include <string.h>

void
hs_answer_object(Helios *s, const Message *m, const Name *name, uint32_t type, uint32_t flags,
	uint32_t port)
{
	Message answer = {.dest = m->reply, .reply = port, .ncontrol = 6,
		.control = {type, flags, 0xFFFFFFFF, 0xFFFFFFFF, 0, 0}};
	Buf full = {0};

	hs_put_full_name(s, name, &full);
	answer.data = full.data;
	answer.ndata = full.len;
	hs_send(s, &answer);
	buf_free(&full);
}

void
hs_put_entry(Buf *b, uint32_t type, const char *name)
{
	char text[NAME_LENGTH + 1] = {0};

	snprintf(text, sizeof text, "%s", name);
	buf_word(b, type);
	buf_word(b, 0);
	buf_word(b, type == TYPE_DIRECTORY ? MATRIX_DIRECTORY : MATRIX_FILE);
	buf_put(b, text, sizeof text);
}

/*
 * answer_search: answer with the port of the I/O processor or of its server, if it has this name.
 */
static void
answer_search(Helios *s, const Message *m)
{
	Message answer = {.dest = m->reply};
	Name name = {0};
	Buf full = {0};
	Message asked = {.dest = 1, .ncontrol = 1, .control = {m->ndata}, .data = m->data,
		.ndata = m->ndata};
	int server;

	if (!hs_name_read_other(s, &asked, 0, &name) || name.n > 1) {
		hs_answer(s, m, EC_Error | SS_IOProc | EG_Unknown | EO_Server);
		return;
	}
	server = name.n > 0 ? hs_find_server(name.word[0]) : -1;
	hs_put_full_name(s, &name, &full);
	answer.reply = server + 2;
	answer.data = full.data;
	answer.ndata = full.len;
	hs_send(s, &answer);
	buf_free(&full);
}

/* rename_processor: change the I/O processor's name, as the network server demands. */
static void
rename_processor(Helios *s, const Message *m)
{
	uint32_t place = m->control[5];
	size_t n = place < m->ndata ? strnlen((const char *)m->data + place, m->ndata - place) : 0;

	if (n < 2 || n >= sizeof s->processor || m->data[place] != '/') {
		hs_answer(s, m, EC_Error | SS_IOProc | EG_Name | EO_Name);
		return;
	}
	snprintf(s->processor, sizeof s->processor, "%.*s", (int)n, (char *)m->data + place);
	hs_answer(s, m, 0);
}

/* serve_processor: serve a request for the I/O processor itself, a directory of servers. */
static void
serve_processor(Helios *s, const Message *m, const Name *name)
{
	switch (m->function & FG_Mask) {
	case FG_Open:
	case FG_Locate:
		hs_serve_disk(s, m, name);
		break;
	case FG_Rename:
		if (m->ncontrol > 5) {
			rename_processor(s, m);
			break;
		}
		/* fallthrough */
	default:
		hs_answer(s, m, EC_Error | SS_IOProc | EG_WrongFn | EO_Server);
	}
}

/*
 * locate_clock: answer a search for the clock: it exists only as a name, since the date comes with
 * the nucleus's configuration.
 */
static void
locate_clock(Helios *s, const Message *m, const Name *name)
{
	if ((m->function & FG_Mask) == FG_Locate)
		hs_answer_object(s, m, name, TYPE_FILE, FLAGS_CLOSEABLE, 0);
	else
		hs_answer(s, m, EC_Error | SS_IOProc | EG_WrongFn | EO_Server);
}

/* request_object: pass a request on to the server that the object's name begins with. */
static void
request_object(Helios *s, const Message *m)
{
	typedef void Server(Helios *s, const Message *m, const Name *name);
	static Server *const servers[] = {
		hs_serve_disk, hs_serve_console, hs_serve_window, hs_serve_console, locate_clock};
	Name name;

	if (!hs_name_read(s, m, &name))
		hs_answer(s, m, EC_Error | SS_IOProc | EG_Unknown | EO_Server);
	else if (name.n == 0)
		serve_processor(s, m, &name);
	else
		servers[hs_find_server(name.word[0])](s, m, &name);
}

void
hs_serve_request(Helios *s, const Message *m)
{
	uint32_t function = m->function & FG_Mask;

	if ((m->function & FC_Mask) == FC_Private) {
		if (function == FG_Search)
			answer_search(s, m);
		else
			hs_answer(s, m, EC_Error | SS_IOProc | EG_FnCode | EO_Message);
	} else if (function == FG_CloseObj) {
		hs_answer(s, m, 0);
	} else {
		request_object(s, m);
	}
}
