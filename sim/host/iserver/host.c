/*
 * host.c - the server's requests about the host: keys, environment, time, arguments, identity.
 *
 * The host always presents itself as a Sun 4 under SunOS with an IMS B014 board, and its
 * environment contains only variables given by the user. Programs choose file names and options by
 * host and environment, and a run must not depend on the machine on which it runs.
 */
#include "services.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

/* The server version that this code follows. */
enum {
	MAJOR = 1,
	MINOR = 50, /* hundredths */
};

/* Values of id and getinfo. */
enum {
	HOST_SUN4 = 6,
	OS_SUNOS = 4,
	BOARD_B014 = 5,
	STDERR_APART = 1, /* standard error can be redirected */
};

/* Special values of exit's argument; other values are the exit status itself. */
enum {
	EXIT_WELL = 999999999,    /* success: exit status 0 */
	EXIT_BADLY = -999999999,  /* failure: exit status 1 */
};

/* reply_key: reply with a typed key; wait: if there is none, wait for one. */
static ServerResult
reply_key(Call *c, bool wait)
{
	uint8_t key;
	ServerResult result = sp_key(c->s, wait, &key);

	c->hungry = result == RESULT_END_OF_FILE;
	if (result == RESULT_DONE)
		buf_byte(c->reply, key);
	return result;
}

/* sp_getkey: the server's request getkey. */
ServerResult
sp_getkey(Call *c)
{
	return reply_key(c, true);
}

/* sp_pollkey: the server's request pollkey. */
ServerResult
sp_pollkey(Call *c)
{
	return reply_key(c, false);
}

/* ---- environment ---- */

/* value_if_named: the value in NAME=VALUE if NAME is the name asked for; otherwise NULL. */
static const char *
value_if_named(const char *pair, const Arg *name)
{
	if (strncmp(pair, (const char *)name->bytes, name->n) != 0 || pair[name->n] != '=')
		return NULL;
	return pair + name->n + 1;
}

/* environment_value: the value of a variable, which the caller frees; NULL if it is not set. */
static char *
environment_value(const Iserver *s, const Arg *name)
{
	const char *value = NULL;

	if (name->n == 0 || memchr(name->bytes, 0, name->n) || memchr(name->bytes, '=', name->n))
		return NULL;
	for (char **pair = s->o.env; pair && *pair && !value; pair++)
		value = value_if_named(*pair, name);
	if (value)
		return xstrdup(value);
	if (s->o.boardsize > 0
		&& (value_if_named("IBOARDSIZE=", name) || value_if_named("IDEBUGSIZE=", name)))
		return xasprintf("#%X", s->o.boardsize);
	value = value_if_named("ISEARCH=./", name);
	return value ? xstrdup(value) : NULL;
}

/* sp_getenv: the server's request getenv. */
ServerResult
sp_getenv(Call *c)
{
	char *value = environment_value(c->s, &c->arg[0]);
	size_t n;

	if (!value)
		return RESULT_FAILED;
	n = strlen(value);
	if (n <= SLICE_MAX)
		sp_reply_slice(c->reply, value, n);
	free(value);
	return n <= SLICE_MAX ? RESULT_DONE : RESULT_TRUNCATED;
}

/* sp_translate: return an environment value of any length in pieces. */
ServerResult
sp_translate(Call *c)
{
	int32_t offset = c->arg[0].n, max = c->arg[1].n;
	char *value = environment_value(c->s, &c->arg[2]);
	ServerResult result = RESULT_FAILED;
	size_t n = value ? strlen(value) : 0;

	if (value && (offset < 0 || offset > n || max < 0)) {
		result = RESULT_BAD_PARAMETER;
	} else if (value) {
		size_t room = max < SLICE_MAX - 4 ? max : SLICE_MAX - 4;

		buf_word(c->reply, n);
		sp_reply_slice(c->reply, value + offset, n - offset < room ? n - offset : room);
		result = RESULT_DONE;
	}
	free(value);
	return result;
}

/* ---- time ---- */

/* sp_time: the server's request time. */
ServerResult
sp_time(Call *c)
{
	time_t utc = ISERVER_EPOCH + c->now / 1000000000000;
	struct tm local = {0};

	if (c->s->o.host_time) {
		utc = time(NULL);
		localtime_r(&utc, &local);
	}
	buf_word(c->reply, utc + local.tm_gmtoff);
	buf_word(c->reply, utc);
	return RESULT_DONE;
}

/* ---- commands, and the end ---- */

/* sp_system: the request system: no commands can be executed; an empty one asks whether any can. */
ServerResult
sp_system(Call *c)
{
	return c->arg[0].n == 0 ? RESULT_NOT_AVAILABLE : RESULT_FAILED;
}

/* sp_exit: the server's request exit. */
ServerResult
sp_exit(Call *c)
{
	int32_t status = c->arg[0].n;

	c->s->exited = true;
	c->s->status = status == EXIT_WELL ? 0 : status == EXIT_BADLY ? 1 : status;
	return RESULT_DONE;
}

/* ---- arguments ---- */

/* sp_commandline: the server's request commandline. */
ServerResult
sp_commandline(Call *c)
{
	const char *line = c->arg[0].n ? c->s->line : c->s->program_line;

	sp_reply_slice(c->reply, line, strlen(line));
	return RESULT_DONE;
}

/* sp_commandarg: the server's request commandarg. */
ServerResult
sp_commandarg(Call *c)
{
	enum { ROOM = SLICE_MAX - 2 - 1 };
	const IserverOptions *o = &c->s->o;
	int32_t i = c->arg[0].n, max = c->arg[1].n;
	size_t n;

	if (i < 0 || i >= o->nwords)
		return RESULT_FAILED;
	if (max < 0)
		return RESULT_BAD_PARAMETER;
	if (max > ROOM)
		max = ROOM;
	n = strlen(o->words[i]);
	sp_reply_half(c->reply, o->nwords);
	buf_byte(c->reply, i < o->nserver);
	sp_reply_slice(c->reply, o->words[i], n < max ? n : max);
	return n <= max ? RESULT_DONE : RESULT_TRUNCATED;
}

/* ---- the server itself ---- */

/*
 * sp_core: the request core: a slice of memory as it was before the program was booted, if it was
 * peeked.
 */
ServerResult
sp_core(Call *c)
{
	const Buf *core = &c->s->core;
	int32_t offset = c->arg[0].n, length = c->arg[1].n;

	if (offset < 0 || offset >= core->len || length < 0)
		return RESULT_FAILED;
	if (length > SLICE_MAX)
		length = SLICE_MAX;
	if (length > core->len - offset)
		length = core->len - offset;
	sp_reply_slice(c->reply, core->data + offset, length);
	return RESULT_DONE;
}

/* sp_id: the server's request id. */
ServerResult
sp_id(Call *c)
{
	buf_byte(c->reply, MAJOR * 10 + MINOR / 10);
	buf_byte(c->reply, HOST_SUN4);
	buf_byte(c->reply, OS_SUNOS);
	buf_byte(c->reply, BOARD_B014);
	return RESULT_DONE;
}

/* reply_text: reply with a text, truncated to the program's limit. */
static ServerResult
reply_text(Call *c, const char *text)
{
	size_t n = strlen(text), max = c->arg[1].n;

	sp_reply_slice(c->reply, text, n < max ? n : max);
	return n <= max ? RESULT_DONE : RESULT_TRUNCATED;
}

/*
 * sp_getinfo: the request getinfo, whose items are numbered as in version 1.5 of the INMOS server.
 */
ServerResult
sp_getinfo(Call *c)
{
	if (c->arg[1].n < 0)
		return RESULT_BAD_PARAMETER;
	switch (c->arg[0].n) {
	case 1:
		buf_byte(c->reply, '-'); /* starts an option */
		return RESULT_DONE;
	case 2:
		return reply_text(c, "\n");
	case 3:
		buf_byte(c->reply, STDERR_APART);
		return RESULT_DONE;
	case 4:
		return reply_text(c, "trellis iserver 1.50");
	case 5:
		buf_word(c->reply, MAJOR);
		return RESULT_DONE;
	case 6:
		buf_word(c->reply, MINOR);
		return RESULT_DONE;
	case 7:
		buf_word(c->reply, ISERVER_MAX);
		return RESULT_DONE;
	}
	return RESULT_FAILED;
}
