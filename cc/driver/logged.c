/* logged.c - makes one module of a program's C files, and lets it write a log (cc/log). */
#include "driver.h"
#include "cc/log/log.h"
#include "cc/lower/module/module_debug.h"

#include <llvm-c/BitWriter.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <stdlib.h>
#include <string.h>

/*
 * log_file_name: the name that the options give, or the image's name with another suffix; the
 * caller frees it.
 */
static char *
log_file_name(const Driver *d)
{
	const char *image = d->output ? d->output : "a.out", *slash = strrchr(image, '/');
	const char *name = slash ? slash + 1 : image, *dot = strrchr(name, '.');

	if (*d->log)
		return xstrdup(d->log);
	return xasprintf("%.*s.log", dot ? (int)(dot - name) : (int)strlen(name), name);
}

Buf
bitcode_of(LLVMModuleRef ir)
{
	LLVMMemoryBufferRef memory = LLVMWriteBitcodeToMemoryBuffer(ir);
	Buf b = {0};

	buf_put(&b, LLVMGetBufferStart(memory), LLVMGetBufferSize(memory));
	LLVMDisposeMemoryBuffer(memory);
	return b;
}

Buf
logged_program(const Driver *d)
{
	LLVMContextRef context = LLVMContextCreate();
	Driver files = *d;
	Module whole = {0}, program = {0};
	Map *own = map_new();
	char *file = log_file_name(d);
	Buf out;

	files.whole = true;
	link_whole_program(&files, context, &whole, own, &program.ir);
	program.layout = LLVMGetModuleDataLayout(program.ir);
	program.name = whole.name;
	bindings_collect(&whole);
	log_insert(&program, &whole, own, &(LogOptions){.program = d->output ? d->output : "a.out",
		.file = file, .share = d->log_share, .smallest = d->smallest});
	twice_hide(program.ir);
	log_optimise(program.ir, d->level);
	out = bitcode_of(program.ir);
	LLVMDisposeModule(program.ir);
	module_free(&whole);
	LLVMContextDispose(context);
	map_free(own);
	free(file);
	return out;
}

void
logged_put_hash(Image *im)
{
	const Symbol *s = image_symbol(im, "__log_build");
	uint64_t hash = 0;

	for (size_t i = 0; i < im->nsegments; i++)
		hash = XXH3_64bits_withSeed(im->segments[i].data, im->segments[i].nbytes, hash);
	for (size_t i = 0; s && i < im->nsegments; i++)
		if (s->addr - im->segments[i].addr < im->segments[i].nbytes) {
			Word offset = s->addr - im->segments[i].addr;

			put32((uint8_t *)im->segments[i].data + offset, hash);
			put32((uint8_t *)im->segments[i].data + offset + 4, hash >> 32);
		}
}
