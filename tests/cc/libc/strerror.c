/* strerror perror: each error number has a different text */
#include <errno.h>
#include <stdio.h>
#include <string.h>

int
main(void)
{
	static const int errors[] = {ENOENT, EIO, EBADF, ENOMEM, EINVAL, EMFILE, EDOM, ERANGE, EILSEQ};
	int different = 0;

	for (int i = 0; i < 9; i++)
		for (int j = 0; j < 9; j++)
			different += strcmp(strerror(errors[i]), strerror(errors[j])) != 0;
	printf("%d %d\n", different, strlen(strerror(4711)) > 0);
	freopen("/dev/null", "w", stderr);
	errno = EDOM;
	perror("here");
	printf("%d\n", errno == EDOM);
	return 0;
}
