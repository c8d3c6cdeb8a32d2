/*
 * node_dir.c - finds the directory of the nodes' headers, libraries and system software: next to
 * the program in the build tree, or where make install puts it.
 */

#include "node_dir.h"

#include <string.h>
#include <stdlib.h>
#include <unistd.h>

static const char *const places[] = {
	"node", "../lib/trellis", "../node", "../../node", "../../../node", "../../../../node"};

bool
is_node_dir(const char *dir)
{
	char *name = xasprintf("%s/include/t800.h", dir);
	bool there = access(name, R_OK) == 0;

	free(name);
	return there;
}

char *
node_dir(void)
{
	char self[4096];
	ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);

	self[n > 0 ? n : 0] = '\0';
	if (strrchr(self, '/'))
		*strrchr(self, '/') = '\0';
	for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
		char *dir = xasprintf("%s/%s", self, places[i]);

		if (is_node_dir(dir))
			return dir;
		free(dir);
	}
	return NULL;
}
