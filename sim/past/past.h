/*
 * past.h - the past of a network: every state of its run can be restored. docs/past.md describes
 * how.
 *
 * A past covers a run from its beginning to its present. It keeps the host's orders (a tape) and
 * the states of the network at some moments. Another state is reached by running again from the
 * last moment before it. The network then has the same registers, memories and links as in the run
 * itself (network_hash), however this state is reached.
 *
 * The past of a live network grows as past_run continues from the present. The present of a
 * recording is the end of the recorded run. While the network is at another place, its host stays
 * at the present: it gets no outcomes and gives no orders.
 */
#ifndef PAST_H
#define PAST_H

#include "change.h"
#include "sim/network/network.h"

typedef struct Past Past;

/*
 * A place in the run. node NOWHERE: the network at `time`, as network_run leaves it: everything
 * before that time has happened, and every node is at its first checkpoint at or after that time.
 *
 * Otherwise: the node has executed `count` instructions (t800_count) and is about to execute the
 * next one; docs/past.md says where the other nodes are. `time` is the time of the checkpoint where
 * the stretch with this instruction begins; 0 if it is not known.
 */
typedef struct Place {
	Time time;
	NodeId node;
	uint64_t count;
} Place;

/* place_at: the place of the whole network at a time. */
static inline Place
place_at(Time time)
{
	return (Place){.time = time, .node = NOWHERE};
}

/*
 * place_before: the place before a node's next instruction, after it has executed `count`
 * instructions.
 */
static inline Place
place_before(NodeId node, uint64_t count)
{
	return (Place){.node = node, .count = count};
}

/*
 * place_is: true if both are the same place. Times of instructions are not compared, because such a
 * time is that of a checkpoint.
 */
static inline bool
place_is(Place a, Place b)
{
	return a.node == b.node && (a.node == NOWHERE ? a.time == b.time : a.count == b.count);
}

/* ---- past.c ---- */

/*
 * past_new: the past of a network, whose present state becomes the beginning; the network must
 * outlive the past. From now on call past_run instead of network_run. past_free puts the network at
 * the present.
 */
Past *past_new(Network *w);
void past_free(Past *p);

/* past_network: the network of the past. */
Network *past_network(const Past *p);
/* past_place: the network's place. */
Place past_place(const Past *p);
/*
 * past_beginning: the earliest time that can be reached. In a long live run, this time becomes
 * later, because memory is limited.
 */
Time past_beginning(const Past *p);
/* past_present: the time of the present. */
Time past_present(const Past *p);
/* past_is_present: true if the network is at the present. */
bool past_is_present(const Past *p);
/* past_is_live: true if the run may continue after the present. */
bool past_is_live(const Past *p);

/*
 * past_run: run the network from its place, as network_run does. A run that begins before the
 * present ends at the present at the latest (RUN_REACHED, and past_is_present). At the present a
 * live network continues; a recorded run has ended, and its RunEnd is returned.
 */
RunEnd past_run(Past *p, Time until);

/* past_run_end: how the run up to the present has ended. */
RunEnd past_run_end(const Past *p);

/*
 * past_is_whole: false if the recording was cut off or its run was killed, so that the run did not
 * end at the present.
 */
bool past_is_whole(const Past *p);

/* past_is_forced: true if an observer has intervened in the run (network_force). */
bool past_is_forced(const Past *p);
/*
 * past_withheld: call `each` with the node and workspace descriptor of each process that an
 * observer holds at the network's place.
 */
void past_withheld(const Past *p, void (*each)(void *context, NodeId n, Word desc), void *context);

/* Driver: advance the run to `until`, with stops before it; see past_set_driver. */
typedef RunEnd Driver(void *context, Time until);
/*
 * past_set_driver: let the users of a live past share the run with a driver, such as a debugger.
 * When they call past_run, this calls `drive`, which returns the result of past_run. The driver
 * runs to `until` by past_forward, in any number of steps, and leaves the network at the present.
 * It may go no further than `until`. drive NULL ends this.
 */
void past_set_driver(Past *p, Driver *drive, void *context);
/* past_is_driven: true if the past has a driver (past_set_driver). */
bool past_is_driven(const Past *p);
/*
 * past_waits_for_driver: true if the network is at the present and the run continues only after
 * `drive` has returned.
 */
bool past_waits_for_driver(const Past *p);

/*
 * past_use_even_pieces: run in pieces of the same length from now on, which do not depend on the
 * host's time. The pieces do not change the run; but they change the order in which observers see
 * independent actions of different nodes.
 */
void past_use_even_pieces(Past *p);

/*
 * past_goto: bring the network to a place. Returns false, and the network stays at its old place,
 * if the run does not reach the new place between its beginning and the present. Such places are a
 * time after the present, a count that the node reaches only later, and the final count of a node
 * that has stopped or waits until the end. The final state of such a node can only be seen at a
 * time.
 */
bool past_goto(Past *p, Place to);
/*
 * past_go_present: go to the present; of a recording: to its end. This skips parts of the run by
 * means of moments, so observers do not see all of the run; past_run shows them all.
 */
void past_go_present(Past *p);
/*
 * past_goto_moment: go to the last moment kept before the network's place; false if there is none.
 */
bool past_goto_moment(Past *p);

/*
 * past_keep_moment: keep a moment of the network's present state, unless the network is held at a
 * place. past_run and past_goto also keep moments.
 */
void past_keep_moment(Past *p);

/* ---- branch.c: what if ---- */

/*
 * past_branch: a copy of a past with its own network (past_network), at the same place, in which
 * the run may continue differently; p itself never changes. The branch begins where p does. Its
 * host answers as p's host did, and acts at the same times, as long as the network makes the same
 * requests; from then on it does nothing (past_is_deaf). The network's topology must outlive the
 * branch. A branch can run up to twice the time of p's present.
 */
Past *past_branch(Past *p);
/*
 * past_change: change a node's memory or registers at the branch's place. The branch after this
 * place is forgotten, and its run continues from here. The bytes of the change are copied. Returns
 * false if the node has no such memory.
 */
bool past_change(Past *b, const Change *c);
/* past_cut_here: forget the branch after its place, so that its run continues from there. */
void past_cut_here(Past *b);
/* past_is_deaf: true if the branch's host no longer answers. */
bool past_is_deaf(const Past *b);

/* ---- again.c: repeating a run ---- */

/*
 * past_repeat: repeat a recorded run in which no observer has intervened: a live past, with its own
 * network, at the beginning of that run. The repeated run may differ, because an observer
 * intervenes (network_force). Its host answers as the host of a branch does. The run is recorded in
 * a directory, as by past_record, with the files of the first recording.
 */
Past *past_repeat(Past *p, const char *dir);
/*
 * past_repeat_run: run a past that past_repeat has made, from its beginning to `until`. If no event
 * is left then, its recording ends with a deadlock.
 */
void past_repeat_run(Past *again, Time until);

/* ---- search.c: forward to the next place of a kind, or backward to the last one ---- */

/*
 * The observer of a search. attach begins to observe the network (network_watch and similar
 * functions); detach ends this. Both are called between two runs, several times in one search,
 * because pieces of the run are replayed. The observer must not change anything. It calls
 * past_report_hit for each hit.
 */
typedef struct Search {
	void (*attach)(void *context, Network *w);
	void (*detach)(void *context, Network *w);
	void *context;
} Search;

/*
 * past_report_hit: an observer reports that a place is a hit; the place of an instruction needs no
 * time. Nodes are not observed in the order of places (docs/past.md); the search finds the hit that
 * is first in this order (backward: the last).
 */
void past_report_hit(Past *p, Place at);
/*
 * past_is_behind_hit: true if a search forward has a hit before instruction `count` of the node, or
 * at it, so that further hits of the node do not matter.
 */
bool past_is_behind_hit(const Past *p, NodeId n, uint64_t count);

/*
 * past_forward: go to the first hit after the place where the network is, at most to `until`. At
 * the present, a live network continues. Returns false if there is no hit; the network is then at
 * `until` or at the end of the run. found: set to the hit's place; may be NULL.
 */
bool past_forward(Past *p, const Search *s, Time until, Place *found);
/*
 * past_backward: go to the last hit before the place where the network is. Returns false if there
 * is no hit; the network is then at the beginning. found: set to the hit's place; may be NULL.
 */
bool past_backward(Past *p, const Search *s, Place *found);

/* ---- last.c ---- */

/*
 * past_last_change: go back to the last change of one of the nbytes of a node's memory before the
 * network's place. If an instruction made the change, the network is then at the place before that
 * instruction; if a link or a fault made it, at the time just after the change. Returns false if no
 * byte has changed since the beginning; the network is then at the beginning.
 */
bool past_last_change(Past *p, NodeId node, Addr a, uint32_t nbytes, Place *found);

/* ---- record.c: a live past on disk ---- */

/* A file of a recorded run, kept with it. */
typedef struct RecordedFile {
	/* "kernel", "master", "slave", "program": images; "source": source of an image; "input" */
	const char *role;
	const char *name; /* the name by which the run opened it */
	const char *path; /* the path of the copy */
} RecordedFile;

/*
 * past_record: write a recording of a past that has just begun to a file, while the run continues;
 * command is the recorded command line, quoted for a shell. A moment is written whenever the
 * network has executed `every` more instructions; 0 if there is none. The recording ends with
 * past_free. A failure to write is fatal. A file that is not a recording is refused, and so is a
 * file into which another process records. If an optional recording cannot be written, it ends with
 * a warning.
 */
void past_record(Past *p, const char *name, const char *command, uint64_t every, bool optional);
/*
 * past_record_file: keep a copy of a file, in a role of RecordedFile, unless it has been kept in
 * this role before. Without a recording, this does nothing.
 */
void past_record_file(Past *p, const char *role, const char *name);
/* past_record_copy: keep a copy of the file at f->path under the name f->name. */
void past_record_copy(Past *p, const RecordedFile *f);

/*
 * past_record_skipped: note that a file was not kept; all such files have the same reason. Each
 * file is counted once; a warning gives their number and some names, and a text lists all of them.
 */
void past_record_skipped(Past *p, const char *name);

/*
 * The texts of a recording, and their contents. The names are those of the files into which a
 * recording is unpacked. The texts of a monitor have the names that it uses, with the prefix
 * "data".
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
 * past_record_text: append n bytes to the recording's text of this name, one of RECORDING_TEXTS.
 * Does nothing without a recording, or if p is NULL.
 */
void past_record_text(Past *p, const char *name, const void *bytes, size_t n);
/*
 * past_record_new_text: replace the recording's text of this name by n bytes. Does nothing without
 * a recording, or if p is NULL.
 */
void past_record_new_text(Past *p, const char *name, const void *bytes, size_t n);

/* past_record_note: add a text about the run at a time; without a recording the text is dropped. */
void past_record_note(Past *p, Time at, const char *text);

/* instructions between moments by default: about 0.2 s of a host's time */
enum { RECORD_EVERY = 50000000 };

/* ---- recording.c: the past of a recorded run ---- */

/*
 * past_open: open the past of a recorded run, whose network, at the run's beginning, belongs to the
 * past. Another file, or a damaged recording, is the user's mistake (fatal). A recording that was
 * cut off is used up to its last complete part, with a warning. The name may be RUNS_LAST (runs.h).
 */
Past *past_open(const char *name);
/*
 * past_open_bytes: past_open from the bytes of a file, which the past takes over; the caller frees
 * *p even if this fails.
 */
void past_open_bytes(Past **p, const char *name, Buf bytes);
/*
 * past_is_recording: true if the file is a recording of any version; past_open refuses other
 * versions.
 */
bool past_is_recording(const char *name);
/*
 * past_files: unpack the files kept with a recording, and set *files to a list of them, which is
 * valid as long as p. Returns the number of files; 0 for a live past.
 */
uint32_t past_files(const Past *p, const RecordedFile **files);
/* past_file: the first kept file in a role; NULL if there is none. */
const RecordedFile *past_file(const Past *p, const char *role);
/*
 * past_folder: the folder into which the kept files and the texts of a recording are unpacked;
 * unpacks them if necessary. It belongs to the cache (base/cache.h); data derived from the
 * recording can also be kept there.
 */
const char *past_folder(const Past *p);
/*
 * past_unpack: unpack the kept files and the texts of a recording as past_folder does, without
 * opening a past; returns the path of the folder, which the caller frees.
 */
char *past_unpack(const char *name);

/* The parts of one kind in a recording's file. */
typedef struct RecordingPart {
	const char *what; /* name of the kind */
	uint32_t n;       /* number of parts */
	uint64_t bytes, packed; /* size of all these parts: unpacked, and in the file */
} RecordingPart;

enum { RECORDING_NPARTS = 12 };

/* past_parts: fill one row for each kind of part; returns the version of the file's format. */
const char *past_parts(const Past *p, RecordingPart parts[RECORDING_NPARTS]);
/*
 * past_require_same_kernel: call this before reading the data structures of the kernel or of TrEK
 * in memory. It is the user's mistake (fatal) if these structures have changed since the version of
 * trellis that made the recording.
 */
void past_require_same_kernel(const Past *p);
/*
 * past_nmoments: the number of moments from which a replay can begin; 0 if another version wrote
 * them.
 */
uint32_t past_nmoments(const Past *p);
/* A text that was recorded about the run at a time. */
typedef struct RecordedNote {
	Time at;
	const char *text;
} RecordedNote;

/*
 * past_notes: the notes in the order in which they were added, valid as long as p; returns their
 * number, 0 for a live past.
 */
uint32_t past_notes(const Past *p, const RecordedNote **notes);
/* past_name: the name of the recording's file; NULL for a live past. */
const char *past_name(const Past *p);
/* past_command: the recorded command line, quoted for a shell; NULL for a live past. */
const char *past_command(const Past *p);

#endif
