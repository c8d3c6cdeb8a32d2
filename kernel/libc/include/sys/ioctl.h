/*
 * sys/ioctl.h - POSIX: devices, of which a node's files have none; so this function fails.
 */
#ifndef SYS_IOCTL_H
#define SYS_IOCTL_H

int ioctl(int fd, unsigned long request, ...);

#endif
