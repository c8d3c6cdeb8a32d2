/* why_failed.h - the question of `trellis why` without an expression: why a run has failed. */
#ifndef WHY_FAILED_H
#define WHY_FAILED_H

#include "detrek/debug/session.h"

/* why_failed: explain the first sign of a failure in the run; without one, the question fails. */
void why_failed(Session *s, const WhyOptions *o);
/* why_has_failed: true if the run has a sign of a failure other than a printed word. */
bool why_has_failed(Session *s);

#endif
