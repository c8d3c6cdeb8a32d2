/* image.c - images are written, read, moved and inspected; other files are refused. */

#include "cc/as/as.h"
#include "cc/image/image.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static const char source[] =
	".global main, table\n.type main, function\n.type table, object\n.file 1 \"a.c\"\n"
	"_start: call main\n ret\n.loc 1 7\nmain: ldpi table\n .loc 1 8\n ret\n .size main, . - "
	"main\n"
	".section .rodata\n .asciz \"constant\"\n"
	".data\ntable: .word main, table + 4, 7\n .size table, 12\n .byte 1\n"
	".bss\nroom: .space 100\nFIVE = 5\n.section .debug_info\n .word main\n";

static jmp_buf rejected;

static void
caught(int status)
{
	longjmp(rejected, status);
}

static void
make(Image *im)
{
	as_image(im, "source", source, sizeof source - 1, NULL);
}

static void
assert_same_section(const Section *a, const Section *b)
{
	assert_string_equal(a->name, b->name);
	assert_int_equal(a->kind, b->kind);
	assert_int_equal(a->addr, b->addr);
	assert_int_equal(a->size, b->size);
	if (a->data)
		assert_memory_equal(a->data, b->data, a->size);
}

static void
what_is_written_is_read(void **state)
{
	Image a = {0}, b = {0};
	Buf file;

	(void)state;
	make(&a);
	file = image_elf(&a);
	image_read(&b, "a.elf", file.data, file.len);
	assert_int_equal(a.chip, b.chip);
	assert_int_equal(a.entry, b.entry);
	assert_int_equal(a.nsegments, b.nsegments);
	for (size_t i = 0; i < a.nsegments; i++) {
		assert_int_equal(a.segments[i].addr, b.segments[i].addr);
		assert_int_equal(a.segments[i].size, b.segments[i].size);
		assert_int_equal(a.segments[i].nbytes, b.segments[i].nbytes);
		assert_int_equal(a.segments[i].execute, b.segments[i].execute);
		assert_int_equal(a.segments[i].write, b.segments[i].write);
		assert_memory_equal(a.segments[i].data, b.segments[i].data, a.segments[i].nbytes);
	}
	assert_int_equal(a.nsections, 6);
	assert_int_equal(a.nsections, b.nsections);
	for (size_t i = 0; i < a.nsections; i++)
		assert_same_section(&a.sections[i], &b.sections[i]);
	assert_int_equal(a.nsymbols, 5);
	assert_int_equal(a.nsymbols, b.nsymbols);
	for (size_t i = 0; i < a.nsymbols; i++) {
		assert_string_equal(a.symbols[i].name, b.symbols[i].name);
		assert_int_equal(a.symbols[i].addr, b.symbols[i].addr);
		assert_int_equal(a.symbols[i].size, b.symbols[i].size);
		assert_int_equal(a.symbols[i].kind, b.symbols[i].kind);
		assert_int_equal(a.symbols[i].global, b.symbols[i].global);
		assert_int_equal(a.symbols[i].absolute, b.symbols[i].absolute);
	}
	assert_int_equal(a.nrelocs, 2);
	assert_int_equal(a.nrelocs, b.nrelocs);
	assert_memory_equal(a.relocs, b.relocs, 2 * sizeof *a.relocs);
	buf_free(&file);
	image_free(&a);
	image_free(&b);
}

static void
the_same_text_gives_the_same_file(void **state)
{
	Image a = {0}, b = {0};
	Buf fa, fb;

	(void)state;
	make(&a);
	make(&b);
	fa = image_elf(&a);
	fb = image_elf(&b);
	assert_int_equal(fa.len, fb.len);
	assert_memory_equal(fa.data, fb.data, fa.len);
	buf_free(&fa);
	buf_free(&fb);
	image_free(&a);
	image_free(&b);
}

static void
a_moved_image_has_moved_addresses(void **state)
{
	Image im = {0};
	Addr base, table, main_;
	Buf here, there;

	(void)state;
	make(&im);
	base = image_base(&im);
	table = image_symbol(&im, "table")->addr;
	main_ = image_symbol(&im, "main")->addr;
	here = image_flat(&im, base);
	there = image_flat(&im, base + 0x1000);
	assert_int_equal(get32(here.data + (table - base)), main_);
	assert_int_equal(get32(there.data + (table - base)), main_ + 0x1000);
	assert_int_equal(get32(there.data + (table - base) + 4), table + 4 + 0x1000);
	put32(there.data + (table - base), main_);
	put32(there.data + (table - base) + 4, table + 4);
	assert_int_equal(here.len, there.len);
	assert_memory_equal(here.data, there.data, here.len);
	buf_free(&here);
	buf_free(&there);
	image_free(&im);
}

static void
addresses_have_symbols(void **state)
{
	Image im = {0};
	const Symbol *m;

	(void)state;
	make(&im);
	m = image_symbol(&im, "main");
	assert_string_equal(image_find(&im, m->addr)->name, "main");
	assert_string_equal(image_find(&im, m->addr + m->size - 1)->name, "main");
	assert_string_equal(image_find(&im, m->addr - 1)->name, "_start");
	assert_string_equal(image_find(&im, image_end(&im) - 1)->name, "room");
	assert_null(image_find(&im, image_base(&im) - 1));
	assert_null(image_symbol(&im, "nothing"));
	assert_true(image_symbol(&im, "FIVE")->absolute);
	image_free(&im);
}

/* accepted: the file is read; otherwise it was refused. Nothing else may happen. */
static bool
accepted(const uint8_t *data, size_t n)
{
	static Image im;
	volatile bool ok = false;

	if (setjmp(rejected) == 0) {
		image_read(&im, "a.elf", data, n);
		ok = true;
	}
	image_free(&im);
	return ok;
}

static void
damaged_files_are_refused_or_read(void **state)
{
	static const uint8_t flips[] = {0x01, 0x80, 0xFF};
	Image im = {0};
	Buf file;

	(void)state;
	make(&im);
	file = image_elf(&im);
	fatal_catch(caught);
	assert_true(accepted(file.data, file.len));
	for (size_t n = 0; n < file.len; n++) {
		uint8_t *part = malloc(n + !n); /* so that reading beyond it is seen */

		memcpy(part, file.data, n);
		assert_false(accepted(part, n));
		free(part);
	}
	for (size_t i = 0; i < file.len; i++)
		for (size_t k = 0; k < sizeof flips; k++) {
			file.data[i] ^= flips[k];
			accepted(file.data, file.len);
			file.data[i] ^= flips[k];
		}
	fatal_catch(NULL);
	buf_free(&file);
	image_free(&im);
}

int
main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_is_written_is_read),
		cmocka_unit_test(the_same_text_gives_the_same_file),
		cmocka_unit_test(a_moved_image_has_moved_addresses),
		cmocka_unit_test(addresses_have_symbols),
		cmocka_unit_test(damaged_files_are_refused_or_read),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	if (!freopen("/dev/null", "w", stderr)) /* the refusals are many; image.t looks at them */
		return 1;
	return cmocka_run_group_tests(tests, NULL, NULL);
}
