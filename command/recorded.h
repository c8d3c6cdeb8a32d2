/* recorded.h - what commands make of a recording by replaying it, besides its trace. */
#ifndef RECORDED_H
#define RECORDED_H

/* Write it from the recording to a file, or to files that begin with a prefix. */
typedef void RecordedExporter(const char *recording, const char *output);

RecordedExporter export_records;   /* of the monitor, with a prefix */
/* of the probes of a run with monitors, as the machine has seen them, with a prefix */
RecordedExporter export_reference;
RecordedExporter export_sync;      /* the order of the operations, for --sync-order */
RecordedExporter export_mtr;       /* the operations and accesses, for `trellis races` */
RecordedExporter export_logs;      /* of the processes, for `trellis flowback`: a new directory */

/*
 * recorded_packets: the machine's trace with the packets on the lines, in the recording's folder
 * (record_files_make), where it is made if it is not there. The caller frees its path.
 */
char *recorded_packets(const char *recording, const char *folder);
/*
 * recorded_logs: the logs of the recording's processes, as export_logs writes them, in the cache.
 * recorded_program: the copy there of a program that ran without a kernel; NULL if there are
 * kernels. The caller frees the path.
 */
char *recorded_logs(const char *recording);
char *recorded_program(const char *recording);

#endif
