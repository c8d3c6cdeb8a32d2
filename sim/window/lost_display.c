/*
 * lost_display.c - keeps Xlib from ending the program when the X server ends. From version 1.7 of
 * Xlib on, a handler may return; later calls for this display then do nothing.
 */
#include "lost_display.h"

#include <SDL_syswm.h>

#include <stdio.h>

#define LIBRARY "libX11.so.6" /* SDL has loaded it, too */

typedef int Handler(Display *);
typedef void ExitHandler(Display *, void *);

/*
 * ignore_io_error: Xlib's first handler when the connection breaks; the default one would print a
 * message.
 */
static int
ignore_io_error(Display *display)
{
	(void)display;
	return 0;
}

/*
 * note_lost_display: Xlib's second handler when the connection breaks; the default one would end
 * the program. Xlib has locked the display for the calling thread, but other threads still need it
 * when the program ends.
 */
static void
note_lost_display(Display *display, void *lost)
{
	void *x = SDL_LoadObject(LIBRARY);
	void (*unlock)(Display *) = x ? SDL_LoadFunction(x, "XUnlockDisplay") : NULL;
	bool *is_lost = lost;

	if (unlock)
		unlock(display);
	if (!*is_lost)
		fprintf(stderr,
			"trellis: warning: the display is lost; the run continues without it\n");
	*is_lost = true;
}

void
survive_display(SDL_Window *window, bool *lost)
{
	void (*set_handler)(Handler *), (*set_exit)(Display *, ExitHandler *, void *);
	SDL_SysWMinfo info;
	void *x;

	SDL_VERSION(&info.version);
	if (!SDL_GetWindowWMInfo(window, &info) || info.subsystem != SDL_SYSWM_X11)
		return;
	x = SDL_LoadObject(LIBRARY);
	set_handler = x ? SDL_LoadFunction(x, "XSetIOErrorHandler") : NULL;
	set_exit = x ? SDL_LoadFunction(x, "XSetIOErrorExitHandler") : NULL;
	if (!set_handler || !set_exit)
		return;
	set_handler(ignore_io_error);
	set_exit(info.info.x11.display, note_lost_display, lost);
}
