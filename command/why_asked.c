/* why_asked.c - parses the words of a question, and goes to its place. */
#include "why_asked.h"

#include "base/number.h"

#include <string.h>

#define DIGITS "0123456789"
#define BLANKS " \t"

/*
 * process_length: the length of a text's first word if it is NODE, NODE:PROCESS or NODE.PROCESS; 0
 * for another word.
 */
static size_t
process_length(const char *text)
{
	size_t n = strspn(text, DIGITS);

	if (n > 0 && (text[n] == ':' || text[n] == '.'))
		n += 1 + strspn(text + n + 1, DIGITS);
	return text[n] == '\0' || strchr(BLANKS, text[n]) ? n : 0;
}

/* is_process: true if the whole word names a process. */
static bool
is_process(const char *word)
{
	size_t n = process_length(word);

	return n > 0 && word[n] == '\0';
}

int
why_question_parse_words(WhyQuestion *a, int n, char **words)
{
	int i = 0;

	*a = (WhyQuestion){0};
	if (i < n && is_process(words[i]))
		a->process = words[i++];
	if (i < n && words[i][0] != '@')
		a->expression = words[i++];
	if (i < n && words[i][0] == '@')
		a->place = words[i++] + 1;
	return i;
}

/* ---- a text ---- */

/* is_pixel: true if the text has the form @X,Y of a pixel, not the form @TIME of a place. */
static bool
is_pixel(const char *text)
{
	return text[0] == '@' && strchr(text, ',');
}

/*
 * find_place: the beginning of the text's last word if this word is a place, that is, begins with @
 * and is no pixel; otherwise the text's end.
 */
static const char *
find_place(const char *text)
{
	const char *end = text + strlen(text), *word = end;

	while (word > text && !strchr(BLANKS, word[-1]))
		word--;
	return word[0] == '@' && !is_pixel(word) ? word : end;
}

/*
 * take_expression: the first n bytes of a text as an expression. If they are only a part of the
 * output, the expression names the output as in the question `like`.
 */
static const char *
take_expression(Session *s, const char *text, size_t n, const WhyQuestion *like)
{
	const char *name = like->expression ? like->expression : "";
	size_t length = strchr("@:~", text[0]) ? strcspn(name, "@:~") : 0;
	char *expression = arena_alloc(&s->arena, length + n + 1, 1);

	if (strchr("@:~", text[0]) && (length == 0 || name[length] == '\0'))
		session_fail(s, "'%.*s' is a part of the output, and the question is not about one",
			(int)n, text);
	memcpy(expression, name, length);
	memcpy(expression + length, text, n);
	return expression;
}

WhyQuestion
why_question_parse_text(Session *s, const char *text, const WhyQuestion *like)
{
	const char *place = find_place(text);
	size_t n = process_length(text), length;
	WhyQuestion a = *like;

	if (n > 0)
		a.process = arena_strndup(&s->arena, text, n);
	if (*place)
		a.place = place + 1;
	text += n + strspn(text + n, BLANKS);
	for (length = place > text ? place - text : 0; length > 0; length--)
		if (!strchr(BLANKS, text[length - 1]))
			break;
	if (length > 0)
		a.expression = take_expression(s, text, length, like);
	return a;
}

/* ---- its place ---- */

/* parse_place: parse a time, "beginning", or a number of instructions executed by the node. */
static Place
parse_place(Session *s, const char *text)
{
	uint64_t n;

	if (strcmp(text, "beginning") == 0)
		return place_at(past_beginning(s->past));
	if (number_parse(text, NEVER - 1, &n))
		return place_before(s->node, n);
	if (time_parse(text, &n))
		return place_at(n);
	session_fail(s,
		"'%s' is not a place: a time such as 20ms, a number of instructions, beginning or "
		"end",
		text);
}

/*
 * choose_process: choose the node that the text names; *number becomes the number of the process,
 * 0 for any process.
 */
static void
choose_process(Session *s, const char *text, uint32_t *number)
{
	char *process = arena_strndup(&s->arena, text, strlen(text));
	NodeId n;

	if (strchr(process, ':'))
		*strchr(process, ':') = '.';
	if (strchr(process, '.'))
		session_parse_process(s, process, &n, number);
	else
		n = session_parse_node(s, process);
	s->node = n;
}

void
why_question_go_to_place(Session *s, const WhyQuestion *a)
{
	uint32_t number = 0;

	s->node = 0;
	if (a->process)
		choose_process(s, a->process, &number);
	if (a->place && strcmp(a->place, "end") == 0)
		past_go_present(s->past);
	else if (a->place && !session_goto(s, parse_place(s, a->place)))
		session_fail(s, "the run has no place '%s'", a->place);
	session_select_process(s, s->node, number);
}

WhyOptions
why_question_options(const WhyOptions *o, const WhyQuestion *a)
{
	WhyOptions asked = *o;

	asked.ended = !a->place;
	asked.any = !a->process || !strpbrk(a->process, ":.");
	asked.anywhere = !a->process;
	return asked;
}
