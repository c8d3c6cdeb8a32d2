/* dram.c - the times of accesses to external memory with refresh or page mode (dram.h). */
#include "dram.h"

void
dram_init(Dram *d, const NodeSpec *spec)
{
	*d = (Dram){.interval = spec->refresh.interval,
		.refresh = spec->refresh.cycles,
		.row_bits = spec->page.bytes > 0 ? __builtin_ctz(spec->page.bytes) : 0,
		.hit = spec->page.bytes > 0 ? spec->page.wait : spec->wait,
		.miss = spec->wait,
		.onchip = spec->onchip,
		.open = NO_ROW,
		.due = spec->refresh.interval};
}

/*
 * run_refreshes: run the refreshes that are due by `now`; only the last of them can still be under
 * way at `now`.
 */
static void
run_refreshes(Dram *d, Cycles now)
{
	Cycles last;

	if (d->interval == 0 || now < d->due)
		return;
	last = now - (now - d->due) % d->interval;
	d->free = (d->free > last ? d->free : last) + d->refresh;
	d->delay += ((last - d->due) / d->interval + 1) * d->refresh;
	d->due = last + d->interval;
	d->open = NO_ROW;
}

/* open_row: open the row of an access; returns false if it was open already. */
static bool
open_row(Dram *d, Word offset)
{
	Word row = offset >> d->row_bits;
	bool missed = row != d->open;

	if (d->row_bits != 0)
		d->open = row;
	return missed;
}

/*
 * fetch_code: account for fetching the words of code before iptr that have not been fetched before.
 */
static void
fetch_code(Dram *d, Addr iptr)
{
	Word end = (iptr - MOSTNEG + 3) & ~3u;

	if (d->fetched < d->onchip || d->row_bits == 0)
		return;
	for (; (int32_t)(end - d->fetched) > 0; d->fetched += 4)
		if (open_row(d, d->fetched))
			d->delay += d->miss - d->hit;
}

/* wait_states: the wait states of one access. */
static uint32_t
wait_states(Dram *d, Word offset)
{
	return open_row(d, offset) ? d->miss : d->hit;
}

Cycles
dram_access(Dram *d, Word offset, Addr iptr, Cycles now)
{
	run_refreshes(d, now);
	fetch_code(d, iptr);
	if (now < d->free)
		now = d->free;
	now += wait_states(d, offset);
	d->free = now;
	return now;
}

Cycles
dram_move(Dram *d, Word dst, Word src, Word nwords, Addr iptr, Cycles now)
{
	Cycles spent = 2 * (Cycles)nwords, moved = spent;

	if ((dst < d->onchip && src < d->onchip) || nwords == 0)
		return 0;
	run_refreshes(d, now);
	fetch_code(d, iptr);
	if (now < d->free)
		spent += d->free - now;
	for (Word i = 0; i < nwords; i++) {
		if (src >= d->onchip)
			spent += wait_states(d, src + 4 * i);
		if (dst >= d->onchip)
			spent += wait_states(d, dst + 4 * i);
	}
	for (Cycles due = d->due; d->interval != 0 && due < now + spent; due += d->interval)
		spent += d->refresh;
	return spent - moved;
}

void
dram_stretch(Dram *d, Addr iptr, Cycles now)
{
	run_refreshes(d, now);
	d->fetched = ((iptr - MOSTNEG) & ~3u) + 4;
	d->delay = 0;
}

Cycles
dram_fetch(Dram *d, Addr from, Addr iptr, Cycles since, Cycles now)
{
	Cycles words = (Cycles)(iptr - from) * (d->hit + 1) >> 2;

	if (iptr == from)
		return 0;
	run_refreshes(d, now);
	fetch_code(d, iptr);
	while (d->interval != 0 && since + words + d->delay >= d->due)
		run_refreshes(d, since + words + d->delay);
	return words + d->delay;
}

void
dram_close(Dram *d)
{
	d->open = NO_ROW;
}
