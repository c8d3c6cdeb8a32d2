/*
 * page_store.h - pages of memory, each kept once however many snapshots hold it.
 */
#ifndef PAGE_STORE_H
#define PAGE_STORE_H

#include "base/machine.h"

typedef struct PageStore PageStore;

PageStore *page_store_new(void);
void page_store_free(PageStore *s);
/* page_store_put: a copy of a page; its number, which has one user more now. */
uint32_t page_store_put(PageStore *s, const uint8_t *page);
const uint8_t *page_store_page(const PageStore *s, uint32_t page);
void page_store_drop(PageStore *s, uint32_t page); /* one user less */
size_t page_store_size(const PageStore *s); /* bytes */

#endif
