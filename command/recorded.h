/* recorded.h - data that commands derive from a recording by replaying it, besides its trace. */
#ifndef RECORDED_H
#define RECORDED_H

/* A function that writes such data to a file, or to files with a prefix. */
typedef void RecordedExporter(const char *recording, const char *output);

RecordedExporter export_records; /* records of the monitor; with a prefix */
/* records of the probes of a run with monitors, as seen from outside; with a prefix */
RecordedExporter export_reference;
RecordedExporter export_sync;      /* the order of the operations, for --sync-order */
RecordedExporter export_mtr;       /* the operations and accesses, for `trellis races` */
RecordedExporter export_logs; /* the processes' logs, for `trellis flowback`: a new directory */

/*
 * recorded_packets: the path of the machine's trace with the packets on the lines, in the
 * recording's folder (record_files_make); it is made if it is missing. The caller frees the path.
 */
char *recorded_packets(const char *recording, const char *folder);
/*
 * recorded_logs: the logs of the recording's processes, as export_logs writes them, in the cache.
 * The caller frees the path.
 */
char *recorded_logs(const char *recording);
/*
 * recorded_program: the path of the cache's copy of a program that ran without a kernel, which the
 * caller frees; NULL if there are kernels.
 */
char *recorded_program(const char *recording);

#endif
