/* names.h - a table from texts to pointers. */
#ifndef NAMES_H
#define NAMES_H

typedef struct Names Names;

Names *names_new(void);
void names_free(Names *n);
void names_put(Names *n, const char *name, void *value); /* name is borrowed */
void *names_get(const Names *n, const char *name);       /* NULL if there is none */

#endif
