/*
 * verify.h - the depth of both stacks and the workspace, proved for every instruction.
 */
#ifndef VERIFY_H
#define VERIFY_H

#include "cc/image/image.h"

/*
 * verify_image: each function of a linked program, from its entry. An operand that is not there, a
 * place where two ways meet with different workspaces, or a slot outside the frame is reported
 * (fatal).
 */
void verify_image(const Image *im);

#endif
