/*
 * run_folder.h - the folder of a recorded run. The run writes its recording; what else the folder
 * has for the analyses is made from the recording, when a command first reads it.
 */
#ifndef RUN_FOLDER_H
#define RUN_FOLDER_H

/*
 * run_folder_complete: make the files of the folder that are not there yet; called before they are
 * read. name: of a file in the folder, or its beginning. In other folders this does nothing.
 */
void run_folder_complete(const char *name);

/* makes the files of a folder; main sets it. NULL: none are made in this program */
extern void (*run_folder_make)(const char *dir);

#endif
