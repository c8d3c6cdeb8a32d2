/* Directories, kinds and lengths of files; the host's library prints the same. */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <unistd.h>

static const char *
error(int result)
{
	static const struct {
		int number;
		const char *name;
	} names[] = {{EEXIST, "EEXIST"}, {ENOENT, "ENOENT"}, {ENOTEMPTY, "ENOTEMPTY"}, {ENOTDIR, "ENOTDIR"}, {EINVAL, "EINVAL"},
		{ERANGE, "ERANGE"}};

	if (result >= 0)
		return "fine";
	for (int i = 0; i < 6; i++)
		if (names[i].number == errno)
			return names[i].name;
	return "?";
}

static void
make(const char *name, int n)
{
	FILE *f = fopen(name, "w");

	for (int i = 0; i < n; i++)
		fputc('a' + i % 26, f);
	fclose(f);
}

static int
compare(const void *a, const void *b)
{
	return strcmp(a, b);
}

/* show: the names in a directory; here the server has sorted them, on a host nobody has. */
static void
show(const char *name)
{
	DIR *dir = opendir(name);
	struct dirent *entry;
	char names[8][20];
	int n = 0;

	for (int i = 0; i < 2; i++) {
		n = 0;
		while ((entry = readdir(dir)))
			if (entry->d_name[0] != '.')
				strcpy(names[n++], entry->d_name);
		rewinddir(dir);
	}
	closedir(dir);
	qsort(names, n, sizeof *names, compare);
	for (int i = 0; i < n; i++)
		printf(" %s", names[i]);
	puts("");
}

int
main(void)
{
	struct stat s;
	char where[100], link[10];
	int fd, top;

	printf("%s", error(mkdir("d", 0777)));
	printf(" %s", error(mkdir("d", 0777)));
	printf(" %s", error(mkdir("none/d", 0777)));
	printf(" %s\n", error(mkdir("d/e", 0777)));
	make("d/two", 100);
	make("d/one", 0);
	show("d");
	printf("%s", error(stat("d", &s)));
	printf(" %d %d\n", S_ISDIR(s.st_mode) != 0, S_ISREG(s.st_mode) != 0);
	printf("%s", error(stat("d/two", &s)));
	printf(" %d %d %d\n", S_ISDIR(s.st_mode) != 0, S_ISREG(s.st_mode) != 0, (int)s.st_size);
	printf("%s", error(stat("d/three", &s)));
	printf(" %s", error(readlink("d/two", link, sizeof link)));
	printf(" %s\n", error(opendir("d/two") ? 0 : -1));
	printf("%s", error(rmdir("d")));
	printf(" %s", error(rmdir("d/two")));
	printf(" %s\n", error(rmdir("none")));
	printf("%s", error(truncate("d/two", 50)));
	stat("d/two", &s);
	printf(" %d", (int)s.st_size);
	fd = open("d/two", O_RDWR);
	printf(" %s", error(ftruncate(fd, 70)));
	fstat(fd, &s);
	printf(" %d", (int)s.st_size);
	printf(" %s", error(ftruncate(fd, -1)));
	printf(" %s\n", error(truncate("none", 1)));
	printf("%s", error(fcntl(fd, F_SETLK, &(struct flock){.l_type = F_WRLCK, .l_len = 10})));
	printf(" %s\n", error(fcntl(fd, F_SETLK, &(struct flock){.l_type = F_UNLCK, .l_len = 10})));
	close(fd);
	unlink("d/one");
	unlink("d/two");
	printf("%s", error(rmdir("d/e")));
	printf(" %s\n", error(rmdir("d")));
	printf("%d", getcwd(where, sizeof where) == where && where[0] == '/');
	printf(" %s", error(getcwd(where, 1) ? 0 : -1));
	printf("%s", error(mkdir("a", 0777)));
	printf(" %s", error(mkdir("a/b", 0777)));
	make("a/b/file", 3);
	top = strlen(getcwd(where, sizeof where));
	top = top == 1 ? 0 : top;
	printf(" %s", error(chdir("a")));
	printf(" %s", error(stat("b/file", &s)));
	printf(" %s\n", getcwd(NULL, 0) + top);
	printf("%s", error(chdir("b/../b/./")));
	printf(" %s", getcwd(where, sizeof where) + top);
	printf(" %s %s", realpath("../b/file", NULL) + top, error(realpath("none", NULL) ? 0 : -1));
	printf(" %s", error(chdir("file")));
	printf(" %s", error(chdir("none")));
	rename("file", "new");
	printf(" %s", error(stat("new", &s)));
	remove("new");
	printf(" %s", error(chdir("../..")));
	printf(" %s", error(rmdir("a/b")));
	printf(" %s\n", error(rmdir("a")));
	umask(0123);
	printf(" %o", umask(0));
	printf(" %d\n", getuid() == geteuid() && getgid() == getegid());
	return 0;
}
