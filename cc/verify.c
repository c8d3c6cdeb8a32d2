/*
 * verify.c - placeholder until written below
 */
#include "cc.h"

void
verify_image(const Image *im)
{
	(void)im;
}
