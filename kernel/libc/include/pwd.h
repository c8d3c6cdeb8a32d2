/*
 * pwd.h - POSIX: users, of which there is one, with number 0.
 */
#ifndef PWD_H
#define PWD_H

#include <sys/types.h>

struct passwd {
	char *pw_name, *pw_passwd, *pw_gecos, *pw_dir, *pw_shell;
	uid_t pw_uid;
	gid_t pw_gid;
};

struct passwd *getpwuid(uid_t user); /* NULL for all but 0 */
struct passwd *getpwnam(const char *name);

#endif
