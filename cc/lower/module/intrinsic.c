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
#define CALCULATION .kind = INTRINSIC_CALCULATES
#define CLOCK .kind = INTRINSIC_CLOCK

static const Intrinsic intrinsic_rows[] = {
	/* channels */
	{"__t800_in", 3, STATE, .code = "in", .from = 2, .to = 1, .stores = 2},
	{"__t800_out", 3, STATE, .code = "out", .from = 1, .to = 2},
	{"__t800_outbyte", 2, STATE, .word0 = true, .code = "outbyte", .stores = 1, .value = 2},
	{"__t800_outword", 2, STATE, .word0 = true, .code = "outword", .stores = 1, .value = 2},
	{"__t800_resetch", 1, RESULT, STATE, .code = "resetch", .stores = 1},
	/* alternatives */
	{"__t800_alt", 0, STATE, .word0 = true, .code = "alt"},
	{"__t800_talt", 0, STATE, .word0 = true, .code = "talt"},
	{"__t800_enbc", 2, RESULT, STATE, .word0 = true, .code = "enbc", .stores = 1},
	{"__t800_enbs", 1, RESULT, STATE, .word0 = true, .code = "enbs"},
	{"__t800_enbt", 2, RESULT, STATE, .word0 = true, .code = "enbt"},
	{"__t800_altwt", 0, STATE, .word0 = true, .code = "altwt"},
	{"__t800_taltwt", 0, STATE, .word0 = true, .code = "taltwt"},
	{"__t800_disc", 3, RESULT, STATE, .word0 = true, .code = "disc", .stores = 1},
	{"__t800_diss", 2, RESULT, STATE, .word0 = true, .code = "diss"},
	{"__t800_dist", 3, RESULT, STATE, .word0 = true, .code = "dist"},
	{"__t800_selected", 0, RESULT, STATE, .word0 = true, .code = "ldl0"},
	/* processes */
	{"__t800_runp", 1, STATE, .code = "runp", .unknown = true},
	{"__t800_stopp", 0, STATE, .code = "stopp"},
	{"__t800_endp", 1, STATE, .code = "endp", .unknown = true},
	{"__t800_ldpri", 0, RESULT, STATE, .code = "ldpri", CLOCK},
	{"__t800_saveh", 1, STATE, .code = "saveh", .unknown = true},
	{"__t800_savel", 1, STATE, .code = "savel", .unknown = true},
	{"__t800_sthf", 1, STATE, .code = "sthf", .unknown = true},
	{"__t800_sthb", 1, STATE, .code = "sthb", .unknown = true},
	{"__t800_stlf", 1, STATE, .code = "stlf", .unknown = true},
	{"__t800_stlb", 1, STATE, .code = "stlb", .unknown = true},
	{"__t800_wptr", 0, RESULT, .code = "wptr"},
	{"__t800_gsb", 0, RESULT, .code = "gsb"},
	/* time */
	{"__t800_ldtimer", 0, RESULT, STATE, .code = "ldtimer", CLOCK},
	{"__t800_sttimer", 1, STATE, .code = "sttimer"},
	{"__t800_tin", 1, STATE, .code = "tin", CLOCK},
	/* flags */
	{"__t800_seterr", 0, STATE, .code = "seterr"},
	{"__t800_testerr", 0, RESULT, STATE, .code = "testerr"},
	{"__t800_stoperr", 0, STATE, .code = "stoperr"},
	{"__t800_sethalterr", 0, STATE, .code = "sethalterr"},
	{"__t800_clrhalterr", 0, STATE, .code = "clrhalterr"},
	{"__t800_testhalterr", 0, RESULT, STATE, .code = "testhalterr"},
	{"__t800_fptesterror", 0, RESULT, STATE, .code = "fptesterror"},
	{"__t800_testpranal", 0, RESULT, STATE, .code = "testpranal"},
	{"__t800_csub0", 2, RESULT, STATE, .code = "csub0", CALCULATION},
	{"__t800_add", 2, RESULT, STATE, .code = "add", CALCULATION},
	{"__t800_sub", 2, RESULT, STATE, .code = "sub", CALCULATION},
	{"__t800_mul", 2, RESULT, STATE, .code = "mul", CALCULATION},
	{"__t800_ccnt1", 2, RESULT, STATE, .code = "ccnt1", CALCULATION},
	/* memory */
	{"__t800_move", 3, STATE, .code = "move", CALCULATION, .from = 1, .to = 2},
	/* bits and checksums */
	{"__t800_bitcnt", 2, RESULT, .code = "bitcnt", CALCULATION},
	{"__t800_bitrevword", 1, RESULT, .code = "bitrevword", CALCULATION},
	{"__t800_bitrevnbits", 2, RESULT, .code = "bitrevnbits", CALCULATION},
	{"__t800_crcword", 3, RESULT, .code = "crcword", CALCULATION},
	{"__t800_crcbyte", 3, RESULT, .code = "crcbyte", CALCULATION},
	{"__t800_clz", 1, RESULT, .code = "mint norm drop drop", CALCULATION},
	{"__t800_fshl", 3, RESULT, .code = "lshl rev", CALCULATION},
	{"__t800_fshr", 3, RESULT, .code = "lshr", CALCULATION},
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

	if (!name || (!name_begins(name, "__t800_") && !name_begins(name, "llvm.")))
		return NULL;
	for (size_t i = 0; i < sizeof intrinsic_rows / sizeof *intrinsic_rows; i++)
		if (strcmp(intrinsic_rows[i].name, name) == 0)
			return &intrinsic_rows[i];
	return NULL;
}

IntrinsicKind
intrinsic_kind(LLVMValueRef call)
{
	const Intrinsic *in = intrinsic_of(call);

	if (!callee_is(call, "__t800_"))
		return INTRINSIC_NONE;
	return in ? in->kind : INTRINSIC_ACTS;
}

bool
is_ignored(LLVMValueRef v)
{
	static const char *const names[] = {
		"llvm.dbg.", "llvm.lifetime.", "llvm.assume", "llvm.donothing", "llvm.sideeffect",
		"llvm.experimental.noalias", "llvm.invariant.", "llvm.prefetch", "llvm.va_end",
		"llvm.annotation", "llvm.var.annotation", "llvm.pseudoprobe",
	};

	const char *name;

	if (value_opcode(v) != LLVMCall || !calls_llvm(v))
		return false;
	name = callee_name(v);
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (name_begins(name, names[i]))
			return true;
	return false;
}
