/*
 * boot.c - prepares the bytes that the server sends to the root node: the bootstrap lib/nboot.i for
 * the reset node; then the nucleus, and the configuration.
 *
 * 	lib/nboot.i  two words | n (32) | n bytes of code
 * 	sent         n (8) | code || 04 | nucleus | m (32) | m bytes of configuration
 *
 * Source: config.h of Helios. Links 1 to 3 belong to the network but are dead at first: a program
 * of Helios boots the nodes behind them.
 */
#include "helios_server.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

enum {
	MAX_FILE = 1 << 20,   /* bytes of a system file */
	MAX_BOOTSTRAP = 255,  /* bytes of code that a reset node takes */
	NBOOT_HEADER = 12,    /* bytes of lib/nboot.i before its code */
	PORTS = 1024,         /* size of the nucleus's table of ports */
	NLINKS_CONFIGURED = 4, /* links that the nucleus's configuration describes */
};

#define LOAD_BASE 0x80001000u /* address at which the bootstrap loads the nucleus */

/* Link flags, modes and states of config.h and link.h. */
enum {
	LINK_PARENT = 0x40,
	LINK_IOPROC = 0x20,
	LINK_DEBUG = 0x10,
	LINK_INTELLIGENT = 2,
	LINK_RUNNING = 3,
	LINK_DEAD = 6,
};

/* read_system_file: the contents of a file in the system's lib directory. */
static Buf
read_system_file(const Helios *s, const char *name)
{
	const char *const words[] = {"lib", name};
	int fd = hs_tree_open(s->root, words, 2, O_RDONLY);
	Buf file = {0};
	uint8_t piece[PIECE];
	ssize_t n = 0;

	if (fd < 0)
		fatal("cannot open %s/lib/%s, so the directory is not a Helios system:", s->o.root,
			name);
	while (file.len <= MAX_FILE && (n = read(fd, piece, sizeof piece)) > 0)
		buf_put(&file, piece, n);
	if (n < 0)
		fatal("cannot read %s/lib/%s:", s->o.root, name);
	if (file.len > MAX_FILE)
		fatal("%s/lib/%s has more than 1 MB, so it is not a part of Helios", s->o.root,
			name);
	close(fd);
	return file;
}

/* read_bootstrap: read the system's bootstrap into s->bootstrap, with its length byte. */
static void
read_bootstrap(Helios *s)
{
	Buf file = read_system_file(s, "nboot.i");
	uint32_t size = file.len < NBOOT_HEADER ? 0 : get32(file.data + 8);

	if (size < 2 || size > MAX_BOOTSTRAP || size > file.len - NBOOT_HEADER)
		fatal("%s/lib/nboot.i is not a bootstrap of Helios: its third word must be the "
			"size of its code, 2 to 255 bytes", s->o.root);
	buf_byte(&s->bootstrap, size);
	buf_put(&s->bootstrap, file.data + NBOOT_HEADER, size);
	buf_free(&file);
}

/* put_link: append the description of a link to the nucleus's configuration. */
static void
put_link(Buf *b, uint8_t flags, uint8_t mode, uint8_t state, uint8_t number)
{
	const uint8_t link[] = {flags, mode, state, number};

	buf_put(b, link, sizeof link);
}

/* put_config: append the nucleus's configuration; it refers to two names by distances in bytes. */
static void
put_config(const Helios *s, Buf *b, uint32_t nucleus)
{
	static const char names[] = "/00\0/IO";
	const uint32_t words[] = {PORTS, 1, LOAD_BASE, nucleus, hs_date(s), 0, 0, 0, 0,
		4 * (3 + NLINKS_CONFIGURED), 4 * (2 + NLINKS_CONFIGURED) + 4, NLINKS_CONFIGURED};

	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		buf_word(b, words[i]);
	put_link(b, LINK_PARENT | LINK_IOPROC | LINK_DEBUG, LINK_INTELLIGENT, LINK_RUNNING, 0);
	for (int i = 1; i < NLINKS_CONFIGURED; i++)
		put_link(b, 0, LINK_INTELLIGENT, LINK_DEAD, i);
	buf_put(b, names, sizeof names);
}

void
hs_boot_prepare(Helios *s)
{
	Buf nucleus, config = {0};

	read_bootstrap(s);
	nucleus = read_system_file(s, "nucleus");
	put_config(s, &config, nucleus.len);
	buf_byte(&s->out, 0x04);
	buf_put(&s->out, nucleus.data, nucleus.len);
	buf_word(&s->out, config.len);
	buf_put(&s->out, config.data, config.len);
	buf_free(&nucleus);
	buf_free(&config);
}
