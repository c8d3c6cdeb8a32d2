/* Environment, random numbers, clocks, signals, memory and files of POSIX; the host's library prints the same. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <memory.h>
#include <pwd.h>
#include <setjmp.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/times.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static void
environment(void)
{
	static char own[] = "SIZE=large";

	printf("%s %s\n", getenv("COLOUR"), getenv("NONE") ? "set" : "none");
	printf("%d %d\n", setenv("COLOUR", "blue", 0), setenv("NEW", "1", 0));
	printf("%s %s\n", getenv("COLOUR"), getenv("NEW"));
	setenv("COLOUR", "a=b", 1);
	printf("%s %d\n", getenv("COLOUR"), getenv("COLOU") == NULL);
	unsetenv("COLOUR");
	putenv(own);
	printf("%d %s", getenv("COLOUR") == NULL, getenv("SIZE"));
	memcpy(own, "SIZE=small", sizeof own);
	printf(" %s", getenv("SIZE"));
	printf(" %d", setenv("A=B", "", 1));
	printf(" %d\n", errno == EINVAL);
	setenv("SIZE", "", 1);
	printf("[%s] %s\n", getenv("SIZE"), own);
}

static void
numbers(void)
{
	unsigned seed = 5;
	int a, b;

	srand48(1);
	printf("%.10f", drand48());
	printf(" %ld", lrand48());
	printf(" %ld\n", mrand48());
	srandom(3);
	a = random() > 0;
	b = (int)random();
	srandom(3);
	random();
	printf("%d %d\n", a, b == (int)random());
	a = rand_r(&seed);
	b = rand_r(&seed);
	seed = 5;
	printf("%d %d\n", a == rand_r(&seed), a != b);
}

static void
clocks(void)
{
	struct timespec before, after, nap = {0, 3000000}, wrong = {0, 1000000000};
	struct rusage used;
	struct tms ticks;
	struct tm tm;
	time_t t = 1000000000;
	char text[32];

	printf("%d", clock_gettime(CLOCK_MONOTONIC, &before));
	printf(" %d", nanosleep(&nap, NULL));
	clock_gettime(CLOCK_MONOTONIC, &after);
	printf(" %d", (after.tv_sec - before.tv_sec) * 1000000000 + after.tv_nsec - before.tv_nsec >= 3000000);
	printf(" %d", nanosleep(&wrong, NULL));
	printf(" %d\n", errno == EINVAL);
	printf("%d", clock_gettime(CLOCK_REALTIME, &after));
	printf(" %d", after.tv_sec > 0);
	printf(" %d", clock_getres(CLOCK_MONOTONIC, &after));
	printf(" %d", after.tv_sec == 0 && after.tv_nsec > 0);
	printf(" %d", clock_gettime(99, &after));
	printf(" %d\n", errno == EINVAL);
	printf("%d", getrusage(RUSAGE_SELF, &used));
	printf(" %d\n", used.ru_utime.tv_sec >= 0 && used.ru_utime.tv_usec < 1000000);
	printf("%d", times(&ticks) >= ticks.tms_utime);
	printf(" %d %ld\n", sysconf(_SC_CLK_TCK) > 0, (long)ticks.tms_cutime);
	printf("%s", ctime_r(&t, text));
	gmtime_r(&t, &tm);
	printf("%s%ld\n", asctime_r(&tm, text), (long)timegm(&tm));
}

static volatile int count;
static sigjmp_buf place;

static void
handle(int number)
{
	printf("<%d>", number);
	if (count++ < 2)
		raise(number); /* blocked until this call ends */
	printf("</%d>", number);
}

static void
leap(int number)
{
	siglongjmp(place, number);
}

static void
signals(void)
{
	struct sigaction now = {.sa_handler = handle}, old;
	sigset_t set, before;

	sigemptyset(&now.sa_mask);
	printf("%d", sigaction(SIGUSR1, &now, NULL));
	raise(SIGUSR1);
	sigemptyset(&set);
	sigaddset(&set, SIGUSR1);
	sigprocmask(SIG_BLOCK, &set, &before);
	raise(SIGUSR1);
	printf(" blocked ");
	sigprocmask(SIG_SETMASK, &before, NULL);
	now.sa_handler = leap;
	sigaction(SIGUSR1, &now, &old);
	printf(" %d\n", old.sa_handler == handle);
	for (int i = 0; i < 2; i++)
		if (sigsetjmp(place, 1) == 0)
			raise(SIGUSR1);
		else
			printf("back ");
	sigprocmask(SIG_BLOCK, NULL, &before);
	printf("%d\n", sigismember(&before, SIGUSR1));
	sigfillset(&set);
	sigdelset(&set, SIGUSR2);
	printf("%d %d %d\n", sigismember(&set, SIGINT), sigismember(&set, SIGUSR2), sigaddset(&set, 999));
}

static void
files(void)
{
	char name[] = "new-XXXXXX", other[] = "new-XXXXXX", wrong[] = "newXXXXX";
	int a = mkstemp(name), b = mkstemp(other);
	struct stat s;
	void *p;

	printf("%d %d %d\n", a >= 0, b >= 0, strcmp(name, other) != 0);
	printf("%d", write(a, "abc", 3) == 3 && close(a) == 0 && lstat(name, &s) == 0);
	printf(" %d %d %d\n", (int)s.st_size, S_ISREG(s.st_mode), mkstemp(wrong));
	close(b);
	remove(name);
	remove(other);
	printf("%d %d", posix_memalign(&p, 64, 100), (int)((uintptr_t)p % 64));
	free(p);
	printf(" %d\n", posix_memalign(&p, 3, 100) == EINVAL);
	p = reallocarray(NULL, 10, 20);
	printf("%d", p != NULL);
	free(p);
	printf(" %d\n", reallocarray(NULL, SIZE_MAX / 2, 3) == NULL && errno == ENOMEM);
	printf("%d %d %d\n", getpid() > 0, sysconf(_SC_OPEN_MAX) > 3, sysconf(_SC_PAGESIZE) == getpagesize());
	printf("%s %d\n", getpwuid(0)->pw_name, getpwnam("root")->pw_uid == 0 && getpwnam("nobody else") == NULL);
	printf("%d %d\n", fcntl(1, F_GETFD) >= 0, fcntl(-1, F_GETFD));
}

int
main(void)
{
	environment();
	numbers();
	clocks();
	signals();
	files();
	return 0;
}
