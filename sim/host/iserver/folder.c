/*
 * folder.c - requests of Trellis's own, for what POSIX knows of files and the INMOS server does
 * not: kinds, directories, lengths. Times and owners of files stay unknown, so that a program runs
 * the same everywhere.
 */
#include "services.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* change_result: the result of a change, which is 0 or -1 and errno. */
static ServerResult
change_result(int result)
{
	return result == 0 ? RESULT_DONE : sp_result(errno);
}

/* sp_status: the server's request status: kind of a file, and its length. */
ServerResult
sp_status(Call *c)
{
	FileKind kind;
	int32_t length;

	if (sp_path_status(c->s->root, &c->arg[0], &kind, &length) < 0)
		return sp_result(errno);
	buf_byte(c->reply, kind);
	buf_word(c->reply, length);
	return RESULT_DONE;
}

/* sp_truncate: the server's request truncate: set the length of an open file. */
ServerResult
sp_truncate(Call *c)
{
	Stream *st = c->arg[0].stream;

	if (c->arg[1].n < 0 || st->record || st->standard || !st->writes)
		return RESULT_BAD_PARAMETER;
	return sp_quota_truncate(c->s, st->fd, c->arg[1].n) == 0 ? RESULT_DONE
							      : sp_stream_failed(st, errno);
}

/* sp_makedir: the server's request makedir. */
ServerResult
sp_makedir(Call *c)
{
	if (sp_denies_change(c->s))
		return sp_result(EROFS);
	return change_result(sp_path_make_directory(c->s->root, &c->arg[0]));
}

/* sp_removedir: the server's request removedir: remove an empty directory. */
ServerResult
sp_removedir(Call *c)
{
	if (sp_denies_change(c->s))
		return sp_result(EROFS);
	return change_result(sp_path_remove_directory(c->s->root, &c->arg[0]));
}

/*
 * sp_list: the server's request list: the name of a directory's file, by its number in the order of
 * the names' bytes; after the last name, result 138.
 */
ServerResult
sp_list(Call *c)
{
	char **names;
	int n = sp_path_list(c->s->root, &c->arg[0], &names), wanted = c->arg[1].n;
	ServerResult result = RESULT_END_OF_FILE;

	if (n < 0)
		return sp_result(errno);
	if (wanted >= 0 && wanted < n) {
		sp_reply_slice(c->reply, names[wanted], strlen(names[wanted]));
		result = RESULT_DONE;
	}
	for (int i = 0; i < n; i++)
		free(names[i]);
	free(names);
	return result;
}
