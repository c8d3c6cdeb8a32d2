/*
 * dhrystone.c - the first part of a benchmark with the work of Dhrystone 2.1.
 *
 * Written after R. Weicker's description (CACM 27,10, 1984, and the notes on version 2): the same
 * procedures, calls, parameters, operand types and numbers of statements of each kind, in two
 * files, so that the compiler cannot merge them. One run is one pass of the loop in kernel(). The
 * final values are those of the description.
 */
#include "bench.h"
#include "dhrystone.h"

#include <stdlib.h>
#include <string.h>

#ifndef NAME
#define NAME "dhrystone"
#endif

int count, flag;
char first_letter, second_letter;
Card *card, *spare;
int row[ROW], table[ROW][ROW];

void proc1(Card *c);
void proc2(int *n);
void proc3(Card **c);
void proc4(void);
void proc5(void);

void
proc1(Card *c)
{
	Card *next = c->next;

	*c->next = *card;
	c->of.a.number = 5;
	next->of.a.number = c->of.a.number;
	next->next = c->next;
	proc3(&next->next);
	if (next->kind == FIRST) {
		next->of.a.number = 6;
		proc6(c->of.a.rank, &next->of.a.rank);
		next->next = card->next;
		proc7(next->of.a.number, 10, &next->of.a.number);
	} else {
		*c = *c->next;
	}
}

void
proc2(int *n)
{
	int left = *n + 10;
	Rank r = FIFTH; /* the description leaves it unset until it is FIRST */

	do
		if (first_letter == 'A') {
			left -= 1;
			*n = left - count;
			r = FIRST;
		}
	while (r != FIRST);
}

void
proc3(Card **c)
{
	if (card)
		*c = card->next;
	proc7(10, count, &card->of.a.number);
}

void
proc4(void)
{
	int is_a = first_letter == 'A';

	flag = is_a | flag;
	second_letter = 'B';
}

void
proc5(void)
{
	first_letter = 'A';
	flag = 0;
}

/* prepare_records: put the two records where the compiler cannot foresee. */
static void
prepare_records(void)
{
	spare = malloc(sizeof *spare);
	card = malloc(sizeof *card);
	card->next = spare;
	card->kind = FIRST;
	card->of.a.rank = THIRD;
	card->of.a.number = 40;
	strcpy(card->of.a.name, "DHRYSTONE PROGRAM, SOME STRING");
	table[8][7] = 10;
}

static int
kernel(uint32_t runs)
{
	int a = 0, b = 0, c = 0;
	Rank r = FIRST;
	Name s, t;
	char letter;

	prepare_records();
	strcpy(s, "DHRYSTONE PROGRAM, 1'ST STRING");
	for (uint32_t run = 1; run <= runs; run++) {
		proc5();
		proc4();
		a = 2;
		b = 3;
		strcpy(t, "DHRYSTONE PROGRAM, 2'ND STRING");
		r = SECOND;
		flag = !func2(s, t);
		while (a < b) {
			c = 5 * a - b;
			proc7(a, b, &c);
			a += 1;
		}
		proc8(row, table, a, c);
		proc1(card);
		for (letter = 'A'; letter <= second_letter; letter++)
			if (r == func1(letter, 'C')) {
				proc6(FIRST, &r);
				strcpy(t, "DHRYSTONE PROGRAM, 3'RD STRING");
				b = run;
				count = run;
			}
		b = b * a;
		a = b / c;
		b = 7 * (b - c) - a;
		proc2(&a);
	}
	return count == 5 && flag == 1 && first_letter == 'A' && second_letter == 'B' && row[8] == 7
		&& table[8][7] == runs + 10 && card->kind == FIRST && card->of.a.rank == THIRD
		&& card->of.a.number == 17 && spare->next == card->next && spare->kind == FIRST
		&& spare->of.a.rank == SECOND && spare->of.a.number == 18
		&& strcmp(card->of.a.name, spare->of.a.name) == 0 && a == 5 && b == 13 && c == 7
		&& r == SECOND && strcmp(t, "DHRYSTONE PROGRAM, 2'ND STRING") == 0;
}

int
main(void)
{
	static const Benchmark b = {NAME, kernel, 2000, 1, "Dhrystones"};

	return benchmark(&b, 1);
}
