/*
 * text.h - the text, as node 0 reads it and cuts it into tasks.
 */
#ifndef TEXT_H
#define TEXT_H

#include "lines.h"

extern Block text;      /* ends with a newline */
extern uint32_t ntasks;

#endif
