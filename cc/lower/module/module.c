/*
 * module.c - reads LLVM bitcode: types, constants, calls, places in the source.
 *
 * Modules must be compiled with clang --target=xcore: 32-bit, little-endian, nothing aligned to
 * more than a word. Other data layouts are refused, because the user's types would have other
 * sizes.
 */
#include "module.h"

#include <llvm-c/Analysis.h>
#include <llvm-c/BitReader.h>
#include <llvm-c/ErrorHandling.h>

#include <limits.h>
#include <stdarg.h>
#include <string.h>
#include <unistd.h>

/* module flag by which clang marks a module compiled with -g */
static const char dwarf_flag[] = "Dwarf Version";
/*
 * module flag by which clang gives the version of its debugging information; a module with this
 * flag has at least places
 */
static const char debug_flag[] = "Debug Info Version";

/* report_diagnostic: callback of LLVM: report its message about the file `name`. */
static void
report_diagnostic(LLVMDiagnosticInfoRef info, void *name)
{
	char *text = LLVMGetDiagInfoDescription(info);

	if (LLVMGetDiagInfoSeverity(info) == LLVMDSError)
		mistake_at(name, 0, "%s", text);
	LLVMDisposeMessage(text);
}

/* The file that LLVM is reading: its messages about fatal errors do not name the file. */
static const char *current_file;

/* bitcode_broken: callback of LLVM: fatal: the bitcode is damaged. */
static void
bitcode_broken(const char *reason)
{
	fatal_at(current_file, 0, "broken bitcode (%s); compile it again with trellis cc", reason);
}

/*
 * is_verified: true if the module has today's debugging information: LLVM verifies such a module
 * when it reads it.
 */
static bool
is_verified(LLVMModuleRef ir)
{
	LLVMMetadataRef flag = LLVMGetModuleFlag(ir, debug_flag, strlen(debug_flag));
	LLVMValueRef version = NULL;

	if (flag && LLVMGetMetadataKind(flag) == LLVMConstantAsMetadataMetadataKind)
		LLVMGetMDNodeOperands(LLVMMetadataAsValue(LLVMGetModuleContext(ir), flag),
			&version);
	return version && LLVMIsAConstantInt(version)
		&& LLVMConstIntGetZExtValue(version) == LLVMDebugMetadataVersion();
}

/* check_module: fatal if the module is invalid, which a damaged file may cause. */
static void
check_module(LLVMModuleRef ir)
{
	char *text = NULL;

	if (is_verified(ir))
		return;
	if (LLVMVerifyModule(ir, LLVMReturnStatusAction, &text)) {
		text[strcspn(text, "\n")] = '\0';
		bitcode_broken(text);
	}
	LLVMDisposeMessage(text);
}

/* check_assembly: refuse a module with assembly text outside functions. */
static void
check_assembly(const Module *m)
{
	size_t n;

	LLVMGetModuleInlineAsm(m->ir, &n);
	if (n > 0)
		fatal_at(m->name, 0,
			"assembly outside of functions cannot be compiled; put it into a file, "
			"NAME.s");
}

/* check_target: report bitcode that could not be read, or is for another machine. */
static void
check_target(const Module *m, bool failed)
{
	if (failed)
		fatal_at(m->name, 0, "not LLVM 14 bitcode; compile it again with trellis cc");
	if (LLVMByteOrder(m->layout) != LLVMLittleEndian || LLVMPointerSize(m->layout) != 4
		|| LLVMABIAlignmentOfType(m->layout,
			LLVMInt64TypeInContext(LLVMGetModuleContext(m->ir))) != 4)
		fatal_at(m->name, 0, "bitcode for %s; compile with --target=xcore or trellis cc",
			LLVMGetTarget(m->ir));
}

/* begin_reading: let LLVM's messages about the bitcode name the file. */
static void
begin_reading(LLVMContextRef context, const char *name)
{
	LLVMContextSetDiagnosticHandler(context, report_diagnostic, (void *)name);
	current_file = name;
	LLVMInstallFatalErrorHandler(bitcode_broken);
}

void
module_read(Module *m, LLVMContextRef context, const char *name, const void *data, size_t n)
{
	LLVMMemoryBufferRef buf = LLVMCreateMemoryBufferWithMemoryRangeCopy(data, n, name);
	bool failed;

	m->name = name;
	begin_reading(context, name);
	failed = LLVMParseBitcodeInContext2(context, buf, &m->ir);
	if (!failed)
		check_module(m->ir);
	LLVMResetFatalErrorHandler();
	LLVMDisposeMemoryBuffer(buf);
	m->layout = failed ? NULL : LLVMGetModuleDataLayout(m->ir);
	check_target(m, failed);
	m->described = LLVMGetModuleFlag(m->ir, dwarf_flag, strlen(dwarf_flag)) != NULL;
	check_assembly(m);
}

void
module_open(Module *m, LLVMContextRef context, const char *name, const void *data, size_t n)
{
	/* owned by the module after it is read */
	LLVMMemoryBufferRef buf = LLVMCreateMemoryBufferWithMemoryRange(data, n, name, false);
	bool failed;

	m->name = name;
	begin_reading(context, name);
	failed = LLVMGetBitcodeModuleInContext2(context, buf, &m->ir);
	LLVMResetFatalErrorHandler();
	m->layout = failed ? NULL : LLVMGetModuleDataLayout(m->ir);
	check_target(m, failed);
}

void
module_free(Module *m)
{
	module_debug_free(m->debug);
	if (m->ir)
		LLVMDisposeModule(m->ir);
	m->ir = NULL;
}

Kind
type_kind(LLVMTypeRef t)
{
	switch (LLVMGetTypeKind(t)) {
	case LLVMIntegerTypeKind:
		return LLVMGetIntTypeWidth(t) <= 32 ? KIND_WORD : KIND_WIDE;
	case LLVMPointerTypeKind:
		return KIND_WORD;
	case LLVMFloatTypeKind:
		return KIND_SINGLE;
	case LLVMDoubleTypeKind:
		return KIND_DOUBLE;
	case LLVMStructTypeKind:
	case LLVMArrayTypeKind:
	case LLVMVectorTypeKind:
		return KIND_WIDE;
	default:
		return KIND_VOID;
	}
}

uint32_t
type_bits(const Module *m, LLVMTypeRef t)
{
	return LLVMSizeOfTypeInBits(m->layout, t);
}

/*
 * is_bit_vector: true for a vector whose elements are not whole bytes; in a slot each of them takes
 * whole bytes.
 */
static bool
is_bit_vector(const Module *m, LLVMTypeRef t)
{
	return LLVMGetTypeKind(t) == LLVMVectorTypeKind
		&& type_bits(m, LLVMGetElementType(t)) % 8 != 0;
}

uint32_t
type_stored_bytes(const Module *m, LLVMTypeRef t)
{
	if (is_bit_vector(m, t))
		return part_offset(m, t, part_count(t));
	return LLVMStoreSizeOfType(m->layout, t);
}

uint32_t
type_size(const Module *m, LLVMTypeRef t)
{
	return is_bit_vector(m, t) ? type_stored_bytes(m, t) : LLVMABISizeOfType(m->layout, t);
}

unsigned
part_count(LLVMTypeRef t)
{
	switch (LLVMGetTypeKind(t)) {
	case LLVMStructTypeKind:
		return LLVMCountStructElementTypes(t);
	case LLVMVectorTypeKind:
		return LLVMGetVectorSize(t);
	default:
		return LLVMGetArrayLength(t);
	}
}

LLVMTypeRef
part_type(LLVMTypeRef t, unsigned i)
{
	return LLVMGetTypeKind(t) == LLVMStructTypeKind ? LLVMStructGetTypeAtIndex(t, i)
		: LLVMGetElementType(t);
}

uint32_t
part_offset(const Module *m, LLVMTypeRef t, unsigned i)
{
	switch (LLVMGetTypeKind(t)) {
	case LLVMStructTypeKind:
		return LLVMOffsetOfElement(m->layout, t, i);
	case LLVMVectorTypeKind: /* elements are adjacent */
		return i * LLVMStoreSizeOfType(m->layout, LLVMGetElementType(t));
	default:
		return i * type_size(m, LLVMGetElementType(t));
	}
}

uint32_t
type_words(const Module *m, LLVMTypeRef t)
{
	return type_kind(t) == KIND_VOID ? 0 : (type_size(m, t) + 3) / 4;
}

LLVMOpcode
value_opcode(LLVMValueRef v)
{
	if (LLVMIsAInstruction(v))
		return LLVMGetInstructionOpcode(v);
	if (LLVMIsAConstantExpr(v))
		return LLVMGetConstOpcode(v);
	return 0;
}

/* low_bits: the lowest bits of a value as a word. */
static Word
low_bits(uint64_t value, unsigned bits)
{
	return bits < 32 ? value & ((1u << bits) - 1) : value;
}

bool
value_const(LLVMValueRef v, Word *w)
{
	LLVMTypeRef t = LLVMTypeOf(v);

	if (type_kind(t) != KIND_WORD)
		return false;
	if (LLVMIsAConstantInt(v)) {
		*w = low_bits(LLVMConstIntGetZExtValue(v), LLVMGetIntTypeWidth(t));
		return true;
	}
	*w = 0;
	return LLVMIsUndef(v) || LLVMIsAPoisonValue(v) || LLVMIsAConstantPointerNull(v);
}

/*
 * wide_word: word k of an integer constant of more than 64 bits, which LLVM gives only as
 * text.
 */
static Word
wide_word(LLVMValueRef v, uint32_t k)
{
	LLVMTypeRef t = LLVMTypeOf(v);
	LLVMValueRef shifted = LLVMConstLShr(v, LLVMConstInt(t, 32 * k, 0));

	return LLVMConstIntGetZExtValue(LLVMConstTrunc(shifted,
		LLVMInt32TypeInContext(LLVMGetTypeContext(t))));
}

/* real_bits: the bits of a constant real number; a single stands in the low word. */
static uint64_t
real_bits(LLVMValueRef v)
{
	LLVMTypeRef t = LLVMTypeOf(v);
	LLVMContextRef c = LLVMGetTypeContext(t);
	bool single = LLVMGetTypeKind(t) == LLVMFloatTypeKind;
	LLVMValueRef bits = LLVMConstBitCast(v,
		single ? LLVMInt32TypeInContext(c) : LLVMInt64TypeInContext(c));

	return LLVMConstIntGetZExtValue(bits);
}

bool
value_word(const Module *m, LLVMValueRef v, uint32_t k, Word *w)
{
	if (LLVMIsUndef(v) || LLVMIsAPoisonValue(v) || LLVMIsAConstantAggregateZero(v)
		|| LLVMIsAConstantPointerNull(v)) {
		*w = 0;
		return true;
	}
	if (LLVMIsAConstantInt(v)) {
		unsigned bits = type_bits(m, LLVMTypeOf(v));

		if (32 * k >= bits)
			*w = 0;
		else if (bits <= 64)
			*w = LLVMConstIntGetZExtValue(v) >> 32 * k;
		else
			*w = wide_word(v, k);
		return true;
	}
	if (LLVMIsAConstantFP(v)) {
		*w = real_bits(v) >> 32 * k;
		return true;
	}
	return false;
}

LLVMValueRef
const_element(LLVMValueRef v, unsigned i)
{
	LLVMTypeRef part = part_type(LLVMTypeOf(v), i);

	if (LLVMIsUndef(v) || LLVMIsAPoisonValue(v))
		return LLVMGetUndef(part);
	if (LLVMIsNull(v))
		return LLVMConstNull(part);
	if (LLVMIsAConstantDataSequential(v))
		return LLVMGetElementAsConstant(v, i);
	return LLVMGetOperand(v, i);
}

int32_t
gep_offset(const Module *m, LLVMValueRef gep, GepIndex *index, void *to)
{
	LLVMTypeRef t = LLVMGetGEPSourceElementType(gep);
	unsigned n = LLVMGetNumOperands(gep);
	int32_t offset = 0;

	for (unsigned i = 1; i < n; i++) {
		LLVMValueRef v = LLVMGetOperand(gep, i);
		uint32_t size;

		if (i > 1 && LLVMGetTypeKind(t) == LLVMStructTypeKind) {
			unsigned field = LLVMConstIntGetZExtValue(v);

			offset += LLVMOffsetOfElement(m->layout, t, field);
			t = LLVMStructGetTypeAtIndex(t, field);
			continue;
		}
		if (i > 1)
			t = LLVMGetElementType(t);
		size = type_size(m, t);
		if (LLVMIsAConstantInt(v))
			offset += (int32_t)LLVMConstIntGetSExtValue(v) * (int32_t)size;
		else
			index(to, v, size);
	}
	return offset;
}

/* note_variable_index: callback of gep_offset: note that the offset is not constant. */
static void
note_variable_index(void *open, LLVMValueRef index, uint32_t scale)
{
	(void)index; /* any index is enough */
	(void)scale;
	*(bool *)open = true;
}

bool
gep_is_constant(const Module *m, LLVMValueRef gep, int32_t *offset)
{
	bool open = false;

	*offset = gep_offset(m, gep, note_variable_index, &open);
	return !open;
}

const char *
callee_name(LLVMValueRef call)
{
	LLVMValueRef f = LLVMGetCalledValue(call);
	size_t len;

	return LLVMIsAFunction(f) ? LLVMGetValueName2(f, &len) : NULL;
}

bool
calls_llvm(LLVMValueRef call)
{
	LLVMValueRef f = LLVMGetCalledValue(call);

	return LLVMIsAFunction(f) && LLVMGetIntrinsicID(f) != 0;
}

bool
name_begins(const char *name, const char *prefix)
{
	return strncmp(name, prefix, strlen(prefix)) == 0;
}

bool
callee_is(LLVMValueRef call, const char *prefix)
{
	const char *name = callee_name(call);

	return name && name_begins(name, prefix);
}

bool
has_attribute(LLVMValueRef fn, unsigned index, const char *name)
{
	unsigned kind = LLVMGetEnumAttributeKindForName(name, strlen(name));

	return LLVMGetEnumAttributeAtIndex(fn, index, kind) != NULL;
}

bool
call_has_attribute(LLVMValueRef call, unsigned index, const char *name)
{
	unsigned kind = LLVMGetEnumAttributeKindForName(name, strlen(name));
	LLVMValueRef f = LLVMGetCalledValue(call);

	if (LLVMGetCallSiteEnumAttribute(call, index, kind))
		return true;
	return LLVMIsAFunction(f) && LLVMGetEnumAttributeAtIndex(f, index, kind);
}

uint32_t
call_alignment(LLVMValueRef call, unsigned index)
{
	unsigned kind = LLVMGetEnumAttributeKindForName("align", 5);
	LLVMAttributeRef a = LLVMGetCallSiteEnumAttribute(call, index, kind);

	return a ? LLVMGetEnumAttributeValue(a) : 1;
}

Where
value_where(LLVMValueRef v)
{
	Where w = {0};
	LLVMMetadataRef at;
	unsigned len;

	if (!LLVMIsAInstruction(v) && !LLVMIsAFunction(v) && !LLVMIsAGlobalVariable(v))
		return w;
	w.line = LLVMGetDebugLocLine(v);
	w.file = LLVMGetDebugLocFilename(v, &len);
	w.dir = LLVMGetDebugLocDirectory(v, &len);
	at = LLVMIsAInstruction(v) ? LLVMInstructionGetDebugLoc(v) : NULL;
	if (at) {
		w.column = LLVMDILocationGetColumn(at);
		w.scope = LLVMDILocationGetScope(at);
		w.inlined = LLVMDILocationGetInlinedAt(at);
	}
	return w;
}

char *
where_path(const char *dir, const char *file)
{
	char here[PATH_MAX];

	if (file[0] == '/' || !dir || !getcwd(here, sizeof here) || strcmp(dir, here) == 0)
		return xstrdup(file);
	return xasprintf("%s/%s", dir, file);
}

void
refuse(const Module *m, LLVMValueRef v, const char *fmt, ...)
{
	Where w = value_where(v);
	char text[512];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(text, sizeof text, fmt, ap);
	va_end(ap);
	fatal_at(w.file && *w.file ? where_path(w.dir, w.file) : m->name, w.line, "%s", text);
}

LLVMValueRef
value_peel(LLVMValueRef v)
{
	for (;;) {
		LLVMOpcode op = value_opcode(v);
		LLVMValueRef x;

		if (op != LLVMBitCast && op != LLVMAddrSpaceCast && op != LLVMPtrToInt
			&& op != LLVMIntToPtr && op != LLVMTrunc && op != LLVMFreeze)
			return v;
		x = LLVMGetOperand(v, 0);
		if (type_kind(LLVMTypeOf(x)) != type_kind(LLVMTypeOf(v)))
			return v;
		if (op != LLVMFreeze) {
			if (type_kind(LLVMTypeOf(v)) != KIND_WORD)
				return v;
			if (op == LLVMTrunc && LLVMGetIntTypeWidth(LLVMTypeOf(v)) == 1)
				return v;
			if (op == LLVMIntToPtr && LLVMGetIntTypeWidth(LLVMTypeOf(x)) != 32)
				return v;
		}
		v = x;
	}
}

void
value_references(LLVMValueRef v, UseGlobal *use, void *to)
{
	if (LLVMIsAGlobalAlias(v) || LLVMIsAGlobalValue(v)) {
		use(to, v);
		return;
	}
	if (LLVMIsABlockAddress(v)) {
		use(to, LLVMGetOperand(v, 0));
		return;
	}
	if (!LLVMIsAConstant(v))
		return;
	for (int i = 0; i < LLVMGetNumOperands(v); i++)
		value_references(LLVMGetOperand(v, i), use, to);
}

int
block_number(LLVMBasicBlockRef bb)
{
	int n = 0;

	while ((bb = LLVMGetPreviousBasicBlock(bb)))
		n++;
	return n;
}
