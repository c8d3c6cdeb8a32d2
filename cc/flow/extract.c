/*
 * extract.c - the control flow of a specialised module: its sends, receives and changes of
 * variables, and the paths between them.
 *
 * A node of the flow is a position: an instruction, and the known facts there about the last
 * receive. If a later send or branch depends on who sent the message, a receive has a position for
 * each sender, so that an answer leads to the process that has asked. Where no later operation
 * depends on the sender, the positions join.
 */
#include "flow.h"
#include "base/table.h"

#include <stdlib.h>
#include <string.h>

/* A place in the code, the receive whose sender is known there, and the node for both. */
typedef struct Position {
	LLVMValueRef at; /* an instruction */
	Received known;
	uint32_t node;
} Position;

/* A receive on whose sender a later branch or send depends. */
typedef struct SplitReceive {
	LLVMValueRef receive;
	/*
	 * [blocks] by block_index: true if a place that depends on the sender is reached from the
	 * start of the block
	 */
	bool *useful;
} SplitReceive;

/* The state while the control flow of a module is extracted. */
typedef struct Extract {
	const Module *m;
	Flow *f;
	Arena *arena; /* for data that are needed only during the extraction */
	uint32_t nnodes;
	LLVMBasicBlockRef *block; /* [nblocks] */
	uint32_t nblocks;
	SplitReceive *split;           /* [nsplits] */
	uint32_t nsplits;
	LLVMValueRef *function; /* [nfunctions] functions with nodes, without main */
	uint32_t *entry, *exit; /* [nfunctions] the nodes of each function's begin and end */
	bool *entered;          /* [nfunctions] true if the function may be called */
	uint32_t nfunctions;
	Position *position;     /* [npositions] all positions reached so far */
	uint32_t npositions;
	Table known; /* the positions by position_key */
	Position *waiting;  /* positions whose successors are not known yet */
	uint32_t nwaiting, waitingcap; /* waitingcap: positions that fit into `waiting` */
} Extract;

/* ---- functions ---- */

/* is_operation: true for a call that becomes a node of the graph. */
static bool
is_operation(LLVMValueRef v)
{
	return flow_is_call(v, "__graph_send") || flow_is_call(v, "__graph_receive")
		|| flow_is_call(v, "__graph_change") || is_thread_operation(v);
}

/* function_index: the index of f among x's functions; x->nfunctions if it is not one of them. */
static uint32_t
function_index(const Extract *x, LLVMValueRef f)
{
	uint32_t i = 0;

	while (i < x->nfunctions && x->function[i] != f)
		i++;
	return i;
}

/*
 * address_is_taken: true if the function's address is used in other ways than for calls and starts
 * of threads.
 */
static bool
address_is_taken(LLVMValueRef f)
{
	for (LLVMUseRef u = LLVMGetFirstUse(f); u; u = LLVMGetNextUse(u)) {
		LLVMValueRef user = LLVMGetUser(u);

		if (value_opcode(user) == LLVMBitCast ? address_is_taken(user)
			: !flow_is_call(user, "__graph_start")
				&& (!LLVMIsACallInst(user) || LLVMGetCalledValue(user) != f))
			return true;
	}
	return false;
}

/*
 * may_call: true if the call may reach the function: by its name or, if its address is taken,
 * through a pointer or a function of the library.
 */
static bool
may_call(LLVMValueRef call, LLVMValueRef f)
{
	LLVMValueRef callee = LLVMGetCalledValue(call);
	const char *name = callee_name(call);

	if (callee == f)
		return true;
	if (LLVMIsAFunction(callee) && !LLVMIsDeclaration(callee))
		return false;
	if (name && (strncmp(name, "llvm.", 5) == 0 || strncmp(name, "__graph_", 8) == 0))
		return false;
	return address_is_taken(f);
}

/* may_call_any: true if the instruction may call a function that makes operations. */
static bool
may_call_any(const Extract *x, LLVMValueRef v)
{
	for (uint32_t i = 0; LLVMIsACallInst(v) && i < x->nfunctions; i++)
		if (may_call(v, x->function[i]))
			return true;
	return false;
}

/*
 * has_operation: true if the function itself makes an operation (a send, a receive, a start of a
 * thread, ...).
 */
static bool
has_operation(const Extract *x, LLVMValueRef f)
{
	for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
		for (LLVMValueRef v = LLVMGetFirstInstruction(b); v; v = LLVMGetNextInstruction(v))
			if (is_operation(v) || may_call_any(x, v))
				return true;
	return false;
}

/*
 * find_functions: find the functions that make operations, directly or by functions that they call.
 */
static void
find_functions(Extract *x)
{
	bool grown = true;

	while (grown) {
		grown = false;
		for (LLVMValueRef f = LLVMGetFirstFunction(x->m->ir); f;
			f = LLVMGetNextFunction(f)) {
			size_t len;

			if (LLVMIsDeclaration(f) || function_index(x, f) < x->nfunctions
				|| strcmp(LLVMGetValueName2(f, &len), "main") == 0
				|| !has_operation(x, f))
				continue;
			x->function = arena_more(
				x->arena, x->function, x->nfunctions, sizeof *x->function);
			x->function[x->nfunctions++] = f;
			grown = true;
		}
	}
	x->entry = arena_alloc(x->arena, x->nfunctions, sizeof *x->entry);
	x->exit = arena_alloc(x->arena, x->nfunctions, sizeof *x->exit);
	x->entered = arena_alloc(x->arena, x->nfunctions, sizeof *x->entered);
}

/* ---- values that depend on the sender of a receive ---- */

/* block_index: the index of a block among those found. */
static uint32_t
block_index(const Extract *x, LLVMBasicBlockRef b)
{
	uint32_t i = 0;

	while (x->block[i] != b)
		i++;
	return i;
}

/* find_blocks: list the blocks of all functions. */
static void
find_blocks(Extract *x)
{
	for (LLVMValueRef f = LLVMGetFirstFunction(x->m->ir); f; f = LLVMGetNextFunction(f))
		for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b;
			b = LLVMGetNextBasicBlock(b)) {
			x->block = arena_more(x->arena, x->block, x->nblocks, sizeof *x->block);
			x->block[x->nblocks++] = b;
		}
}

/*
 * deciding_value: the condition of a branch or switch, or the peer of a send; NULL for other
 * instructions.
 */
static LLVMValueRef
deciding_value(LLVMValueRef v)
{
	if (flow_is_call(v, "__graph_send"))
		return LLVMGetOperand(v, 0);
	if (LLVMIsASwitchInst(v))
		return LLVMGetOperand(v, 0);
	return LLVMIsABranchInst(v) && LLVMIsConditional(v) ? LLVMGetCondition(v) : NULL;
}

/* depends_on: true if the deciding value of v becomes known when the receive's sender is known. */
static bool
depends_on(LLVMValueRef v, LLVMValueRef receive)
{
	LLVMValueRef on = deciding_value(v);
	uint64_t value;

	return on && !graph_value(on, &(Received){0}, &value)
		&& graph_value(on, &(Received){receive, 0}, &value);
}

/*
 * find_useful_blocks: mark the blocks from which an instruction that depends on the receive can be
 * reached before the next receive; returns whether there are any.
 */
static bool
find_useful_blocks(Extract *x, SplitReceive *s)
{
	bool grown = true, some = false;
	bool *passed = arena_alloc(x->arena, x->nblocks, sizeof *passed);

	s->useful = arena_alloc(x->arena, x->nblocks, sizeof *s->useful);
	for (uint32_t i = 0; i < x->nblocks; i++)
		for (LLVMValueRef v = LLVMGetFirstInstruction(x->block[i]); v;
			v = LLVMGetNextInstruction(v)) {
			bool uses = depends_on(v, s->receive);

			some |= uses;
			s->useful[i] |= uses && !passed[i];
			passed[i] |= v == s->receive;
		}
	while (some && grown) {
		grown = false;
		for (uint32_t i = 0; i < x->nblocks; i++) {
			LLVMValueRef last = LLVMGetBasicBlockTerminator(x->block[i]);

			for (unsigned k = 0; k < LLVMGetNumSuccessors(last); k++)
				if (!s->useful[i] && !passed[i]
					&& s->useful[block_index(x, LLVMGetSuccessor(last, k))])
					s->useful[i] = grown = true;
		}
	}
	return some;
}

/*
 * find_splits: find the receives that get a node for each possible sender, because later branches
 * or peers depend on the sender.
 */
static void
find_splits(Extract *x)
{
	for (uint32_t i = 0; i < x->nblocks; i++)
		for (LLVMValueRef v = LLVMGetFirstInstruction(x->block[i]); v;
			v = LLVMGetNextInstruction(v)) {
			SplitReceive s = {.receive = v};

			if (!flow_is_call(v, "__graph_receive") || !find_useful_blocks(x, &s))
				continue;
			x->split = arena_more(x->arena, x->split, x->nsplits, sizeof *x->split);
			x->split[x->nsplits++] = s;
		}
}

/* find_split: the Split that find_splits has made for the receive; NULL if there is none. */
static const SplitReceive *
find_split(const Extract *x, LLVMValueRef receive)
{
	for (uint32_t i = 0; receive && i < x->nsplits; i++)
		if (x->split[i].receive == receive)
			return &x->split[i];
	return NULL;
}

/* ---- positions ---- */

/* position_key: a hash of an instruction and the known facts before it. */
static uint64_t
position_key(LLVMValueRef at, Received known)
{
	uint64_t words[] = {(uintptr_t)at, (uintptr_t)known.receive, known.sender};

	return table_hash(words, sizeof words);
}

/* find_position: the position if it is known, or NULL. */
static const Position *
find_position(const Extract *x, LLVMValueRef at, Received known)
{
	const TableSlot *s = table_find(&x->known, position_key(at, known));

	for (; s; s = table_next(&x->known, s)) {
		const Position *p = &x->position[s->number];

		if (p->at == at && p->known.receive == known.receive
			&& p->known.sender == known.sender)
			return p;
	}
	return NULL;
}

/* write_place: append FILE:LINE to a list of places. */
static void
write_place(Buf *b, LLVMMetadataRef at)
{
	unsigned length;
	LLVMMetadataRef file = LLVMDIScopeGetFile(LLVMDILocationGetScope(at));
	char *path = file ? where_path(LLVMDIFileGetDirectory(file, &length),
		LLVMDIFileGetFilename(file, &length)) : xstrdup("?");

	buf_printf(b, "%s%s:%u", b->len ? "<" : "", path, LLVMDILocationGetLine(at));
	free(path);
}

/*
 * set_place: note in a node the source line of instruction v, and the places into which it was
 * inlined.
 */
static void
set_place(const Extract *x, FlowNode *n, LLVMValueRef v)
{
	LLVMMetadataRef at = LLVMInstructionGetDebugLoc(v);
	Buf b = {0};

	n->line = at ? LLVMDILocationGetLine(at) : 0;
	for (; n->line && at; at = LLVMDILocationGetInlinedAt(at))
		write_place(&b, at);
	if (n->line)
		n->place = arena_strndup(x->f->arena, (char *)b.data, b.len);
	buf_free(&b);
}

/* node_at: the node for a position, made if the position is new. */
static uint32_t
node_at(Extract *x, LLVMValueRef at, Received known)
{
	Position p = {.at = at, .known = known};
	const Position *old = find_position(x, at, known);

	if (old)
		return old->node;
	p.node = flow_add_node(x->f, FLOW_COMP);
	set_place(x, &x->f->node[p.node], at);
	table_put(&x->known, position_key(at, known), x->npositions);
	x->position = arena_more(x->arena, x->position, x->npositions, sizeof p);
	x->position[x->npositions++] = p;
	x->waiting = arena_grow(x->arena, x->waiting, x->nwaiting, &x->waitingcap, sizeof p);
	x->waiting[x->nwaiting++] = p;
	return p.node;
}

/*
 * lead_to: add edges from a node to the position at an instruction; a receive that is split has a
 * position for each sender.
 */
static void
lead_to(Extract *x, uint32_t from, LLVMValueRef at, Received known)
{
	if (!find_split(x, at)) {
		flow_add_edge(x->f, from, node_at(x, at, known));
		return;
	}
	for (uint32_t k = 0; k < x->nnodes; k++)
		flow_add_edge(x->f, from, node_at(x, at, (Received){at, k}));
}

/* ---- operations ---- */

/* set_event: set a node's event and type, as far as they are known. */
static void
set_event(FlowNode *n, LLVMValueRef event, LLVMValueRef type, const Received *known)
{
	uint64_t value;

	n->any_event = !graph_value(event, known, &value);
	n->event = n->any_event ? 0 : value;
	n->type = graph_value(type, known, &value) ? value : 0;
}

/* set_peers: store in a node the nodes with which it may exchange messages. */
static void
set_peers(const Extract *x, FlowNode *n, const uint32_t *peer, uint32_t npeers)
{
	n->npeers = npeers;
	n->peer = npeers ? arena_alloc(x->f->arena, npeers, sizeof *n->peer) : NULL;
	if (npeers)
		memcpy(n->peer, peer, npeers * sizeof *peer);
}

/* set_send: set a node by the arguments of a send: peer, event and type. */
static void
set_send(const Extract *x, FlowNode *n, LLVMValueRef v, const Received *known)
{
	uint32_t *peer = arena_alloc(x->arena, x->nnodes, sizeof *peer);

	n->kind = FLOW_SEND;
	set_peers(x, n, peer, graph_values(LLVMGetOperand(v, 0), known, peer, x->nnodes));
	set_event(n, LLVMGetOperand(v, 1), LLVMGetOperand(v, 2), known);
}

/* set_receive: set a node by the arguments of a receive: event, type and possible senders. */
static void
set_receive(const Extract *x, FlowNode *n, LLVMValueRef v, const Received *known)
{
	n->kind = FLOW_RECEIVE;
	set_peers(x, n, &known->sender, known->receive == v);
	set_event(n, LLVMGetOperand(v, 0), LLVMGetOperand(v, 1), &(Received){0});
}

/* set_change: note in a node the variable that a call of __graph_change names. */
static void
set_change(const Extract *x, FlowNode *n, LLVMValueRef v)
{
	uint32_t variable = LLVMConstIntGetZExtValue(LLVMGetOperand(v, 0));

	n->changes = arena_alloc(x->f->arena, x->f->nvariables + 1, sizeof *n->changes);
	n->changes[variable] = true;
}

/* lead_to_function: add an edge from a node to the beginning of a function. */
static void
lead_to_function(Extract *x, uint32_t node, LLVMValueRef function)
{
	lead_to(x, node, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(function)), (Received){0});
}

/*
 * call_functions: lead the call to the beginnings of the functions that it may reach, and their
 * ends to the place after the call; or, if it reaches none, go on after it.
 */
static void
call_functions(Extract *x, const Position *p)
{
	LLVMValueRef next = LLVMGetNextInstruction(p->at), callee = LLVMGetCalledValue(p->at);
	uint32_t back = node_at(x, next, (Received){0});

	for (uint32_t i = 0; i < x->nfunctions; i++)
		if (may_call(p->at, x->function[i])) {
			flow_add_edge(x->f, p->node, x->entry[i]);
			flow_add_edge(x->f, x->exit[i], back);
			if (!x->entered[i])
				lead_to_function(x, x->entry[i], x->function[i]);
			x->entered[i] = true;
		}
	if (function_index(x, callee) == x->nfunctions)
		flow_add_edge(x->f, p->node, back);
}

/* ---- between operations ---- */

/*
 * known_in_block: the known receive, if it is still useful in block b; otherwise an empty Received.
 */
static Received
known_in_block(const Extract *x, Received known, LLVMBasicBlockRef b)
{
	const SplitReceive *s = find_split(x, known.receive);

	return s && s->useful[block_index(x, b)] ? known : (Received){0};
}

/* taken_successor: the index of the successor that the branch takes; -1 if that is not known. */
static int
taken_successor(LLVMValueRef branch, const Received *known)
{
	LLVMValueRef on = deciding_value(branch);
	uint64_t value, other;

	if (!on || !graph_value(on, known, &value))
		return -1;
	if (!LLVMIsASwitchInst(branch))
		return value ? 0 : 1;
	for (unsigned k = 1; k < LLVMGetNumSuccessors(branch); k++)
		if (graph_value(LLVMGetOperand(branch, 2 * k), known, &other) && other == value)
			return k;
	return 0;
}

/*
 * leave_block: lead the node to the successors of its block, or after a return to the function's
 * exit.
 */
static void
leave_block(Extract *x, uint32_t node, LLVMValueRef last, Received known)
{
	int only = taken_successor(last, &known);
	uint32_t i = function_index(x, LLVMGetBasicBlockParent(LLVMGetInstructionParent(last)));

	if (LLVMIsAReturnInst(last))
		flow_add_edge(x->f, node, i < x->nfunctions ? x->exit[i] : FLOW_STOP);
	else if (LLVMGetNumSuccessors(last) == 0)
		flow_add_edge(x->f, node, FLOW_STOP);
	for (unsigned k = 0; k < LLVMGetNumSuccessors(last); k++) {
		LLVMBasicBlockRef b = LLVMGetSuccessor(last, k);

		if (only < 0 || (unsigned)only == k)
			lead_to(x, node, LLVMGetFirstInstruction(b), known_in_block(x, known, b));
	}
}

/*
 * Calls that the graph cannot represent: they start another flow of control, or send messages in a
 * way that the model lacks.
 */
static const char *const unsupported_calls[] = {"process_start", "process_start_with", "thrd_exit",
	"ksignal", "signal", "atexit", "at_quick_exit", "setjmp", "longjmp", "main", "dsend",
	"drecv", "dsfr", "dtry_send", "dtry_recv", "__t800_resetch", "__t800_runp"};
/* Calls that end the process; only main may make them. */
static const char *const exits[] = {"exit", "kexit", "quick_exit", "_Exit", "abort", "panic"};

/* check_supported: refuse a call that the graph cannot represent. */
static void
check_supported(const Extract *x, LLVMValueRef v)
{
	for (size_t i = 0; i < sizeof unsupported_calls / sizeof *unsupported_calls; i++)
		if (flow_is_call(v, unsupported_calls[i]))
			refuse(x->m, v, "the graph of a program that calls %s is not supported: "
				"flows of control begin with main, thread_start, thrd_create and "
				"kclone; messages are those of nsend, tsend and ksend",
				unsupported_calls[i]);
	for (size_t i = 0; x->f->thread && i < sizeof exits / sizeof *exits; i++)
		if (flow_is_call(v, exits[i]))
			refuse(x->m, v, "the graph of a program whose thread calls %s is not "
				"supported: a thread ends where its function returns", exits[i]);
	if (flow_is_call(v, "__graph_count"))
		refuse(x->m, v, "the graph of a program with a semaphore whose count is not a "
			"constant from 0 to 4 at the beginning is not supported");
	if (flow_is_call(v, "__graph_recursive"))
		refuse(x->m, v, "the graph of a program with a recursive mutex is not supported");
}

/*
 * follow_position: set the fields of the position's node by its instruction (a send, a receive,
 * ...), and add edges from the node to the next operations.
 */
static void
follow_position(Extract *x, const Position *p)
{
	LLVMValueRef v = p->at;

	if (flow_is_call(v, "__graph_send"))
		set_send(x, &x->f->node[p->node], v, &p->known);
	else if (flow_is_call(v, "__graph_receive"))
		set_receive(x, &x->f->node[p->node], v, &p->known);
	else if (flow_is_call(v, "__graph_change"))
		set_change(x, &x->f->node[p->node], v);
	else if (is_thread_operation(v))
		flow_set_thread_operation(x->m, x->f, p->node, v);
	else if (may_call_any(x, v)) {
		call_functions(x, p);
		return;
	}
	for (;; v = LLVMGetNextInstruction(v)) {
		check_supported(x, v);
		if (v != p->at && (is_operation(v) || may_call_any(x, v))) {
			lead_to(x, p->node, v, p->known);
			return;
		}
		if (LLVMIsATerminatorInst(v)) {
			leave_block(x, p->node, v, p->known);
			return;
		}
	}
}

void
flow_extract(const Module *m, uint32_t nnodes, Flow *f)
{
	Arena arena = {0};
	Extract x = {.m = m, .f = f, .arena = &arena, .nnodes = nnodes, .known.arena = &arena};

	find_functions(&x);
	find_blocks(&x);
	find_splits(&x);
	flow_add_node(f, FLOW_COMP);
	flow_add_node(f, FLOW_COMP);
	for (uint32_t i = 0; i < x.nfunctions; i++) {
		x.entry[i] = flow_add_node(f, FLOW_COMP);
		x.exit[i] = flow_add_node(f, FLOW_COMP);
	}
	lead_to_function(&x, FLOW_START, LLVMGetNamedFunction(m->ir, "main"));
	for (uint32_t i = 0; i < x.nwaiting; i++)
		follow_position(&x, &(Position){x.waiting[i].at, x.waiting[i].known,
			x.waiting[i].node});
	arena_free(&arena);
}
