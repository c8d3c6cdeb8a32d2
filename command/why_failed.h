/* why_failed.h - the question without an expression. */
#ifndef WHY_FAILED_H
#define WHY_FAILED_H

#include "detrek/debug/session.h"

/* why_failed: explain the first sign of a failure that the run has; fails without one. */
void why_failed(Session *s, const WhyOptions *o);
/* why_has_failed: the run has the first sign of a failure but the printed word. */
bool why_has_failed(Session *s);

#endif
