/*
 * pages.c - finds the pages of a node's memory that are not all zeros.
 *
 * The host has not allocated a page that was never touched; /proc/self/pagemap shows this without
 * touching the page. If that file cannot be read, every page is compared with zeros.
 */
#include "execute.h"

#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

enum {
	BATCH = 512, /* pages whose flags are read at once */
};

static bool
is_page_zero(const uint8_t *page)
{
	return page[0] == 0 && memcmp(page, page + 1, PAGE - 1) == 0;
}

/*
 * find_present: set the flags of the n pages from `page` on that are allocated; all of them if the
 * host gives no information.
 */
static void
find_present(int fd, const uint8_t *page, uint32_t n, uint64_t flags[BATCH])
{
	off_t at = (uintptr_t)page / PAGE * sizeof *flags;

	if (fd < 0 || pread(fd, flags, n * sizeof *flags, at) != (ssize_t)(n * sizeof *flags))
		memset(flags, 0xFF, n * sizeof *flags);
}

void
pages_each(const T800 *c, void (*visit)(void *context, uint32_t page, const uint8_t *bytes),
	void *context)
{
	uint32_t npages = c->stop == STOP_ABSENT ? 0 : c->r.size / PAGE;
	int fd = npages > 0 && sysconf(_SC_PAGESIZE) == PAGE
		? open("/proc/self/pagemap", O_RDONLY | O_CLOEXEC)
		: -1;
	uint64_t flags[BATCH];

	for (uint32_t first = 0; first < npages; first += BATCH) {
		uint32_t n = npages - first < BATCH ? npages - first : BATCH;

		find_present(fd, c->r.mem + (size_t)first * PAGE, n, flags);
		for (uint32_t i = 0; i < n; i++) {
			const uint8_t *bytes = c->r.mem + (size_t)(first + i) * PAGE;

			/* present, or swapped out */
			if (flags[i] >> 62 != 0 && !is_page_zero(bytes))
				visit(context, first + i, bytes);
		}
	}
	if (fd >= 0)
		close(fd);
}
