/*
 * boot.c - fuzz target: random bytes as a boot file, and as the data that a program sends to its
 * host.
 *
 * boot_check accepts or refuses the bytes. Then they are sent to the link of a node, with the
 * server or a raw connection at the other end, and the network runs for a while.
 */
#include "sim/host/adapter.h"
#include "sim/host/iserver/iserver.h"
#include "sim/network/network.h"

#include <setjmp.h>
#include <stdlib.h>

#define RUN_FOR 3000000000ull /* ps */

static jmp_buf escape;

static void
catch(int status)
{
	(void)status;
	longjmp(escape, 1);
}

static bool
accepted(const uint8_t *data, size_t size)
{
	fatal_catch(catch);
	if (setjmp(escape) != 0) {
		fatal_catch(NULL);
		return false;
	}
	boot_check("boot.btl", data, size);
	fatal_catch(NULL);
	return true;
}

/* echo: a program that sends what follows it in the boot file back to the host, byte by byte. */
static const uint8_t echo[] = {
	17,                     /* length of the block */
	0xB6,                   /* ajw 6 */
	0xD1, 0xD1, 0xD1,       /* stl 1, three times: the input channel */
	0x40, 0xD2,             /* ldc 0; stl 2 */
	0x12, 0x71, 0x41, 0xF7, /* again: ldlp 2; ldl 1; ldc 1; in */
	0x71, 0x60, 0x5C,       /* ldl 1; ldnlp -4: the output channel */
	0x72, 0xFE,             /* ldl 2; outbyte */
	0x60, 0x05,             /* j again */
};

static void
run(HostMode mode, const uint8_t *boot, size_t nboot)
{
	static const char text[] = "topology boot\nnode n0 mem=64K unmapped=float\nhost h links=1\n"
				   "wire h.0 n0.0\nend\n";
	static char *words[] = {"trellis boot", "program"};
	Topology *t = topology_parse(text, sizeof text - 1, "boot.topo");
	Network *w = network_new(t);
	IserverOptions o = {
		.words = words, .nwords = 2, .nserver = 1, .in = -1, .out = -1, .err = -1};
	Iserver *s = iserver_new(&o);
	FILE *out = fopen("/dev/null", "w");
	Host *h = host_new(w, &(HostOptions){
		.mode = mode, .boot = boot, .nboot = nboot, .output = out, .iserver = s});

	network_run(w, RUN_FOR);
	host_free(h);
	fclose(out);
	iserver_free(s);
	network_free(w);
	topology_free(t);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	Buf talk = {0};

	if (accepted(data, size)) {
		run(HOST_RAW, data, size);
		run(HOST_ISERVER, data, size);
	}
	buf_put(&talk, echo, sizeof echo);
	buf_put(&talk, data, size);
	run(HOST_ISERVER, talk.data, talk.len);
	buf_free(&talk);
	return 0;
}
