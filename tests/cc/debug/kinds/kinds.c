/* A type of every kind, for trellis symbols. */
typedef unsigned char Byte;
typedef int Compare(const void *, const void *);
enum colour { RED, GREEN = 5, BLUE = -1 };
struct list {
	struct list *next;
	Byte bytes[3][5];
	unsigned low : 3, : 4, high : 9;
	union {
		float f;
		long long wide;
	} u;
	const volatile int *const *deep;
	Compare *compare;
	void (*handlers[2])(struct list *, ...);
	_Bool yes;
	signed char small;
	enum colour colour;
	double open[];
};
struct unknown;

int number = 1;
static struct list *head;
struct unknown *hidden;
const char *const names[] = {"a", "b"};

static int
add(int a, short b)
{
	register int sum = a + b;
	{
		long sum = 2;
		static int calls;
		a += sum + calls++;
	}
	return sum + a;
}

int
start(void)
{
	head = (struct list *)hidden;
	return add(number, sizeof names) + (names[0] == 0);
}
