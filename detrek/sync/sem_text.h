/*
 * sem_text.h - writes the operations of a recorded run as text, for users that need nothing else of
 * the machine.
 */
#ifndef SEM_TEXT_H
#define SEM_TEXT_H

#include "base/base.h"

bool sync_is_recording(const char *name); /* the name is that of a directory */
/*
 * sync_sem_text: the operations of a recorded run in the format that `trellis order` reads; release
 * it with buf_free.
 */
Buf sync_sem_text(const char *recording);

#endif
