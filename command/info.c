/* info.c - `trellis info`: lists what a recording holds. */
#include "command.h"

#include "base/files.h"
#include "base/number.h"
#include "base/texts.h"
#include "detrek/detrek.h"
#include "sim/past/past.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { OPT_JSON = 256, MAX_FILE = 1 << 28 };

/* The texts of a recording, and what each contains. */
static const struct Text {
	const char *name, *what;
} texts[] = {
#define X(name, what) {name, what},
	RECORDING_TEXTS(X)
#undef X
};

/* file_size: the size of a file in bytes; 0 if there is none. */
static uint64_t
file_size(const char *path)
{
	struct stat st;

	return stat(path, &st) == 0 ? (uint64_t)st.st_size : 0;
}

/* text_path: the path of text t in the recording's folder, which the caller frees. */
static char *
text_path(const Past *p, const struct Text *t)
{
	return xasprintf("%s/%s", past_folder(p), t->name);
}

/* end_text: how the run has reached the end of the recording, as text. */
static const char *
end_text(const Past *p)
{
	if (!past_is_whole(p))
		return "cut off there: the recording goes no further";
	return past_run_end(p) == RUN_QUIET ? "then nothing was left to do" : "the run ended there";
}

/* ---- as text ---- */

/* print_files: print the programs and sources that the recording keeps. */
static void
print_files(const Past *p)
{
	const RecordedFile *f;
	uint32_t n = past_files(p, &f);

	for (uint32_t i = 0; i < n; i++)
		printf("  %-11s %9" PRIu64 "  %s\n", f[i].role, file_size(f[i].path), f[i].name);
}

/* print_texts: print the texts, such as the output, that the recording keeps. */
static void
print_texts(const Past *p)
{
	for (size_t i = 0; i < RECORDING_NTEXTS; i++) {
		char *path = text_path(p, &texts[i]);

		if (access(path, F_OK) == 0)
			printf("  %-11s %9" PRIu64 "  %s\n", texts[i].name, file_size(path),
				texts[i].what);
		free(path);
	}
}

/* print_skipped: print the source files that programs name but that were not kept. */
static void
print_skipped(const Past *p)
{
	char *path = xasprintf("%s/" TEXT_SKIPPED, past_folder(p));
	Buf names;

	if (access(path, F_OK) == 0) {
		names = file_read(path, MAX_FILE);
		printf("not kept, as below no directory of the run's:\n");
		buf_byte(&names, '\0');
		for (char *name = strtok((char *)names.data, "\n"); name; name = strtok(NULL, "\n"))
			printf("  %s\n", name);
		buf_free(&names);
	}
	free(path);
}

/* print_parts: print number, size and packed size of each kind of part that the recording has. */
static void
print_parts(const RecordingPart *parts)
{
	for (int i = 0; i < RECORDING_NPARTS; i++)
		if (parts[i].n > 0)
			printf("  %-16s %6" PRIu32 " %12" PRIu64 " %12" PRIu64 "\n", parts[i].what,
				parts[i].n, parts[i].bytes, parts[i].packed);
}

/* print_recording: print how the recording was made, and all that it keeps. */
static void
print_recording(const Past *p, const char *name)
{
	RecordingPart parts[RECORDING_NPARTS];
	const Network *w = past_network(p);
	const char *format = past_parts(p, parts);

	printf("%s: a recording in format %s\n", name, format);
	printf("command: %s\n", past_command(p));
	printf("machine: %u node%s, seed %" PRIu64 "\n", w->nnodes, w->nnodes == 1 ? "" : "s",
		w->seed);
	printf("until %s; %s\n", TIME_STRING(past_present(p)), end_text(p));
	if (past_is_forced(p))
		printf("an order was forced on the run\n");
	printf("moments from which a replay can begin: %u\n", past_nmoments(p));
	printf("files (bytes):\n");
	print_files(p);
	print_skipped(p);
	printf("texts (bytes):\n");
	print_texts(p);
	printf("parts (how many, bytes, bytes in the file); what the host has sent are programs,\n"
		"arguments, the environment asked for, and input and files as they were read:\n");
	print_parts(parts);
}

/* ---- as JSON ---- */

/* entry_json: an entry of the list `key`: the kind, name and size of a file. */
static json_t *
entry_json(const char *key, const char *kind, const char *name, uint64_t bytes)
{
	char *valid = text_utf8(name);
	json_t *j = json_pack("{s:s, s:s, s:I}", key, kind, "name", valid, "bytes",
		(json_int_t)bytes);

	free(valid);
	return j;
}

/* files_json: the files that the recording keeps, as a JSON array. */
static json_t *
files_json(const Past *p)
{
	const RecordedFile *f;
	uint32_t n = past_files(p, &f);
	json_t *list = json_array();

	for (uint32_t i = 0; i < n; i++)
		json_array_append_new(list,
			entry_json("role", f[i].role, f[i].name, file_size(f[i].path)));
	return list;
}

/* texts_json: the texts that the recording keeps, as a JSON array. */
static json_t *
texts_json(const Past *p)
{
	json_t *list = json_array();

	for (size_t i = 0; i < RECORDING_NTEXTS; i++) {
		char *path = text_path(p, &texts[i]);

		if (access(path, F_OK) == 0)
			json_array_append_new(list, entry_json("what", texts[i].what,
				texts[i].name, file_size(path)));
		free(path);
	}
	return list;
}

/* parts_json: the number and the sizes of each kind of part, as a JSON object. */
static json_t *
parts_json(const RecordingPart *parts)
{
	json_t *list = json_array();

	for (int i = 0; i < RECORDING_NPARTS; i++)
		if (parts[i].n > 0)
			json_array_append_new(list, json_pack("{s:s, s:I, s:I, s:I}", "what",
				parts[i].what, "n", (json_int_t)parts[i].n, "bytes",
				(json_int_t)parts[i].bytes, "packed", (json_int_t)parts[i].packed));
	return list;
}

/* print_json: print all that is known of the recording as JSON. */
static void
print_json(const Past *p)
{
	RecordingPart parts[RECORDING_NPARTS];
	const Network *w = past_network(p);
	const char *format = past_parts(p, parts);
	char *command = text_utf8(past_command(p));

	report_json(json_pack("{s:s, s:s, s:i, s:I, s:f, s:b, s:b, s:i, s:o, s:o, s:o}", "format",
		format, "command", command, "nodes", (int)w->nnodes, "seed", (json_int_t)w->seed,
		"until", past_present(p) / 1e12, "whole", past_is_whole(p), "forced",
		past_is_forced(p), "moments", (int)past_nmoments(p), "files", files_json(p),
		"texts", texts_json(p), "parts", parts_json(parts)));
	free(command);
}

/* ---- taking it apart ---- */

/* copy_file: copy the bytes of a file. */
static void
copy_file(const char *from, const char *to)
{
	if (access(to, F_OK) == 0)
		fatal("%s is there already: name a new directory", to);
	file_copy(from, to, MAX_FILE);
}

/* file_name: the last component of a name, which may come from a stranger. */
static const char *
file_name(const char *name)
{
	const char *slash = strrchr(name, '/');

	return slash ? slash + 1 : name;
}

/* extract_files: write the files, by number and name, and the texts into a directory. */
static void
extract_files(const Past *p, const char *dir)
{
	const RecordedFile *f;
	uint32_t n = past_files(p, &f);

	directory_make(dir);
	for (uint32_t i = 0; i < n; i++) {
		char *to = xasprintf("%s/%u-%s", dir, i, file_name(f[i].name));

		copy_file(f[i].path, to);
		free(to);
	}
	for (size_t i = 0; i < RECORDING_NTEXTS; i++) {
		char *from = text_path(p, &texts[i]), *to = xasprintf("%s/%s", dir, texts[i].name);

		if (access(from, F_OK) == 0)
			copy_file(from, to);
		free(from);
		free(to);
	}
}

/* info_main: execute the command `info`; returns the exit status. */
static int
info_main(int argc, char **argv)
{
	const char *dir = NULL, *name;
	bool json = false;
	OptionReader r;
	Past *p;
	int id;

	option_reader_init(&r, &info_command, OPTIONS_ANYWHERE, argc, argv);
	while ((id = option_next(&r)) != -1) {
		if (id == OPT_JSON)
			json = true;
		else
			dir = r.argument;
	}
	if (argc - option_first_argument(&r) != 1)
		fatal("info: expected one RECORDING; see 'trellis info --help'");
	name = argv[option_first_argument(&r)];
	p = past_open(name);
	if (dir)
		extract_files(p, dir);
	else if (json)
		print_json(p);
	else
		print_recording(p, name);
	past_free(p);
	return 0;
}

static const Option options[] = {
	{'x', "extract", "DIR", "write its files and texts into a new directory instead"},
	{OPT_JSON, "json", NULL, "as JSON"},
	{0},
};

const Command info_command = {
	"info", "list what a recording holds",
	info_main, "trellis info [--json | --extract=DIR] RECORDING",
	"Lists the contents of a recording: the command and the machine, the time of its end, the "
	"files that were kept in it, and its other parts. If you pass the recording on, you pass "
	"on all of this.",
	{options}, NULL,
};
