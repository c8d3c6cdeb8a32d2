/*
 * codes.h - functions, errors and types of the General Server Protocol. Source: codes.h, gsp.h,
 * syslib.h and protect.h of Helios, whose names these are.
 */
#ifndef HELIOS_CODES_H
#define HELIOS_CODES_H

/* A function code holds a class, a subsystem, a retry counter, the function, and four bits. */
#define FC_Mask 0x60000000u
#define FC_Private 0x60000000u
#define FG_Mask 0x000FFFF0u

/* Functions of requests that name an object. */
enum {
	FG_Open = 0x10,
	FG_Create = 0x20,
	FG_Locate = 0x30,
	FG_ObjectInfo = 0x40,
	FG_ServerInfo = 0x50,
	FG_Delete = 0x60,
	FG_Rename = 0x70,
	FG_SetDate = 0xA0,
	FG_CloseObj = 0xC0,
};

/* Functions of requests to an open stream. */
enum {
	FG_Read = 0x1010,
	FG_Write = 0x1020,
	FG_GetSize = 0x1030,
	FG_SetSize = 0x1040,
	FG_Close = 0x1050,
	FG_Seek = 0x1060,
	FG_GetInfo = 0x1070,
	FG_SetInfo = 0x1080,
	FG_EnableEvents = 0x1090,
};

/* Private functions of the systems on the nodes. */
enum {
	FG_Terminate = 0x1FF0,
	FG_Search = 0x2010,
	FG_TerminateSystem = 0x2FF0,
};

#define IO_DEBUG 0x22222222u /* function of a message with text for the host's screen */

/* An error is a class, a subsystem, what is wrong, and with which object. */
#define ERROR_BIT 0x80000000u
#define EC_Recover 0x80000000u
#define EC_Error 0xC0000000u
#define SS_IOProc 0x0A000000u

enum {
	EG_Create = 0x020000,
	EG_Delete = 0x030000,
	EG_Protected = 0x040000,
	EG_Timeout = 0x050000,
	EG_Unknown = 0x060000,
	EG_FnCode = 0x070000,
	EG_Name = 0x080000,
	EG_Invalid = 0x090000,
	EG_InUse = 0x0A0000,
	EG_Congested = 0x0B0000,
	EG_WrongFn = 0x0C0000,
	EG_Open = 0x110000,
	EG_NoResource = 0x150000,
	EG_Parameter = 0xFF0000,
};

enum {
	EO_Message = 0x8001,
	EO_Directory = 0x8005,
	EO_Stream = 0x8007,
	EO_File = 0x800C,
	EO_Name = 0x800E,
	EO_Server = 0x8010,
};

/* Types of objects; bit 0 is set for directories, bit 1 for streams. */
enum {
	TYPE_DIRECTORY = 0x01,
	TYPE_FILE = 0x12,
	TYPE_STREAM = 0x02,
};

/* Modes of Open. */
enum {
	O_READ = 1,
	O_WRITE = 2,
	O_CREATE = 0x100,
	O_NEW = 0x300,      /* create or truncate */
	O_TRUNCATE = 0x400, /* of the POSIX library */
};

/* Flags of an opened object. */
#define FLAGS_SEEKABLE 0x00000020u
#define FLAGS_INTERACTIVE 0x00010000u
#define FLAGS_CLOSEABLE 0x20000000u

/* Access matrices of directories and files. */
#define MATRIX_DIRECTORY 0x21134BC7u
#define MATRIX_FILE 0x010343C3u

/* The console's local attributes, flags in one byte of all its attributes. */
enum {
	LOCAL = 12,     /* offset in the attributes of the byte with these flags */
	LOCAL_ECHO = 4, /* typed lines are shown */
	LOCAL_RAW = 8,  /* keys are passed on one by one */
};

/* Flags of a message's header. */
enum { PRESERVE = 0x40 }; /* more messages to the same port follow */

/* Results of Read, in the lowest four bits; above them the messages are counted. */
enum {
	READ_MORE = 0,
	READ_END_OF_DATA = 1,
	READ_END_OF_FILE = 2,
	READ_STEP = 16, /* added for each further message */
};

/* Results of Write. */
enum {
	WRITE_DONE = 0,
	WRITE_SIZES = 1, /* the data may come, in messages of these sizes */
};

#endif
