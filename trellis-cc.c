/*
 * trellis-cc - the C compiler for transputers; `trellis cc` and `trellis db` run it.
 */
#include "base/base.h"
#include "base/files.h"
#include "base/system.h"
#include "cc/cc.h"

#include <string.h>

int
main(int argc, char **argv)
{
	int status;

	program_start();
	status = strcmp(argv[0], db_command.name) == 0 ? db_main(argc, argv) : cc_main(argc, argv);
	output_close();
	return status;
}
