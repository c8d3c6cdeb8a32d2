/*
 * transport.c - messages whose body is sent only when the receiver is ready.
 *
 * The sender announces its message by a small message with the same event and type: data[0] is the
 * event on which it waits, data[1] the number of bytes. The receiver answers there with the event
 * on which it waits for the body.
 */
#include "lib.h"

#include <stddef.h>

enum { ANNOUNCED = 0x54524E53 }; /* data[2] of an announcement */

/* own_event: return a new event number, unique on this node, for an answer to this call. */
static int32_t
own_event(void)
{
	return __call(KC_EVENT, 0, 0, 0, 0);
}

int
tsend(Nmsg *m)
{
	int32_t own = own_event();
	Nmsg go = {.nh_event = own, .nh_type = TYPE_TRANSPORT};
	Nmsg ask = {.nh_node = m->nh_node,
		.nh_event = m->nh_event,
		.nh_type = m->nh_type,
		.nh_flags = NH_HAS_DATA | (m->nh_flags & NH_SYSTEM),
		.nh_data = {own, m->nh_length, ANNOUNCED}};
	Nmsg body = *m;
	int result = nsend(&ask);

	if (result >= 0)
		result = nrecv(&go);
	if (result < 0)
		return result;
	body.nh_event = go.nh_data[0];
	body.nh_type = TYPE_TRANSPORT;
	return nsend(&body);
}

int
trecv(Nmsg *m)
{
	Nmsg ask = {.nh_event = m->nh_event, .nh_type = m->nh_type};
	int32_t own = own_event();
	Nmsg go = {
		.nh_flags = NH_HAS_DATA | NH_SYSTEM, .nh_type = TYPE_TRANSPORT, .nh_data = {own}};
	Nmsg body = *m;
	int result = nrecv(&ask);

	if (result < 0)
		return result;
	if (!(ask.nh_flags & NH_HAS_DATA) || ask.nh_data[2] != ANNOUNCED)
		return KE_INVAL; /* sent at another level: its body is lost */
	go.nh_node = ask.nh_node;
	go.nh_event = ask.nh_data[0];
	body.nh_event = own;
	body.nh_type = TYPE_TRANSPORT;
	result = nsend(&go);
	if (result >= 0)
		result = nrecv(&body);
	body.nh_event = m->nh_event;
	body.nh_type = ask.nh_type;
	*m = body;
	return result;
}
