/*
 * intrinsic.c - calls compiled to instructions: the functions of t800.h and some LLVM intrinsics;
 * and calls without effect.
 *
 * Arguments are pushed in order, so the last one is in Areg. A new intrinsic needs a row here and a
 * declaration in kernel/include/t800.h.
 */
#include "intrinsic.h"

#include <string.h>

#define STATE .reads = true, .writes = true
#define RESULT .result = true

static const Intrinsic table[] = {
	/* channels */
	{"__t800_in", 3, STATE, .code = "in"},
	{"__t800_out", 3, STATE, .code = "out"},
	{"__t800_outbyte", 2, STATE, .word0 = true, .code = "outbyte"},
	{"__t800_outword", 2, STATE, .word0 = true, .code = "outword"},
	{"__t800_resetch", 1, RESULT, STATE, .code = "resetch"},
	/* alternatives */
	{"__t800_alt", 0, STATE, .word0 = true, .code = "alt"},
	{"__t800_talt", 0, STATE, .word0 = true, .code = "talt"},
	{"__t800_enbc", 2, RESULT, STATE, .word0 = true, .code = "enbc"},
	{"__t800_enbs", 1, RESULT, STATE, .word0 = true, .code = "enbs"},
	{"__t800_enbt", 2, RESULT, STATE, .word0 = true, .code = "enbt"},
	{"__t800_altwt", 0, STATE, .word0 = true, .code = "altwt"},
	{"__t800_taltwt", 0, STATE, .word0 = true, .code = "taltwt"},
	{"__t800_disc", 3, RESULT, STATE, .word0 = true, .code = "disc"},
	{"__t800_diss", 2, RESULT, STATE, .word0 = true, .code = "diss"},
	{"__t800_dist", 3, RESULT, STATE, .word0 = true, .code = "dist"},
	{"__t800_selected", 0, RESULT, STATE, .word0 = true, .code = "ldl0"},
	/* processes */
	{"__t800_runp", 1, STATE, .code = "runp"},
	{"__t800_stopp", 0, STATE, .code = "stopp"},
	{"__t800_endp", 1, STATE, .code = "endp"},
	{"__t800_ldpri", 0, RESULT, STATE, .code = "ldpri"},
	{"__t800_saveh", 1, STATE, .code = "saveh"},
	{"__t800_savel", 1, STATE, .code = "savel"},
	{"__t800_sthf", 1, STATE, .code = "sthf"},
	{"__t800_sthb", 1, STATE, .code = "sthb"},
	{"__t800_stlf", 1, STATE, .code = "stlf"},
	{"__t800_stlb", 1, STATE, .code = "stlb"},
	{"__t800_wptr", 0, RESULT, .code = "wptr"},
	{"__t800_gsb", 0, RESULT, .code = "gsb"},
	/* time */
	{"__t800_ldtimer", 0, RESULT, STATE, .code = "ldtimer"},
	{"__t800_sttimer", 1, STATE, .code = "sttimer"},
	{"__t800_tin", 1, STATE, .code = "tin"},
	/* flags */
	{"__t800_seterr", 0, STATE, .code = "seterr"},
	{"__t800_testerr", 0, RESULT, STATE, .code = "testerr"},
	{"__t800_stoperr", 0, STATE, .code = "stoperr"},
	{"__t800_sethalterr", 0, STATE, .code = "sethalterr"},
	{"__t800_clrhalterr", 0, STATE, .code = "clrhalterr"},
	{"__t800_testhalterr", 0, RESULT, STATE, .code = "testhalterr"},
	{"__t800_fptesterror", 0, RESULT, STATE, .code = "fptesterror"},
	{"__t800_testpranal", 0, RESULT, STATE, .code = "testpranal"},
	{"__t800_csub0", 2, RESULT, STATE, .code = "csub0"},
	{"__t800_add", 2, RESULT, STATE, .code = "add"},
	{"__t800_sub", 2, RESULT, STATE, .code = "sub"},
	{"__t800_mul", 2, RESULT, STATE, .code = "mul"},
	{"__t800_ccnt1", 2, RESULT, STATE, .code = "ccnt1"},
	/* memory */
	{"__t800_move", 3, STATE, .code = "move"},
	/* bits and checksums */
	{"__t800_bitcnt", 2, RESULT, .code = "bitcnt"},
	{"__t800_bitrevword", 1, RESULT, .code = "bitrevword"},
	{"__t800_bitrevnbits", 2, RESULT, .code = "bitrevnbits"},
	{"__t800_crcword", 3, RESULT, .code = "crcword"},
	{"__t800_crcbyte", 3, RESULT, .code = "crcbyte"},
	{"__t800_clz", 1, RESULT, .code = "mint norm drop drop"},
	{"__t800_fshl", 3, RESULT, .code = "lshl rev"},
	{"__t800_fshr", 3, RESULT, .code = "lshr"},
	/* LLVM's own intrinsics */
	{"llvm.fabs.f32", 1, .real = true, .code = "fpuabs"},
	{"llvm.fabs.f64", 1, .real = true, .code = "fpuabs"},
	{"llvm.sqrt.f32", 1, .real = true,
		.code = "fpusqrtfirst fpusqrtstep fpusqrtstep fpusqrtlast"},
	{"llvm.sqrt.f64", 1, .real = true,
		.code = "fpusqrtfirst fpusqrtstep fpusqrtstep fpusqrtstep fpusqrtstep fpusqrtstep "
			"fpusqrtlast"},
	{"llvm.rint.f32", 1, .real = true, .code = "fpint"},
	{"llvm.rint.f64", 1, .real = true, .code = "fpint"},
	{"llvm.nearbyint.f32", 1, .real = true, .code = "fpint"},
	{"llvm.nearbyint.f64", 1, .real = true, .code = "fpint"},
	{"llvm.roundeven.f32", 1, .real = true, .code = "fpint"},
	{"llvm.roundeven.f64", 1, .real = true, .code = "fpint"},
	{"llvm.trunc.f32", 1, .real = true, .code = "fpurz fpint"},
	{"llvm.trunc.f64", 1, .real = true, .code = "fpurz fpint"},
	{"llvm.floor.f32", 1, .real = true, .code = "fpurm fpint"},
	{"llvm.floor.f64", 1, .real = true, .code = "fpurm fpint"},
	{"llvm.ceil.f32", 1, .real = true, .code = "fpurp fpint"},
	{"llvm.ceil.f64", 1, .real = true, .code = "fpurp fpint"},
};

const Intrinsic *
intrinsic_of(LLVMValueRef call)
{
	const char *name = callee_name(call);

	if (!name || (strncmp(name, "__t800_", 7) != 0 && strncmp(name, "llvm.", 5) != 0))
		return NULL;
	for (size_t i = 0; i < sizeof table / sizeof *table; i++)
		if (strcmp(table[i].name, name) == 0)
			return &table[i];
	return NULL;
}

bool
is_ignored(LLVMValueRef v)
{
	static const char *const names[] = {
		"llvm.dbg.", "llvm.lifetime.", "llvm.assume", "llvm.donothing", "llvm.sideeffect",
		"llvm.experimental.noalias", "llvm.invariant.", "llvm.prefetch", "llvm.va_end",
		"llvm.annotation", "llvm.var.annotation", "llvm.pseudoprobe",
	};

	if (value_opcode(v) != LLVMCall || !calls_llvm(v))
		return false;
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (callee_is(v, names[i]))
			return true;
	return false;
}
