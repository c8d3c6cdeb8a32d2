/* service.h - what server.c and client.c agree on. */
#ifndef SERVICE_H
#define SERVICE_H

enum { REQUESTS = 20, REQUEST = 1, ANSWER = 2 }; /* of a client; events */

#endif
