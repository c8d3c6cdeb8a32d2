/*
 * text.h - the text as the manager knows it.
 */
#ifndef TEXT_H
#define TEXT_H

#include "lines.h"

extern Block text;      /* ends with a newline */
extern uint32_t ntasks;

#endif
