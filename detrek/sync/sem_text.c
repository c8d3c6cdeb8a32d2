/*
 * sem_text.c - the operations of a recorded run as a trace of semaphores, which `trellis order`
 * reads.
 *
 * 	# NAME: VARIABLE    one line for each semaphore that is or lies in a variable
 * 	start S NAME        one line for each unit of the semaphore's initial value
 * 	THREAD S|W NAME     a V or P, in the order of completion
 *
 * A message is written as two semaphores: one is signalled when it has been sent, the other
 * (NAME.back) when it has been received, for a sender that waits for that.
 */
#include "sem_text.h"

#include "operations.h"

#include <stdlib.h>

typedef struct SemText {
	Target *target;
	Buf names, start, text;
	SyncThreadInfo *threads;
	SyncObjectInfo *objects;
} SemText;

static void
thread_new(void *to, uint32_t thread, const SyncThreadInfo *info)
{
	SemText *s = to;

	s->threads = xrealloc(s->threads, (thread + 1) * sizeof *s->threads);
	s->threads[thread] = *info;
}

static void
put_object(SemText *s, uint32_t object, Buf *out)
{
	char name[SYNC_NAME];

	sync_object_name(s->target, object, &s->objects[object], name);
	buf_printf(out, "%s", name);
}

static void
put_variable(SemText *s, uint32_t object)
{
	const SyncObjectInfo *o = &s->objects[object];
	Buf variable = {0};

	if (o->kind == OBJECT_SEMAPHORE
		&& target_put_semaphore(s->target, o->node, o->addr, &variable)) {
		buf_printf(&s->names, "# ");
		put_object(s, object, &s->names);
		buf_printf(&s->names, ": %.*s\n", (int)variable.len, (char *)variable.data);
	}
	buf_free(&variable);
}

static void
object_new(void *to, uint32_t object, const SyncObjectInfo *info)
{
	SemText *s = to;

	s->objects = xrealloc(s->objects, (object + 1) * sizeof *s->objects);
	s->objects[object] = *info;
	put_variable(s, object);
	for (uint32_t i = 0; info->kind == OBJECT_SEMAPHORE && i < info->value; i++) {
		buf_printf(&s->start, "start S ");
		put_object(s, object, &s->start);
		buf_byte(&s->start, '\n');
	}
}

static void
put_event(SemText *s, const Operation *o, char kind, const char *suffix)
{
	buf_printf(&s->text, "%u.%u %c ", target_number(s->target, o->node),
		s->threads[o->thread].number, kind);
	put_object(s, o->object, &s->text);
	buf_printf(&s->text, "%s\n", suffix);
}

static void
operation(void *to, const Operation *o)
{
	SemText *s = to;

	if (sync_is_implied(s->objects[o->object].kind))
		return;
	switch (o->kind) {
	case OPERATION_BLOCK: break;
	case OPERATION_P: put_event(s, o, 'W', ""); break;
	case OPERATION_V: case OPERATION_SEND: put_event(s, o, 'S', ""); break;
	case OPERATION_RECV:
		put_event(s, o, 'W', "");
		put_event(s, o, 'S', ".back");
		break;
	case OPERATION_UNBLK: put_event(s, o, 'W', ".back"); break;
	}
}

bool
sync_is_recording(const char *name)
{
	return file_is_directory(name);
}

Buf
sync_sem_text(const char *recording)
{
	Past *past = past_open(recording);
	SemText s = {.target = sync_target(past)};

	sync_observe(past, s.target,
		&(SyncCalls){.thread = thread_new,
			.object = object_new,
			.operation = operation,
			.context = &s});
	buf_put(&s.names, s.start.data, s.start.len);
	buf_put(&s.names, s.text.data, s.text.len);
	buf_free(&s.start);
	buf_free(&s.text);
	free(s.threads);
	free(s.objects);
	target_free(s.target);
	past_free(past);
	return s.names;
}
