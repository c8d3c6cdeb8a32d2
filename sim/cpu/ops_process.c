/*
 * ops_process.c - the instructions of processes: scheduler, timers, channels, alternatives, block
 * moves; the entry to the floating-point unit, and chip identification. Blocks as in ops.c.
 */
/* ---- processes ---- */

/* startp: start a process at the current priority. */
OPER(0x0D, startp, 12, 2, 0, ALL, PLAIN)
{
	outline(t, process_start);
}

/* endp: end a process of a PAR. */
OPER(0x03, endp, 13, 1, 0, ALL, ENDS)
{
	outline(t, process_end);
}

/* runp: make a process ready. */
OPER(0x39, runp, 10, 1, 0, ALL, PLAIN)
{
	outline(t, process_run);
}

/* stopp: stop this process. */
OPER(0x15, stopp, 11, 0, 0, ALL, ENDS)
{
	outline(t, process_stop);
}

/* ldpri: push the current priority. */
OPER(0x1E, ldpri, 1, 0, 1, ALL, PLAIN)
{
	push(t, t->node->priority);
}

/* sthf: set FPtrReg0. */
OPER(0x18, sthf, 1, 1, 0, ALL, PLAIN)
{
	t->node->fptr[HIGH] = pop(t);
}

/* sthb: set BPtrReg0. */
OPER(0x50, sthb, 1, 1, 0, ALL, PLAIN)
{
	t->node->bptr[HIGH] = pop(t);
}

/* stlf: set FPtrReg1. */
OPER(0x1C, stlf, 1, 1, 0, ALL, PLAIN)
{
	t->node->fptr[LOW] = pop(t);
}

/* stlb: set BPtrReg1. */
OPER(0x17, stlb, 1, 1, 0, ALL, PLAIN)
{
	t->node->bptr[LOW] = pop(t);
}

/* save_queue: store the front and back of a ready queue at Areg. */
static inline void
save_queue(Regs *t, int priority)
{
	Addr a = pop(t);

	write_word(t, a, t->node->fptr[priority]);
	write_word(t, a + scaled(t, 4), t->node->bptr[priority]);
}

/* saveh: store FPtrReg0 and BPtrReg0 at Areg. */
OPER(0x3E, saveh, 4, 1, 0, ALL, STORES(AREG, 8))
{
	save_queue(t, HIGH);
}

/* savel: store FPtrReg1 and BPtrReg1 at Areg. */
OPER(0x3D, savel, 4, 1, 0, ALL, STORES(AREG, 8))
{
	save_queue(t, LOW);
}

/* ---- timers ---- */

/* ldtimer: push the clock of the current priority. */
OPER(0x22, ldtimer, 2, 0, 1, ALL, PLAIN)
{
	push(t, as_word(t, clock_read(t->node, regs_clock(t), t->node->priority)));
}

/* sttimer: set and start both clocks. */
OPER(0x54, sttimer, 1, 1, 0, ALL, PLAIN)
{
	outline(t, timer_start);
}

/* tin: wait until the clock is after Areg. */
OPER(0x2B, tin, 4, 1, 0, ALL, YIELDS)
{
	outline(t, timer_input);
}

/* timerdisableh: let the timer of high priority wake no process. */
OPER(0x7A, timerdisableh, 1, 0, 0, DEBUG_CHIPS, PLAIN)
{
	outline(t, timer_disable_high);
}

/* timerdisablel: let the timer of low priority wake no process. */
OPER(0x7B, timerdisablel, 1, 0, 0, DEBUG_CHIPS, PLAIN)
{
	outline(t, timer_disable_low);
}

/* timerenableh: let the timer of high priority wake processes again. */
OPER(0x7C, timerenableh, 6, 0, 0, DEBUG_CHIPS, PLAIN)
{
	outline(t, timer_enable_high);
}

/* timerenablel: let the timer of low priority wake processes again. */
OPER(0x7D, timerenablel, 6, 0, 0, DEBUG_CHIPS, PLAIN)
{
	outline(t, timer_enable_low);
}

/* ---- channels ---- */

/* in: input a message. */
OPER(0x07, in, 20, 3, 0, ALL, YIELDS | STORES(CREG, BY_AREG))
{
	outline(t, channel_in);
}

/* out: output a message. */
OPER(0x0B, out, 20, 3, 0, ALL, YIELDS)
{
	outline(t, channel_out);
}

/* outbyte: output a byte. */
OPER(0x0E, outbyte, 25, 2, 0, ALL, YIELDS)
{
	outline(t, channel_outbyte);
}

/* outword: output a word. */
OPER(0x0F, outword, 25, 2, 0, ALL, YIELDS)
{
	outline(t, channel_outword);
}

/* resetch: reset a channel. */
OPER(0x12, resetch, 3, 1, 1, ALL, PLAIN)
{
	outline(t, channel_reset);
}

/* ---- alternatives ---- */

/* alt: start of an alternative. */
OPER(0x43, alt, 2, 0, 0, ALL, PLAIN)
{
	write_word(t, t->wptr + scaled(t, W_STATE), special(t, ENABLING));
}

/* talt: start of an alternative with timers. */
OPER(0x4E, talt, 4, 0, 0, ALL, PLAIN)
{
	write_word(t, t->wptr + scaled(t, W_STATE), special(t, ENABLING));
	write_word(t, t->wptr + scaled(t, W_TLINK), special(t, TIMENOTSET));
}

/* enbs: enable a skip. */
OPER(0x49, enbs, 3, 1, 1, ALL, PLAIN)
{
	if (t->areg)
		write_word(t, t->wptr + scaled(t, W_STATE), special(t, READY));
}

/* enbc: enable a channel. */
OPER(0x48, enbc, 5, 2, 1, ALL, PLAIN)
{
	outline(t, alt_enable_channel);
}

/* enbt: enable a timer. */
OPER(0x47, enbt, 8, 2, 1, ALL, PLAIN)
{
	outline(t, alt_enable_timer);
}

/* altwt: wait for a guard. */
OPER(0x44, altwt, 5, 0, 0, ALL, YIELDS)
{
	outline(t, alt_wait);
}

/* taltwt: wait for a guard or a time. */
OPER(0x51, taltwt, 15, 0, 0, ALL, YIELDS)
{
	outline(t, alt_wait_timer);
}

/* diss: disable a skip. */
OPER(0x30, diss, 4, 2, 1, ALL, PLAIN)
{
	Word offset = pop(t);

	t->areg = t->areg && alt_select(t, offset);
}

/* disc: disable a channel. */
OPER(0x2F, disc, 8, 3, 1, ALL, PLAIN)
{
	outline(t, alt_disable_channel);
}

/* dist: disable a timer. */
OPER(0x2E, dist, 23, 3, 1, ALL, PLAIN)
{
	outline(t, alt_disable_timer);
}

/* altend: go to the selected branch. */
OPER(0x45, altend, 4, 0, 0, ALL, PLAIN)
{
	transfer(t, as_word(t, t->iptr + read_word(t, t->wptr + W_TEMP)));
}

/* ---- block moves ---- */

/* move: copy Areg bytes from Creg to Breg. */
OPER(0x4A, move, 8, 3, 0, ALL, STORES(BREG, BY_AREG))
{
	outline(t, block_move);
}

/* move2dinit: set the rows and strides of the next two-dimensional move. */
OPER(0x5B, move2dinit, 8, 3, 0, SINCE_T800, PLAIN)
{
	t->node->rows = pop(t);
	t->node->dst_stride = pop(t);
	t->node->src_stride = pop(t);
}

/* move2dall: copy rows. */
OPER(0x5C, move2dall, 0, 3, 0, SINCE_T800, PLAIN)
{
	outline(t, block_move_all);
}

/* move2dnonzero: copy those bytes of the rows that are not 0. */
OPER(0x5D, move2dnonzero, 0, 3, 0, SINCE_T800, PLAIN)
{
	outline(t, block_move_nonzero);
}

/* move2dzero: copy those bytes of the rows that are 0. */
OPER(0x5E, move2dzero, 0, 3, 0, SINCE_T800, PLAIN)
{
	outline(t, block_move_zero);
}

/* ---- floating-point unit entry ---- */

/*
 * fpentry: execute the floating-point operation whose number is in Areg; fpentry itself takes no
 * cycles.
 */
OPER(0xAB, fpentry, 0, 1, 0, ONLY_FP, PLAIN)
{
	pop(t);
}

/* ---- breakpoints and identity ---- */

/* break: exchange (Iptr, Wdesc) with the pair kept for the current priority. */
OPER(0xB1, break, 9, 0, 0, DEBUG_CHIPS, PLAIN)
{
	outline(t, breakpoint);
}

/* clrj0break: make j 0 an ordinary jump. */
OPER(0xB2, clrj0break, 1, 0, 0, DEBUG_CHIPS, PLAIN)
{
	t->node->j0break = false;
}

/* setj0break: make j 0 a breakpoint. */
OPER(0xB3, setj0break, 1, 0, 0, DEBUG_CHIPS, PLAIN)
{
	t->node->j0break = true;
}

/* testj0break: push whether j 0 is a breakpoint. */
OPER(0xB4, testj0break, 2, 0, 1, DEBUG_CHIPS, PLAIN)
{
	push(t, t->node->j0break);
}

/* lddevid: push the number of the chip's type. */
OPER(0x17C, lddevid, 1, 0, 1, DEBUG_CHIPS, PLAIN)
{
	static const Word types[NCHIPS] = {
		[CHIP_T225] = 40, [CHIP_T400] = 50, [CHIP_T425] = 0, [CHIP_T801] = 20,
		[CHIP_T805] = 10,
	};

	push(t, types[t->node->chip]);
}

/* ldmemstartval: push MemStart, the first free address. */
OPER(0x7E, ldmemstartval, 1, 0, 1, DEBUG_CHIPS, PLAIN)
{
	push(t, memstart(t->node->chip));
}

/* undefined_entry: execute an operation that fpentry lacks. */
static inline void
undefined_entry(Regs *t, Word code)
{
	if (t->node->undefined == UNDEFINED_STOP)
		stop_because(t, STOP_ILLEGAL, code);
}

/*
 * undefined_operation: execute an operation that the chip lacks. INMOS's own programs identify the
 * chip by executing lddevid after three constants: a T414 leaves the stack unchanged, and a T800
 * pops Areg. ispy, INMOS's network tester, takes a chip for a T212 if it behaves as a T414 does.
 */
static inline void
undefined_operation(Regs *t, Word code)
{
	Chip chip = t->node->chip;

	if (code == 0x17C && chip == CHIP_T800)
		pop(t);
	else if (code != 0x17C || (chip != CHIP_T414 && chip != CHIP_T212 && chip != CHIP_T222))
		undefined_entry(t, code);
}

/* ---- production tests: undocumented, so they access the registers of this simulation ---- */

/* testlds: push the status register. */
OPER(0x23, testlds, 2, 0, 1, ALL, PLAIN)
{
	push(t, status_word(t->node));
}

/* testlde: push Ereg. */
OPER(0x24, testlde, 2, 0, 1, ALL, PLAIN)
{
	push(t, t->node->ereg);
}

/* testldd: push Dreg. */
OPER(0x25, testldd, 2, 0, 1, ALL, PLAIN)
{
	push(t, t->node->dreg);
}

/* teststs: set the status register. */
OPER(0x26, teststs, 2, 1, 0, ALL, PLAIN)
{
	status_set(t->node, pop(t));
}

/* testste: set Ereg; no instruction here uses the value. */
OPER(0x27, testste, 2, 1, 0, ALL, PLAIN)
{
	pop(t);
}

/* teststd: set Dreg. */
OPER(0x28, teststd, 2, 1, 0, ALL, PLAIN)
{
	t->node->dreg = pop(t);
}

/* start: restart as after a reset. */
OPER(0x1FF, start, 2, 0, 0, ALL, PLAIN)
{
	outline(t, boot_again);
}
