/* unistd.h, fcntl.h, sys/stat.h, sys/time.h, getopt.h: files by number, waiting, options. */
#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static void
files(void)
{
	char text[1200], back[1200];
	struct stat st;
	int fd;

	for (int i = 0; i < 1200; i++)
		text[i] = 'a' + i % 26;
	printf("%d %d\n", open("none", O_RDONLY), errno == ENOENT);
	fd = open("file", O_RDWR | O_CREAT | O_TRUNC, 0644);
	printf("%d %d\n", (int)write(fd, text, 1200), (int)lseek(fd, 0, SEEK_CUR));
	printf("%d %d\n", (int)lseek(fd, -1000, SEEK_END), (int)read(fd, back, 1200));
	printf("%d %d\n", memcmp(text + 200, back, 1000), (int)read(fd, back, 5));
	printf("%d %d %d %d\n", fsync(fd), fstat(fd, &st), (int)st.st_size, S_ISREG(st.st_mode));
	printf("%d\n", close(fd));
	printf("%d %d\n", open("file", O_WRONLY | O_CREAT | O_EXCL, 0600), errno == EEXIST);
	fd = open("file", O_WRONLY | O_APPEND);
	write(fd, "end", 3);
	close(fd);
	fd = open("file", O_WRONLY);
	write(fd, "BEGIN", 5);
	close(fd);
	printf("%d %d\n", stat("file", &st), (int)st.st_size);
	fd = open("file", O_RDONLY);
	printf("%d %.8s\n", (int)read(fd, back, 8), back);
	close(fd);
	printf("%d %d %d\n", access("file", F_OK), access("file", R_OK | W_OK), access("none", F_OK));
	printf("%d %d\n", close(creat("file", 0600)), stat("file", &st) == 0 && st.st_size == 0);
	printf("%d %d %d\n", unlink("file"), unlink("file"), stat("file", &st));
	printf("%d %d\n", isatty(0), fstat(0, &st) == 0 && S_ISCHR(st.st_mode));
}

static void
waiting(void)
{
	struct timeval tv;
	clock_t start = clock();

	printf("%d\n", usleep(20000));
	printf("%d\n", clock() - start >= CLOCKS_PER_SEC / 50);
	start = clock();
	printf("%u\n", sleep(1));
	printf("%d\n", clock() - start >= CLOCKS_PER_SEC);
	printf("%d %d\n", gettimeofday(&tv, NULL), tv.tv_sec > 0);
}

static void
options(void)
{
	char *argv[] = {"program", "-ab", "value", "-cjoined", "-x", "-b", NULL};
	char *more[] = {"program", "-a", "--", "-b", NULL};
	int c;

	opterr = 0;
	while ((c = getopt(6, argv, "ab:c:")) != -1)
		printf("%c %s %c\n", c, optarg ? optarg : "-", c == '?' ? optopt : ' ');
	printf("%d\n", optind);
	optind = 1;
	while ((c = getopt(4, more, ":ab")) != -1)
		printf("%c\n", c);
	printf("%d %s\n", optind, more[optind]);
}

int
main(void)
{
	files();
	waiting();
	options();
	fflush(stdout);
	_exit(7);
}
