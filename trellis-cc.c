/*
 * trellis-cc - the C compiler for transputers; `trellis cc` runs it.
 */
#include "base/base.h"
#include "cc/cc.h"

int
main(int argc, char **argv)
{
	int status;

	program_start();
	status = cc_main(argc, argv);
	output_close();
	return status;
}
