/*
 * operation.c - which memory is read and written by the operations of LLVM and by the transputer's
 * instructions (kernel/include/t800.h).
 */
#include "effects_parts.h"

#include <string.h>

/*
 * Operations that copy memory; `from` and `to` are the numbers of the arguments with the addresses.
 * A channel counts as memory that holds the message; the receiving process writes its word, too.
 */
static const struct {
	const char *name; /* its beginning, for LLVM's operations */
	unsigned from, to;
} copies[] = {
	{"llvm.memcpy.", 1, 0},
	{"llvm.memmove.", 1, 0},
	{"llvm.va_copy", 1, 0},
	{"__t800_move", 0, 1},
	{"__t800_in", 1, 0},
	{"__t800_out", 0, 1},
};

enum { NCOPIES = sizeof copies / sizeof *copies };

/*
 * Operations that write to memory; `to` is the number of the argument with its address. They write
 * their first argument if `word`, otherwise no pointer.
 */
static const struct {
	const char *name;
	unsigned to;
	bool word;
} writes[] = {
	{"llvm.memset.", 0},
	{"llvm.va_start", 0},
	{"llvm.va_end", 0},
	{"__t800_outword", 1, true},
	{"__t800_outbyte", 1, true},
	{"__t800_in", 1},
	{"__t800_enbc", 0},
	{"__t800_disc", 0},
	{"__t800_resetch", 0},
};

enum { NWRITES = sizeof writes / sizeof *writes };

/* Instructions that touch no memory of the program. */
static const char *const quiet[] = {
	"__t800_add", "__t800_alt", "__t800_altwt", "__t800_bitcnt", "__t800_bitrevnbits",
	"__t800_bitrevword", "__t800_ccnt1", "__t800_clrhalterr", "__t800_clz", "__t800_crcbyte",
	"__t800_crcword", "__t800_csub0", "__t800_diss", "__t800_dist", "__t800_enbs",
	"__t800_enbt", "__t800_fptesterror", "__t800_fshl", "__t800_fshr", "__t800_gsb",
	"__t800_ldpri", "__t800_ldtimer", "__t800_mul", "__t800_selected", "__t800_seterr",
	"__t800_sethalterr", "__t800_stoperr", "__t800_stopp", "__t800_sttimer", "__t800_sub",
	"__t800_talt", "__t800_taltwt", "__t800_testerr", "__t800_testhalterr",
	"__t800_testpranal", "__t800_tin", "__t800_wptr",
};

enum { NQUIET = sizeof quiet / sizeof *quiet };

/* is_operation: does the called name equal `name`, or for LLVM's operations begin with it? */
static bool
is_operation(LLVMValueRef call, const char *name)
{
	if (strncmp(name, "llvm.", 5) == 0)
		return callee_is(call, name);
	return callee_name(call) && strcmp(callee_name(call), name) == 0;
}

bool
copies_memory(LLVMValueRef call, LLVMValueRef *from, LLVMValueRef *to)
{
	for (size_t i = 0; i < NCOPIES; i++)
		if (is_operation(call, copies[i].name)) {
			*from = LLVMGetOperand(call, copies[i].from);
			*to = LLVMGetOperand(call, copies[i].to);
			return true;
		}
	return false;
}

bool
writes_memory(LLVMValueRef call, LLVMValueRef *to, LLVMValueRef *word)
{
	for (size_t i = 0; i < NWRITES; i++)
		if (is_operation(call, writes[i].name)) {
			*to = LLVMGetOperand(call, writes[i].to);
			*word = writes[i].word ? LLVMGetOperand(call, 0) : NULL;
			return true;
		}
	return false;
}

bool
is_known_operation(LLVMValueRef call)
{
	LLVMValueRef from, to, word;

	for (size_t i = 0; i < NQUIET; i++)
		if (is_operation(call, quiet[i]))
			return true;
	return callee_is(call, "llvm.") || copies_memory(call, &from, &to)
		|| writes_memory(call, &to, &word);
}

bool
is_unknown_call(LLVMValueRef call)
{
	LLVMValueRef f = LLVMGetCalledValue(call);

	return LLVMIsAInlineAsm(f)
		|| (LLVMIsAFunction(f) && LLVMIsDeclaration(f) && !is_known_operation(call)
			&& !allocates(call) && !trek_of(call));
}

/* each_structure: a call reads the structures that it passes. */
static void
each_structure(LLVMValueRef call, AddressUse *use, void *to)
{
	for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++)
		if (call_has_attribute(call, i + 1, "byval"))
			use(to, LLVMGetOperand(call, i), TOUCH_READ);
}

void
each_touch(LLVMValueRef v, AddressUse *use, void *to)
{
	LLVMValueRef source, destination, word;

	switch (value_opcode(v)) {
	case LLVMLoad:
	case LLVMVAArg:
		use(to, LLVMGetOperand(v, 0), TOUCH_READ);
		break;
	case LLVMStore:
		use(to, LLVMGetOperand(v, 1), TOUCH_WRITE);
		break;
	case LLVMAtomicRMW:
	case LLVMAtomicCmpXchg:
		use(to, LLVMGetOperand(v, 0), TOUCH_READ | TOUCH_WRITE);
		break;
	case LLVMCall:
		if (copies_memory(v, &source, &destination)) {
			use(to, source, TOUCH_READ);
			use(to, destination, TOUCH_WRITE);
		}
		if (writes_memory(v, &destination, &word))
			use(to, destination, TOUCH_WRITE);
		trek_writes(v, use, to);
		each_structure(v, use, to);
		break;
	default:
		break;
	}
}
