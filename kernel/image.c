/*
 * image.c - the programs that flatd keeps, by tag. Processes share a program's text; its data are
 * copied for each process.
 */
#include "node.h"

static Image *images;

Image *
image_find(uint32_t tag) /* the program under this tag; NULL if there is none */
{
	for (Image *i = images; i; i = i->next)
		if (i->tag == tag && !i->forgotten)
			return i;
	return NULL;
}

bool
image_add(uint32_t tag, Program *p)
{
	Image *i = memory_alloc(KERNEL, sizeof *i);

	if (!i)
		return false;
	*i = (Image){.next = images, .tag = tag, .program = p};
	images = i;
	return true;
}

static void
free_image(Image *gone) /* remove the image from the list, and free it */
{
	for (Image **at = &images; *at; at = &(*at)->next)
		if (*at == gone) {
			*at = gone->next;
			break;
		}
	memory_free(gone->program);
	memory_free(gone);
}

void
image_forget(uint32_t tag)
{
	Image *i = image_find(tag);

	if (!i)
		return;
	i->forgotten = true;
	if (i->users == 0)
		free_image(i);
}

void
image_release(Image *i)
{
	i->users--;
	if (i->users == 0 && i->forgotten)
		free_image(i);
}

/*
 * sizes_match: true if the sizes in the header add up to nbytes; sums below 2^28 cannot overflow.
 */
static bool
sizes_match(const Program *p, uint32_t nbytes)
{
	enum { MOST = 1 << 26 };

	return p->text_size < MOST && p->data_size < MOST && p->bss_size < MOST
		&& p->stack_size < MOST && p->nrelocs < MOST / 4
		&& sizeof *p + p->text_size + p->data_size + 4 * p->nrelocs == nbytes;
}

const char *
image_check(const Program *p, uint32_t nbytes)
{
	const uint32_t *relocs;

	if (nbytes < sizeof *p || p->magic != PROGRAM_MAGIC || p->size != nbytes
		|| !sizes_match(p, nbytes))
		return "not a program";
	if (p->entry >= p->text_size || (p->text_size | p->data_size | p->bss_size) & 3)
		return "the program's parts are not whole words, or its entry lies outside";
	relocs = (const uint32_t *)((const uint8_t *)(p + 1) + p->text_size + p->data_size);
	for (uint32_t i = 0; i < p->nrelocs; i++)
		if (relocs[i] >= p->data_size)
			return "an address is outside the program's data";
	return NULL;
}
