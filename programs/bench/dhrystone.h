/*
 * dhrystone.h - declarations that the two parts of the benchmark share.
 */
#ifndef DHRYSTONE_H
#define DHRYSTONE_H

enum { NAME_SIZE = 31, ROW = 50 };

typedef enum Rank { FIRST, SECOND, THIRD, FOURTH, FIFTH } Rank;

typedef char Name[NAME_SIZE];

/*
 * One of three kinds; only the first is used, the others make it as large as the description asks.
 */
typedef struct Card {
	struct Card *next;
	Rank kind;
	union {
		struct {
			Rank rank;
			int number;
			Name name;
		} a;
		struct {
			Rank rank;
			Name name;
		} b;
		struct {
			char first, second;
		} c;
	} of;
} Card;

extern int count;
extern char first_letter;

/* dhrystone_2.c; numbered as in the description */
void proc6(Rank in, Rank *out);
void proc7(int a, int b, int *out);
void proc8(int *row, int (*table)[ROW], int at, int value);
Rank func1(char a, char b);
int func2(const char *a, const char *b);
int func3(Rank r);

#endif
