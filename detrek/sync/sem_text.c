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
 *
 * A channel is written as two semaphores, too, one of each side (sides.h): a thread that comes to
 * it signals that of its own side, then waits on that of the other side (NAME, NAME.back). So the
 * text does not say which of two threads that meet came first.
 */
#include "sem_text.h"

#include "operations.h"
#include "sides.h"

#include <stdlib.h>

typedef struct TextObject {
	SyncObjectInfo info;
	/* of a channel's object: the channel's first object; number of earlier channels there */
	uint32_t channel, earlier;
} TextObject;

typedef struct SemText {
	const char *recording;
	Target *target;
	Buf names, start, text;
	SyncThreadInfo *threads;
	TextObject *objects;
	Operation *operations; /* [noperations] without implied ones, in the order of completion */
	uint32_t noperations, operationcap;
	Sides *sides; /* of each channel, which is known by its first object */
} SemText;

/* ---- channels ---- */

static bool
same_channel(const SyncObjectInfo *a, const SyncObjectInfo *b)
{
	return a->kind == OBJECT_CHANNEL && b->kind == OBJECT_CHANNEL && a->node == b->node
		&& a->addr == b->addr;
}

/* place_channel: finds which channel an object is part of, and how many were there before. */
static void
place_channel(SemText *s, uint32_t object)
{
	TextObject *o = &s->objects[object];

	o->channel = object;
	for (uint32_t i = 0; i < object; i++) {
		if (s->objects[i].info.serial != 0 || !same_channel(&s->objects[i].info, &o->info))
			continue;
		if (o->info.serial != 0)
			o->channel = i;
		else
			o->earlier++;
	}
}

/* put_side: the semaphore of a side of a channel. */
static void
put_side(SemText *s, uint32_t channel, uint32_t side)
{
	uint32_t earlier = s->objects[channel].earlier;
	char name[SYNC_NAME];

	sync_object_name(s->target, channel, &s->objects[channel].info, name);
	buf_printf(&s->text, "%s%s%.0u%s\n", name, earlier ? "." : "", earlier,
		side ? ".back" : "");
}

/* meet: learns from an operation on a channel which sides its threads are on. */
static void
meet(SemText *s, const Operation *o)
{
	const SyncObjectInfo *info = &s->objects[o->object].info;

	if (info->kind != OBJECT_CHANNEL || info->serial != 0)
		return;
	if (o->kind == OPERATION_V) {
		sides_arrive(s->sides, o->object, o->thread);
	} else if (!sides_meet(s->sides, o->object, o->thread)) {
		char name[SYNC_NAME];

		sync_object_name(s->target, o->object, info, name);
		fatal("%s: three or more threads meet each other at %s, so that no order of "
			"semaphores describes it; a channel for each pair of threads would do",
			s->recording, name);
	}
}

/* ---- the run ---- */

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

	sync_object_name(s->target, object, &s->objects[object].info, name);
	buf_printf(out, "%s", name);
}

static void
put_variable(SemText *s, uint32_t object)
{
	const SyncObjectInfo *o = &s->objects[object].info;
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
	s->objects[object] = (TextObject){.info = *info};
	if (info->kind == OBJECT_CHANNEL)
		place_channel(s, object);
	put_variable(s, object);
	for (uint32_t i = 0; info->kind == OBJECT_SEMAPHORE && i < info->value; i++) {
		buf_printf(&s->start, "start S ");
		put_object(s, object, &s->start);
		buf_byte(&s->start, '\n');
	}
}

static void
operation(void *to, const Operation *o)
{
	SemText *s = to;

	if (o->kind == OPERATION_BLOCK || sync_is_implied(s->objects[o->object].info.kind))
		return;
	if (s->noperations == s->operationcap) {
		s->operationcap = s->operationcap ? 2 * s->operationcap : 64;
		s->operations = xrealloc(s->operations,
			s->operationcap * sizeof *s->operations);
	}
	s->operations[s->noperations++] = *o;
	meet(s, o);
}

/* ---- its text ---- */

static void
put_step(SemText *s, const Operation *o, char kind)
{
	buf_printf(&s->text, "%u.%u %c ", target_number(s->target, o->node),
		s->threads[o->thread].number, kind);
}

static void
put_event(SemText *s, const Operation *o, char kind, const char *suffix)
{
	put_step(s, o, kind);
	put_object(s, o->object, &s->text);
	buf_printf(&s->text, "%s\n", suffix);
}

/* put_meeting: an arrival, the meeting with a thread that waits, or that one's continuation. */
static void
put_meeting(SemText *s, const Operation *o)
{
	uint32_t channel = s->objects[o->object].channel;
	uint32_t side = sides_of(s->sides, channel, o->thread);
	bool first = channel == o->object;

	if (first) {
		put_step(s, o, 'S');
		put_side(s, channel, side);
	}
	if (o->kind == OPERATION_P) {
		put_step(s, o, 'W');
		put_side(s, channel, !side);
	}
}

static void
put_operation(SemText *s, const Operation *o)
{
	if (s->objects[o->object].info.kind == OBJECT_CHANNEL) {
		put_meeting(s, o);
		return;
	}
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

static void
sem_text_free(SemText *s)
{
	buf_free(&s->start);
	buf_free(&s->text);
	free(s->threads);
	free(s->objects);
	free(s->operations);
	sides_free(s->sides);
	target_free(s->target);
}

Buf
sync_sem_text(const char *recording)
{
	Past *past = past_open(recording);
	SemText s = {.recording = recording, .target = sync_target(past), .sides = sides_new()};

	sync_observe(past, s.target,
		&(SyncCalls){.thread = thread_new,
			.object = object_new,
			.operation = operation,
			.context = &s});
	for (uint32_t i = 0; i < s.noperations; i++)
		put_operation(&s, &s.operations[i]);
	buf_put(&s.names, s.start.data, s.start.len);
	buf_put(&s.names, s.text.data, s.text.len);
	sem_text_free(&s);
	past_free(past);
	return s.names;
}
