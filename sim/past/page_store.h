/*
 * page_store.h - pages of memory, each kept once however many snapshots hold it.
 */
#ifndef PAGE_STORE_H
#define PAGE_STORE_H

#include "base/machine.h"

/* Where the pages of a machine are that is kept without its host: in a store, or in a recording. */
typedef struct PageKeeper {
	void *context;
	uint32_t (*put)(void *context, const uint8_t *page);     /* a copy of a page; its number */
	const uint8_t *(*get)(void *context, uint32_t number);   /* NULL if none of that number */
} PageKeeper;

typedef struct PageStore PageStore;

PageStore *page_store_new(void);
void page_store_free(PageStore *s);
/* page_store_put: a copy of a page; its number, which has one user more now. */
uint32_t page_store_put(PageStore *s, const uint8_t *page);
const uint8_t *page_store_page(const PageStore *s, uint32_t page);
void page_store_drop(PageStore *s, uint32_t page); /* one user less */
size_t page_store_size(const PageStore *s); /* bytes */

#endif
