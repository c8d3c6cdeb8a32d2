/*
 * sched.h - POSIX: how processes are scheduled; see pthread.h.
 */
#ifndef SCHED_H
#define SCHED_H

int sched_yield(void); /* let other processes of low priority run */

#endif
