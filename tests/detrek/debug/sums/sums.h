/* sums.h - the data that nodes send each other. */
#include <stdint.h>

enum { MOST = 6 };

enum Kind { PLAIN, SQUARES };

typedef struct List {
	enum Kind kind;
	int32_t n;
	int32_t value[MOST];
} List;
