/*
 * past.h - the past of a network: every state of its run can be restored.
 * docs/past.md describes how.
 *
 * A past covers a run from its beginning to its present. It keeps the host's orders (a tape) and
 * the network at some moments; a state in between is reached by running again from the moment
 * before it. The states are those of the run itself: the same registers, memories and links, on
 * whatever way they were reached (network_hash).
 *
 * The past of a live network grows as past_run continues from the present. That of a recording has
 * the end of the recorded run as its present. While the network is at another place, its host stays
 * at the present: it gets no outcomes and gives no orders.
 */
#ifndef PAST_H
#define PAST_H

#include "change.h"
#include "sim/network/network.h"

typedef struct Past Past;

/*
 * A place in the run. node NOWHERE: the network at `time`, as network_run leaves it: all that
 * happens before that time has happened, and every node stands at its first checkpoint from then
 * on.
 *
 * Otherwise: the node is about to execute its next instruction, after `count` of them (t800_count),
 * and the network is as docs/past.md says. `time` is that of the checkpoint where the stretch with
 * this instruction begins; 0: it is not known.
 */
typedef struct Place {
	Time time;
	NodeId node;
	uint64_t count;
} Place;

static inline Place
place_at(Time time)
{
	return (Place){.time = time, .node = NOWHERE};
}

/* place_before: before the instruction of a node that follows `count` others. */
static inline Place
place_before(NodeId node, uint64_t count)
{
	return (Place){.node = node, .count = count};
}

/* place_is: the same place; without times, because a place's time is that of its checkpoint. */
static inline bool
place_is(Place a, Place b)
{
	return a.node == b.node && (a.node == NOWHERE ? a.time == b.time : a.count == b.count);
}

/* ---- past.c ---- */

/*
 * past_new: the past of a network, whose present state becomes the beginning; the network must
 * outlive it. From now on call past_run instead of network_run. past_free puts the network at the
 * present.
 */
Past *past_new(Network *w);
void past_free(Past *p);

Network *past_network(const Past *p);
Place past_place(const Past *p);     /* where the network is */
Time past_beginning(const Past *p);  /* that of a long live run moves on: memory is limited */
Time past_present(const Past *p);
bool past_is_present(const Past *p); /* true if the network is at the present */
bool past_is_live(const Past *p);    /* its run may continue after the present */

/*
 * past_run: as network_run, from where the network is. From the past it goes no farther than to the
 * present (RUN_REACHED, and past_is_present). At the present a live network continues; a recorded
 * one has ended (the RunEnd of its run).
 */
RunEnd past_run(Past *p, Time until);

/* past_end: how the run has reached the present. */
RunEnd past_end(const Past *p);

/*
 * past_is_whole: false if the recording was cut off or its run was killed, so that the run had not
 * ended at the present.
 */
bool past_is_whole(const Past *p);

/* past_is_forced: an observer has intervened in the run (network_force). */
bool past_is_forced(const Past *p);
/*
 * past_withheld: call back for each process that the observer holds where the network is: its node
 * and workspace descriptor.
 */
void past_withheld(const Past *p, void (*each)(void *context, NodeId n, Word desc), void *context);

/*
 * past_drive: let the users of a live past share the run with a driver, such as a debugger. Their
 * past_run calls `drive` instead, which returns what past_run would: it runs to `until` by
 * past_forward, in as many steps as it likes, and leaves the network at the present. The driver may
 * go no further than `until`. drive NULL ends this. past_waits: the network is at the present, and
 * the run continues only after `drive` has returned.
 */
typedef RunEnd Driver(void *context, Time until);
void past_drive(Past *p, Driver *drive, void *context);
bool past_is_driven(const Past *p);
bool past_waits(const Past *p);

/*
 * past_even: run in pieces of the same length from now on, which do not depend on the host's time.
 * How a run is cut does not change it, but the order in which observers see what nodes do
 * independently of each other.
 */
void past_even(Past *p);

/*
 * past_goto: bring the network to a place. Returns false, and the network stays where it was, if
 * the run does not reach the place between its beginning and the present: for a time after the
 * present, a count that the node reaches only later, and the count with which a node has stopped or
 * waits to the end. Its final state can only be seen at a time.
 */
bool past_goto(Past *p, Place to);
/*
 * past_go_present: go to the present; of a recording: to its end. Moments shorten the way, so
 * observers do not see the run there: they need past_run.
 */
void past_go_present(Past *p);
/*
 * past_goto_moment: go to the last moment kept before the place where the network is; false if
 * there is none.
 */
bool past_goto_moment(Past *p);

/*
 * past_keep: keep a moment here, if the network is at a time. past_run and past_goto keep some by
 * themselves.
 */
void past_keep(Past *p);

/* ---- branch.c: what if ---- */

/*
 * past_branch: another past, of a network of its own (past_network), which is at the same place,
 * and in which the run may continue differently; p itself never changes. It begins where p does.
 * Its host answers as p's did, and acts at the same times, as long as the network asks for the
 * same; then it does no more (past_is_deaf). The network's topology must outlive it. It continues
 * up to twice the time of p's present.
 */
Past *past_branch(Past *p);
/*
 * past_change: change a node of a branch at the branch's place; the run continues from there; the
 * branch after that place is forgotten. The change is made at the place; its bytes are copied.
 * false: the node has no such memory.
 */
bool past_change(Past *b, const Change *c);
/* past_cut_here: the run continues from the branch's place; the branch after it is forgotten. */
void past_cut_here(Past *b);
/* past_is_deaf: the branch's host no longer answers. */
bool past_is_deaf(const Past *b);

/* ---- again.c: the run once more ---- */

/*
 * past_again: a live past of a network of its own, at the beginning of a recorded run in which no
 * observer has intervened. Its run may differ, because an observer intervenes (network_force). Its
 * host answers as the recorded one did, as that of a branch. It is recorded in a directory, as by
 * past_record, with the files of the recording.
 */
Past *past_again(Past *p, const char *dir);
/*
 * past_again_run: run it from its beginning to `until`. If no event is left, its recording ends so.
 */
void past_again_run(Past *again, Time until);

/* ---- search.c: forward to the next place of a kind, or backward to the last one ---- */

/*
 * The object of a search. attach begins to observe the network (network_watch and similar
 * functions), detach ends that; both are called with the network at a time or a place, several
 * times in one search, because pieces of the run are replayed. The observer must not change
 * anything. It calls past_hit for each hit.
 */
typedef struct Search {
	void (*attach)(void *context, Network *w);
	void (*detach)(void *context, Network *w);
	void *context;
} Search;

/*
 * past_hit: for an observer: the place is one; an instruction's needs no time. Nodes are not
 * observed in the order of their places (docs/past.md); the hit that counts is the first in that
 * order (the last one, backward).
 */
void past_hit(Past *p, Place at);

/*
 * past_forward: go to the first hit after the place where the network is, at most to `until`. At
 * the present, a live network continues. past_backward: to the last hit before it. false if there
 * is none; the network is at `until` or at the end of the run, or (past_backward) at the beginning.
 * found may be NULL.
 */
bool past_forward(Past *p, const Search *s, Time until, Place *found);
bool past_backward(Past *p, const Search *s, Place *found);

/* ---- last.c ---- */

/*
 * past_last_change: go back to the instruction that last changed one of the nbytes of a node's
 * memory before the place where the network is: the place is before that instruction. If a link or
 * a fault changed it, the place is the time just after. false: it has not changed since the
 * beginning, where the network is then.
 */
bool past_last_change(Past *p, NodeId node, Addr a, uint32_t nbytes, Place *found);

/* ---- record.c: a live past on disk ---- */

/* A file of a recorded run, kept with it. */
typedef struct RecordedFile {
	/* "kernel", "master", "slave", "program": images; "source": of one of these; "input" */
	const char *role;
	const char *name; /* as the run knew it */
	const char *path; /* of the copy */
} RecordedFile;

/*
 * past_record: write a recording of a past that has just begun to a file, while the run continues;
 * command is the one that is recorded, as a shell takes it. A moment is written whenever the
 * network has executed `every` more instructions; 0 if there is none. It ends with past_free. A
 * failure to write is fatal. A file that holds something else is refused, and so is one into which
 * another process records. An optional recording that cannot be written is given up with a warning.
 */
void past_record(Past *p, const char *name, const char *command, uint64_t every, bool optional);
/*
 * past_record_file: keep a copy of a file, in a role of RecordedFile; one that has been kept in
 * that role is not kept again. Without a recording, this does nothing.
 */
void past_record_file(Past *p, const char *role, const char *name);
/* past_record_copy: likewise a file that is kept under another name than it was opened with. */
void past_record_copy(Past *p, const RecordedFile *f);

/*
 * past_record_skipped: a file that was not kept, for a reason that applies to all of these. Each is
 * counted once; a warning gives their number and some names, and a text lists all of them.
 */
void past_record_skipped(Past *p, const char *name);

/*
 * The texts of a recording, and what they hold: names of files, when the recording is unpacked.
 * Those of a monitor have the names that it gives them with the prefix "data".
 */
#define TEXT_COMMAND "command"
#define TEXT_OUTPUT "report.txt"
#define TEXT_FIGURES "run.json"
#define TEXT_SKIPPED "not-kept"
#define RECORDING_TEXTS(X) \
	X(TEXT_COMMAND, "the command") \
	X(TEXT_OUTPUT, "what the application has printed, and how the run ended") \
	X(TEXT_FIGURES, "figures of the run and of each node") \
	X(TEXT_SKIPPED, "source files that were not kept") \
	X("data.all", "records of the nodes' monitors") \
	X("data.config", "the monitors' bounds") \
	X("data.spf", "the application, for detrek") \
	X("data.tree", "its tree, for detrek")

enum {
#define X(name, what) +1
	RECORDING_NTEXTS = 0 RECORDING_TEXTS(X)
#undef X
};

/*
 * past_record_text: append n bytes to a text of that name, one of the above. past_record_anew: they
 * replace what the text was. Without a recording, and if p is NULL, this does nothing.
 */
void past_record_text(Past *p, const char *name, const void *bytes, size_t n);
void past_record_anew(Past *p, const char *name, const void *bytes, size_t n);

/* past_record_note: add a text about the run at a time; without a recording it is dropped. */
void past_record_note(Past *p, Time at, const char *text);

/* instructions between moments by default: about 0.2 s of a host's time */
enum { RECORD_EVERY = 50000000 };

/* ---- recording.c: the past of a recorded run ---- */

/*
 * past_open: the past of a recorded run; the network, at its beginning, belongs to the past.
 * Another file, or a damaged recording, is the user's mistake (fatal). A recording that was cut is
 * used up to its last whole part, with a warning. The name may be RUNS_LAST (runs.h).
 */
Past *past_open(const char *name);
/*
 * past_open_bytes: the same from the bytes of the file, which the past takes over; the caller frees
 * *p even if that fails.
 */
void past_open_bytes(Past **p, const char *name, Buf bytes);
/* past_is_recording: is it a recording, perhaps of another version, which past_open refuses? */
bool past_is_recording(const char *name);
/*
 * past_files: the files of a recording, which it unpacks; valid as long as p; none for a live past.
 * past_folder: the folder in which they are, and the texts: one of the cache (base/cache.h), where
 * what is made from the recording can be kept, too.
 */
uint32_t past_files(const Past *p, const RecordedFile **files);
/* past_file: the first one in a role; NULL: there is none. */
const RecordedFile *past_file(const Past *p, const char *role);
const char *past_folder(const Past *p);
/* past_unpack: that folder, without a past; the caller frees it. */
char *past_unpack(const char *name);

/* What a recording's file consists of: parts of a kind. */
typedef struct RecordingPart {
	const char *what;
	uint32_t n;
	uint64_t bytes, packed; /* all of them, as they are and in the file */
} RecordingPart;

enum { RECORDING_NPARTS = 12 };

/* past_parts: one row for each kind; returns the version of the file's format. */
const char *past_parts(const Past *p, RecordingPart parts[RECORDING_NPARTS]);
/*
 * past_require_nodes: call it before reading what a kernel or TrEK has in memory. If the version of
 * trellis that made the recording knew them otherwise, that is the user's mistake (fatal).
 */
void past_require_nodes(const Past *p);
/* past_nmoments: from which a replay can begin; 0 if they are those of another version. */
uint32_t past_nmoments(const Past *p);
/* A text that was recorded about the run at a time. */
typedef struct RecordedNote {
	Time at;
	const char *text;
} RecordedNote;

/* past_notes: in the order in which they were added; theirs as long as p. Of a live past: none. */
uint32_t past_notes(const Past *p, const RecordedNote **notes);
/* past_name: the name of the recording's file; NULL: it is live. */
const char *past_name(const Past *p);
/* the command that was recorded, as a shell takes it; NULL: it is live */
const char *past_command(const Past *p);

#endif
