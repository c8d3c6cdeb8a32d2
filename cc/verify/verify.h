/* verify.h - verifies, for every instruction, the depths of both stacks and the workspace. */
#ifndef VERIFY_H
#define VERIFY_H

#include "cc/image/image.h"

/*
 * verify_image: verify each function of a linked program, from its entry. A missing operand, paths
 * that meet with different workspaces, or a store outside the frame is fatal.
 */
void verify_image(const Image *im);

#endif
