/*
 * instrument.c - prepares a program for breakpoints that span nodes: its message calls become those
 * of break.h, which carry the values of local events.
 */
#include "flow.h"

#include <llvm-c/BitWriter.h>

static const char *const calls[] = {"ksend", "krecv", "ksr", "ktry_send", "ktry_recv", "nsend",
	"nrecv", "ntry_send", "ntry_recv", "nprobe", "nrecv_until", "tsend", "trecv"};

static void
replace_call(LLVMModuleRef m, const char *name)
{
	LLVMValueRef f = LLVMGetNamedFunction(m, name);
	char instrumented[32];
	int n = snprintf(instrumented, sizeof instrumented, "__break_%s", name);

	if (f && LLVMIsDeclaration(f))
		LLVMSetValueName2(f, instrumented, n);
}

static void
write_bitcode(LLVMModuleRef m, Buf *bitcode)
{
	LLVMMemoryBufferRef b = LLVMWriteBitcodeToMemoryBuffer(m);

	bitcode->len = 0;
	buf_put(bitcode, LLVMGetBufferStart(b), LLVMGetBufferSize(b));
	LLVMDisposeMemoryBuffer(b);
}

void
instrument(const char *file, Buf *bitcode)
{
	LLVMContextRef context = LLVMContextCreate();
	Module m = {0};

	module_read(&m, context, file, bitcode->data, bitcode->len);
	for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
		replace_call(m.ir, calls[i]);
	write_bitcode(m.ir, bitcode);
	module_free(&m);
	LLVMContextDispose(context);
}
