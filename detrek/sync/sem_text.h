/*
 * sem_text.h - the operations of a recorded run as text; for those that know nothing of the
 * machine.
 */
#ifndef SEM_TEXT_H
#define SEM_TEXT_H

#include "base/base.h"

bool sync_is_recording(const char *name); /* a directory */
/* sync_sem_text: its operations, as `trellis order` reads them; to be freed by buf_free. */
Buf sync_sem_text(const char *recording);

#endif
