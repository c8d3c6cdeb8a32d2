/* lost_display.h - a window whose X server ends before its program does. */
#ifndef LOST_DISPLAY_H
#define LOST_DISPLAY_H

#include <SDL.h>

#include <stdbool.h>

/*
 * survive_display: when the window's X server ends, set *lost and warn the user; the thread that
 * used the window continues. Other drivers of SDL close the window instead (SDL_QUIT).
 */
void survive_display(SDL_Window *window, bool *lost);

#endif
