/*
 * message.c - packets on the link of the I/O server.
 *
 *	message  02 | ndata (16) | ncontrol (8) | flags (8) | dest | reply | function
 *	            | control | data
 *	sync     F0 F0 F0 F0 | two words: the machine asks whether a Helios is here
 *	poke     00 | address | value
 *	peek     01 | address
 *
 * A word has 32 bits; all numbers are little-endian. A node sends the last two to find out whether
 * its neighbour has just been reset (T800 data sheet, "Bootstrap").
 */
#include "helios_server.h"

#include "base/number.h"

#include <errno.h>

enum {
	HEADER = 17, /* bytes of a message before its control words */
};

size_t
hs_packet_size(const Buf *b)
{
	if (b->len == 0)
		return 0;
	switch (b->data[0]) {
	case 0x00:
		return 9;
	case 0x01:
		return 5;
	case 0x02:
		return b->len < HEADER ? 0 : HEADER + 4u * b->data[3] + get16(b->data + 1);
	case 0xF0:
		return 12;
	default:
		return 1;
	}
}

void
hs_message_read(Message *m, const uint8_t *packet)
{
	const uint8_t *words = packet + HEADER;

	m->ndata = get16(packet + 1);
	m->ncontrol = packet[3];
	m->flags = packet[4];
	m->dest = get32(packet + 5);
	m->reply = get32(packet + 9);
	m->function = get32(packet + 13);
	for (uint32_t i = 0; i < m->ncontrol; i++)
		m->control[i] = get32(words + 4 * i);
	m->data = words + 4 * m->ncontrol;
}

void
hs_send(Helios *s, const Message *m)
{
	if (m->dest == 0)
		return;
	if (s->o.log)
		fprintf(s->o.log, "%s to %08x: %08x, %u words, %u bytes\n", TIME_STRING(s->now),
			m->dest, m->function, m->ncontrol, m->ndata);
	buf_byte(&s->out, 0x02);
	buf_byte(&s->out, m->ndata);
	buf_byte(&s->out, m->ndata >> 8);
	buf_byte(&s->out, m->ncontrol);
	buf_byte(&s->out, m->flags);
	buf_word(&s->out, m->dest);
	buf_word(&s->out, m->reply);
	buf_word(&s->out, m->function);
	for (uint32_t i = 0; i < m->ncontrol; i++)
		buf_word(&s->out, m->control[i]);
	if (m->ndata > 0)
		buf_put(&s->out, m->data, m->ndata);
}

void
hs_answer(Helios *s, const Message *request, uint32_t result)
{
	hs_send(s, &(Message){.dest = request->reply, .function = result});
}

void
hs_answer_words(Helios *s, const Message *request, uint32_t result, int n, const uint32_t *words)
{
	Message m = {.dest = request->reply, .function = result, .ncontrol = n};

	for (int i = 0; i < n; i++)
		m.control[i] = words[i];
	hs_send(s, &m);
}

void
hs_answer_data(Helios *s, const Message *request, uint32_t result, const void *data, uint32_t n)
{
	hs_send(s, &(Message){
		.dest = request->reply, .function = result, .data = data, .ndata = n});
}

uint32_t
hs_error_code(int error, uint32_t object)
{
	static const struct { int error; uint32_t general; } table[] = {
		{ENOENT, EG_Unknown},
		{ENOTDIR, EG_Unknown},
		{EXDEV, EG_Unknown},
		{EACCES, EG_Protected},
		{EPERM, EG_Protected},
		{EROFS, EG_Protected},
		{EEXIST, EG_Create},
		{ENOTEMPTY, EG_Delete},
		{EISDIR, EG_WrongFn},
		{ENAMETOOLONG, EG_Name},
		{EDQUOT, EG_NoResource},
		{ENOSPC, EG_NoResource},
		{EMFILE, EG_Congested},
		{EBUSY, EG_InUse},
	};

	for (size_t i = 0; i < sizeof table / sizeof *table; i++)
		if (table[i].error == error)
			return EC_Error | SS_IOProc | table[i].general | object;
	return EC_Error | SS_IOProc | EG_Invalid | object;
}
