/* page_store.h - stores pages of memory, each only once even if several snapshots contain it. */
#ifndef PAGE_STORE_H
#define PAGE_STORE_H

#include "base/machine.h"

/* The storage for pages of a machine saved without its host: a store, or a recording. */
typedef struct PageKeeper {
	void *context;
	/* store a copy of a page; returns its number */
	uint32_t (*put)(void *context, const uint8_t *page);
	/* NULL if there is no page of that number */
	const uint8_t *(*get)(void *context, uint32_t number);
} PageKeeper;

typedef struct PageStore PageStore;

PageStore *page_store_new(void);
void page_store_free(PageStore *s);
/* page_store_put: store a copy of a page; returns its number, with one more user. */
uint32_t page_store_put(PageStore *s, const uint8_t *page);
/* page_store_get: the bytes of the page with this number, which must be in the store. */
const uint8_t *page_store_get(const PageStore *s, uint32_t page);
/* page_store_drop: note that a page has one user less; a page without users is freed. */
void page_store_drop(PageStore *s, uint32_t page);
/* page_store_size: the bytes that the store takes. */
size_t page_store_size(const PageStore *s);

#endif
