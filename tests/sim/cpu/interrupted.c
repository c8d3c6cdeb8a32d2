/*
 * The contents of the seven reserved words when a high-priority process interrupts: the state of
 * the low-priority process that was running, or that it had descheduled itself with the instruction
 * that made the high one ready (GotoSNP), or that there was none (processor.md, section 7.2).
 */
#include "alone.h"

enum {
	FOUND = DATA, /* where the high process copies the words */
	SAVED_CODE = 0x80000180, /* of the other low process */
};

/* How the high process becomes ready. */
typedef enum Makes {
	ALTERNATIVE, /* it waits in an ALT for the channel */
	INPUT,       /* it waits to input from the channel */
	OUTPUT,      /* it waits to output to the channel */
	QUEUE,       /* it is in its ready queue, put there with sthf and sthb */
	READY_PIN,   /* the event pin makes it ready when the instruction has ended */
	RUN,         /* the instruction is to make it ready */
} Makes;

typedef enum Finds {
	GOES_ON,      /* the low-priority process, which continues afterwards */
	GONE,         /* the low process with GotoSNP: the other one is next */
	OTHER_BEGINS, /* the other low process, which has just begun */
} Finds;

/* To the channel, at which the high process may wait. */
#define MESSAGE "ldlp:8 mint ldnlp:0x13c ldc:4 "
#define TO_CHANNEL "mint ldnlp:0x13c ldc:4 "

static const struct {
	const char *code, *instruction;
	Makes makes;
	Finds finds;
} cases[] = {
	{MESSAGE, "out", ALTERNATIVE, GONE},
	{TO_CHANNEL, "outbyte", ALTERNATIVE, GONE},
	{TO_CHANNEL, "outword", ALTERNATIVE, GONE},
	{MESSAGE, "out", INPUT, GOES_ON},
	{TO_CHANNEL, "outbyte", INPUT, GOES_ON},
	{TO_CHANNEL, "outword", INPUT, GOES_ON},
	{MESSAGE, "in", OUTPUT, GOES_ON},
	{"mint ldnlp:0x100", "runp", RUN, GOES_ON},
	{MESSAGE, "in", QUEUE, GONE},
	{MESSAGE, "out", QUEUE, GONE},
	{TO_CHANNEL, "outbyte", QUEUE, GONE},
	{TO_CHANNEL, "outword", QUEUE, GONE},
	{"ldlp:2", "endp", QUEUE, GONE},
	{"", "stopp", QUEUE, GONE},
	{"seterr", "stoperr", QUEUE, GONE},
	{"ldtimer adc:2", "tin", QUEUE, GONE},
	{"alt", "altwt", QUEUE, GONE},
	{"talt ldtimer adc:2 ldc:1 enbt", "taltwt", QUEUE, GONE},
	{"", "j:0", QUEUE, GONE},
	{"ldlp:4 ldc:0", "lend", QUEUE, GONE},
	{MESSAGE, "in", READY_PIN, OTHER_BEGINS},
	{MESSAGE, "out", READY_PIN, OTHER_BEGINS},
	{TO_CHANNEL, "outbyte", READY_PIN, OTHER_BEGINS},
	{TO_CHANNEL, "outword", READY_PIN, OTHER_BEGINS},
	{"ldlp:2", "endp", READY_PIN, OTHER_BEGINS},
	{"", "stopp", READY_PIN, OTHER_BEGINS},
	{"ldtimer adc:2", "tin", READY_PIN, OTHER_BEGINS},
	{"alt", "altwt", READY_PIN, OTHER_BEGINS},
	{"talt ldtimer adc:2 ldc:1 enbt", "taltwt", READY_PIN, OTHER_BEGINS},
	{"", "j:0", READY_PIN, OTHER_BEGINS},
	{"ldlp:4 ldc:0", "lend", READY_PIN, OTHER_BEGINS},
};

/* prepare: the low process is about to run its code; another low one is ready. */
static T800 *
prepare(const char *code, const char *instruction, Addr *after)
{
	T800 *c = fresh("");

	*after = code_put(c, code_put(c, CODE, code), instruction);
	code_put(c, *after, END);
	set_word(c, WORKSPACE + 12, 2); /* endp: two processes have still to end */
	set_word(c, WORKSPACE + 20, 9); /* lend: loops */
	set_word(c, CHANNEL, NOTPROCESS);
	set_word(c, OTHER + W_IPTR, SAVED_CODE);
	code_put(c, SAVED_CODE, "ldc:1 " END);
	set_word(c, HIGH_WORKSPACE + W_IPTR, HIGH_CODE);
	code_put(c, HIGH_CODE, "mint ldnlp:11 mint ldnlp:0x140 ldc:28 move testerr stopp");
	process_ready(c, OTHER | LOW);
	c->error = true;
	c->slicing = true;
	return c;
}

static void
make_ready(T800 *c, Makes makes)
{
	switch (makes) {
	case ALTERNATIVE:
		set_word(c, HIGH_WORKSPACE + W_STATE, WAITING);
		set_word(c, CHANNEL, HIGH_WORKSPACE);
		break;
	case INPUT:
	case OUTPUT:
		set_word(c, HIGH_WORKSPACE + W_POINTER, DATA + 64);
		set_word(c, CHANNEL, HIGH_WORKSPACE);
		break;
	case QUEUE:
		c->fptr[HIGH] = c->bptr[HIGH] = HIGH_WORKSPACE;
		break;
	case READY_PIN:
		set_word(c, EVENT_CHANNEL, HIGH_WORKSPACE);
		c->event_waiter = EVENT_INPUT;
		break;
	case RUN:
		break;
	}
}

static void
test_words(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		Addr after;
		T800 *c = prepare(cases[i].code, cases[i].instruction, &after);
		Word first = WORKSPACE | LOW, next;

		make_ready(c, cases[i].makes);
		go(c, 1); /* to the checkpoint after the instruction */
		if (cases[i].makes == READY_PIN)
			event(c);
		go(c, 1000);
		next = cases[i].finds == GOES_ON ? WORKSPACE : OTHER;
		if (cases[i].finds == OTHER_BEGINS) {
			first = OTHER | LOW;
			after = SAVED_CODE;
		}
		if (word_at(c, FOUND) != first || word_at(c, FOUND + 4) != after
		    || word_at(c, FOUND + 20) != (MOSTNEG | (cases[i].finds == GONE))
		    || word_at(c, FOUND + 24) != 0 || c->r.wptr != next || !c->error)
			fail_msg("case %zu, %s: found %08x %08x, status %08x, E %x; then %08x, "
				"Error %d",
				i, cases[i].instruction, word_at(c, FOUND), word_at(c, FOUND + 4),
				word_at(c, FOUND + 20), word_at(c, FOUND + 24), c->r.wptr,
				c->error);
		t800_free(c);
	}
}

/* The stack of the interrupted process is in the words, too. */
static void
test_stack(void **state)
{
	Addr after;
	T800 *c = prepare("ldc:3 ldc:2 ldc:1", "stopp", &after);

	(void)state;
	make_ready(c, QUEUE);
	go(c, 1);
	go(c, 1000);
	for (Word i = 1; i <= 3; i++)
		assert_int_equal(word_at(c, FOUND + 4 + 4 * i), i);
	t800_free(c);
}

/*
 * Without another low-priority process the node is idle, and the next high-priority process finds
 * the value for "none".
 */
static void
test_none(void **state)
{
	Addr after;
	T800 *c = prepare("", "stopp", &after);

	(void)state;
	c->fptr[LOW] = NOTPROCESS;
	make_ready(c, QUEUE);
	go(c, 1);
	go(c, 1000);
	assert_true(c->idle);
	assert_int_equal(word_at(c, FOUND), WORKSPACE | LOW);
	set_word(c, HIGH_WORKSPACE + W_IPTR, HIGH_CODE);
	make_ready(c, READY_PIN);
	event(c);
	go(c, 1000);
	assert_true(c->idle);
	assert_int_equal(word_at(c, FOUND), NOTPROCESS | LOW);
	t800_free(c);
}

/* A high process takes the interrupted one away, as a kernel does. */
static void
test_taken_away(void **state)
{
	Addr after;
	T800 *c = prepare("mint ldnlp:0x100", "runp", &after);

	(void)state;
	code_put(c, HIGH_CODE, "mint adc:1 mint stnl:11 stopp");
	go(c, 1000);
	assert_int_equal(c->r.wptr, OTHER);
	assert_int_equal(c->stop, STOP_ILLEGAL);
	t800_free(c);
}

/*
 * startp neither deschedules nor interrupts: the new process has the priority of the running one.
 */
static void
test_startp(void **state)
{
	Addr after;
	T800 *c = prepare("ldc:0 mint ldnlp:0x100", "startp", &after);

	(void)state;
	go(c, 1000);
	assert_int_equal(c->r.wptr, WORKSPACE);
	assert_int_equal(c->bptr[LOW], HIGH_WORKSPACE);
	assert_int_equal(word_at(c, SAVE_WDESC), NOTPROCESS | LOW);
	t800_free(c);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_words),
		cmocka_unit_test(test_stack),
		cmocka_unit_test(test_none),
		cmocka_unit_test(test_taken_away),
		cmocka_unit_test(test_startp),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("interrupted", tests, NULL, NULL);
}
