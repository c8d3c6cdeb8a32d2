/* dap_change.c - requests that change something, in a branch (what_if.c). */
#include "dap.h"

#include <string.h>

/* assignment_text: the text of the assignment of a value to an expression. */
static const char *
assignment_text(Dap *d, const char *to, const char *value)
{
	Buf b = {0};
	char *text;

	buf_printf(&b, "%s = (%s)", to, value);
	text = arena_strndup(&d->s->arena, (char *)b.data, b.len);
	buf_free(&b);
	return text;
}

/* answer_value: the answer's body with the value that a variable has after the assignment. */
static json_t *
answer_value(Dap *d, Value v)
{
	json_t *out = json_object();

	dap_put_value(d, out, "value", v, NULL);
	return out;
}

json_t *
dap_set_variable(Dap *d, const json_t *args)
{
	const char *name = dap_string(d, args, "name", NULL),
		*value = dap_string(d, args, "value", NULL);
	DapVariables v = dap_variables_of(d, args);
	Value part;

	if (v.kind == DAP_REGISTERS)
		dap_fail(d, "registers cannot be changed");
	if (v.kind != DAP_VALUE)
		return answer_value(d, session_assign(d->s, assignment_text(d, name, value)));
	if (!dap_find_part(d, v.value, name, &part))
		dap_fail(d, "the value has no part '%s'", name);
	return answer_value(d, session_set(d->s, part, value));
}

json_t *
dap_set_expression(Dap *d, const json_t *args)
{
	const char *to = dap_string(d, args, "expression", NULL),
		*value = dap_string(d, args, "value", NULL);

	dap_select_frame(d, dap_number(d, args, "frameId", 0));
	return answer_value(d, session_assign(d->s, assignment_text(d, to, value)));
}
