/* Functions that always fail on a node, with what they say. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <unistd.h>
#include <utime.h>

static void
show(const char *name, int result)
{
	printf("%s: %d %s\n", name, result, strerror(errno));
	errno = 0;
}

int
main(void)
{
	struct timeval times[2] = {{0}};

	show("chmod", chmod("x", 0600));
	show("fchmod", fchmod(3, 0600));
	show("chown", chown("x", 1, 1));
	show("fchown", fchown(3, 1, 1));
	show("utimes", utimes("x", times));
	show("utime", utime("x", NULL));
	show("link", link("x", "y"));
	show("symlink", symlink("x", "y"));
	show("ioctl", ioctl(1, 1));
	show("popen", popen("ls", "r") != NULL);
	show("pclose", pclose(stdin));
	show("mmap", mmap(NULL, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) != MAP_FAILED);
	show("munmap", munmap(times, 4096));
	return 0;
}
