/*
 * movie.c - makes a movie of a run: pictures at equal intervals from its beginning to its end, each
 * with the whole timeline. The program ffmpeg encodes the pictures.
 */
#include "window.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
	SECONDS = 10, /* the length of a movie */
	RATE = 25,    /* pictures a second */
	COUNT = SECONDS * RATE, /* pictures of a movie */
	SIZE_TEXT = 32,         /* room for an argument of ffmpeg */
};

/* The endings of names, and how ffmpeg encodes them. */
static const struct {
	const char *ending, *arguments[12];
} formats[] = {
	{".webm", {"-c:v", "libvpx-vp9", "-crf", "30", "-b:v", "0", "-deadline", "realtime",
		"-cpu-used", "8"}},
	{".gif", {"-filter_complex", "fps=12.5,split[a][b];[a]palettegen=stats_mode=single[p];"
		"[b][p]paletteuse=new=1:dither=none"}},
};

/* ffmpeg_arguments: ffmpeg's arguments for a file, by its ending; NULL if the ending is unknown. */
static const char *const *
ffmpeg_arguments(const char *file)
{
	const char *dot = strrchr(file, '.');

	for (size_t i = 0; dot && i < sizeof formats / sizeof *formats; i++)
		if (strcmp(dot, formats[i].ending) == 0)
			return formats[i].arguments;
	return NULL;
}

/* has_program: true if PATH leads to a program of this name. */
static bool
has_program(const char *name)
{
	const char *path = getenv("PATH");
	bool found = false;

	while (path && *path && !found) {
		size_t n = strcspn(path, ":");
		char *file = xasprintf("%.*s/%s", (int)n, path, name);

		found = access(file, X_OK) == 0;
		free(file);
		path += n + (path[n] == ':');
	}
	return found;
}

void
movie_check(const char *file)
{
	if (!ffmpeg_arguments(file))
		fatal("--movie %s: its name must end with .webm or .gif", file);
	if (!has_program("ffmpeg"))
		fatal("--movie needs the program ffmpeg, which is not installed (Debian: ffmpeg)");
}

/* ---- the encoder ---- */

/* The process of ffmpeg that makes the movie. */
typedef struct Encoder {
	pid_t pid;
	int to; /* descriptor to which pictures are written, as rows of pixels */
} Encoder;

/*
 * run_ffmpeg: replace this process by ffmpeg, which reads pictures of this size from standard
 * input.
 */
_Noreturn static void
run_ffmpeg(const char *file, int width, int height)
{
	char size[SIZE_TEXT], rate[SIZE_TEXT];
	const char *argv[40] = {"ffmpeg", "-loglevel", "error", "-y", "-f", "rawvideo",
		"-pixel_format", "bgra", "-video_size", size, "-framerate", rate, "-i", "-"};
	const char *const *format = ffmpeg_arguments(file);
	int n = 0;

	snprintf(size, sizeof size, "%dx%d", width, height);
	snprintf(rate, sizeof rate, "%d", RATE);
	while (argv[n])
		n++;
	while (*format)
		argv[n++] = *format++;
	argv[n] = file;
	execvp(argv[0], (char **)argv);
	_exit(127);
}

/* encoder_start: start ffmpeg, which encodes frames of this size into a file. */
static Encoder
encoder_start(const char *file, int width, int height)
{
	int ends[2];
	Encoder e;

	if (pipe(ends) != 0 || (e.pid = fork()) < 0)
		fatal("cannot start ffmpeg:");
	if (e.pid == 0) {
		dup2(ends[0], STDIN_FILENO);
		close(ends[0]);
		close(ends[1]);
		run_ffmpeg(file, width, height);
	}
	close(ends[0]);
	e.to = ends[1];
	return e;
}

/* encoder_put: append a picture; false if the encoder has ended. */
static bool
encoder_put(const Encoder *e, const SDL_Surface *s)
{
	const uint8_t *row = s->pixels;

	for (int y = 0; y < s->h; y++, row += s->pitch)
		for (size_t done = 0, all = 4 * s->w; done < all;) {
			ssize_t n = write(e->to, row + done, all - done);

			if (n < 0 && errno != EINTR)
				return false;
			done += n > 0 ? n : 0;
		}
	return true;
}

/* encoder_end: wait until ffmpeg has written the file; fatal if it has failed. */
static void
encoder_end(const Encoder *e, const char *file)
{
	int status = 0;

	close(e->to);
	while (waitpid(e->pid, &status, 0) < 0 && errno == EINTR)
		continue;
	if (status != 0)
		fatal("cannot write %s: ffmpeg has failed", file);
}

/* ---- pictures ---- */

/* put_picture: draw the present frame and append it; false if the encoder has ended. */
static bool
put_picture(View *v, const Encoder *e, int width, int height)
{
	const char *why;
	SDL_Surface *s;
	bool put;

	SDL_LockMutex(v->lock); /* fonts may be used by one thread at a time */
	s = window_surface(v, &v->captured, width, height, NULL, 0, &why);
	SDL_UnlockMutex(v->lock);
	if (!s)
		fatal("cannot draw %s: %s", v->o.movie, why);
	put = encoder_put(e, s);
	SDL_FreeSurface(s);
	return put;
}

/*
 * play_run: run from the beginning to the end in even steps and encode a picture after each; e
 * NULL: only fill the timeline.
 */
static void
play_run(View *v, const Encoder *e, int width, int height)
{
	Time begin = past_beginning(v->drive.past), end = past_present(v->drive.past);

	drive_goto(&v->drive, begin);
	for (int i = 1; i <= COUNT; i++) {
		drive_run(&v->drive, begin + (end - begin) / COUNT * i);
		view_capture(v);
		v->captured.present = end;
		v->captured.status = NULL;
		if (e && !put_picture(v, e, width, height))
			return;
	}
}

void
movie_write(View *v)
{
	int width, height;
	Encoder e;

	window_size(v, &width, &height);
	signal(SIGPIPE, SIG_IGN); /* encoder_end reports the reason */
	play_run(v, NULL, width, height);
	e = encoder_start(v->o.movie, width, height);
	play_run(v, &e, width, height);
	encoder_end(&e, v->o.movie);
}
