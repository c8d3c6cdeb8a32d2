/*
 * flags.c - finds the sums and products that may be assumed not to overflow, and the calls that
 * must be tail calls.
 *
 * LLVM 14's C interface does not give an instruction's flags. Its text contains them: the lines of
 * a function are read in step with its instructions. A line that begins with two blanks is an
 * instruction; only a switch has further lines, which begin with four blanks, and a last line with
 * a bracket. A brace ends the function.
 */
#include "select.h"

#include <assert.h>
#include <string.h>

static bool
is_instruction(const char *line)
{
	return line[0] == ' ' && line[1] == ' ' && line[2] != ' ' && line[2] != ']';
}

static const char *
next_line(const char *line)
{
	const char *end = strchr(line, '\n');

	return end ? end + 1 : line + strlen(line);
}

/* next_instruction: from this line on, the first instruction or the end. */
static const char *
next_instruction(const char *line)
{
	while (*line != '}' && !is_instruction(line))
		line = next_line(line);
	return line;
}

static bool
word_at(const char **p, const char *word)
{
	size_t n = strlen(word);

	if (strncmp(*p, word, n) != 0 || (*p)[n] != ' ')
		return false;
	*p += n + 1;
	return true;
}

/*
 * flags_of: parse "  %name = opcode flag flag type ..."; a quoted name may contain any characters.
 */
static unsigned
flags_of(const char *line, LLVMOpcode op)
{
	static const char *const names[] = {
		[LLVMAdd] = "add", [LLVMSub] = "sub", [LLVMMul] = "mul", [LLVMShl] = "shl",
	};
	const char *p = line + 2;
	unsigned flags = 0;
	bool known;

	p += strcspn(p, " \"");
	if (*p == '"')
		p = strchr(p + 1, '"') + 1;
	known = word_at(&p, "") && word_at(&p, "=") && word_at(&p, names[op]);
	assert(known);
	(void)known; /* used only by assertions */
	if (word_at(&p, "nuw"))
		flags |= FLAG_NUW;
	if (word_at(&p, "nsw"))
		flags |= FLAG_NSW;
	return flags;
}

/* is_musttail: parse "  %name = musttail call ..." and similar lines. */
static bool
is_musttail(const char *line)
{
	const char *p = line + 2, *equals;

	if (*p == '%' && (equals = strstr(p, " = ")))
		p = equals + 3;
	return word_at(&p, "musttail");
}

void
fn_flags(Fn *f)
{
	const char *line = next_line(function_text(f->m, f->f)); /* skip the head */

	for (int b = 0; b < f->nblocks; b++)
		for (int i = 0; i < f->blocks[b].nins; i++, line = next_line(line)) {
			LLVMValueRef v = f->blocks[b].ins[i];
			LLVMOpcode op = LLVMGetInstructionOpcode(v);

			line = next_instruction(line);
			assert(*line != '}');
			if (op == LLVMAdd || op == LLVMSub || op == LLVMMul || op == LLVMShl)
				fn_val(f, v)->flags = flags_of(line, op);
			if (op == LLVMCall && is_musttail(line))
				refuse(f->m, v,
					"the T800 compiler makes no tail calls; leave musttail "
					"out");
		}
	assert(*next_instruction(line) == '}');
}
