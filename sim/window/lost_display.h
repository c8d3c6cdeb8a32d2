/* lost_display.h - lets the program outlive the X server of its window. */
#ifndef LOST_DISPLAY_H
#define LOST_DISPLAY_H

#include <SDL.h>

#include <stdbool.h>

/*
 * survive_display: when the window's X server ends, set *lost and warn the user; the thread that
 * used the window continues. With other drivers of SDL, the window is closed instead (SDL_QUIT).
 */
void survive_display(SDL_Window *window, bool *lost);

#endif
