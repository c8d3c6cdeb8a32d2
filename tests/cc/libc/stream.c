/* Files: fopen freopen fclose fflush fread fwrite fgetc getc fputc putc fgets fputs ungetc fseek ftell rewind fgetpos fsetpos feof ferror clearerr flockfile ftrylockfile funlockfile getc_unlocked getchar_unlocked putc_unlocked putchar_unlocked setvbuf setbuf remove rename tmpfile tmpnam */
#include <stdio.h>
#include <string.h>

static char block[3000];

static void
writing(void)
{
	FILE *f = fopen("one.tmp", "w");
	int good = 0;

	for (int i = 0; i < 3000; i++)
		block[i] = i * 7;
	good += fputc('a', f) == 'a';
	good += putc('\n', f) == '\n';
	good += fputs("a line\n", f) >= 0;
	good += fprintf(f, "%d\n", 17) == 3;
	good += fwrite(block, 3, 1000, f) == 1000;
	good += ftell(f) == 2 + 7 + 3 + 3000;
	good += fflush(f) == 0;
	good += fgetc(f) == EOF && ferror(f);
	clearerr(f);
	good += !ferror(f);
	good += fclose(f) == 0;
	printf("%d of 10\n", good);
}

static void
reading(void)
{
	static char got[3000];
	char line[20];
	fpos_t at;
	FILE *f = fopen("one.tmp", "r");
	int n = 0;

	printf("%c", fgetc(f));
	printf("%c", getc(f));
	printf("%d ", fgetpos(f, &at));
	printf("%s", fgets(line, sizeof line, f));
	printf("%d ", fscanf(f, "%d\n", &n));
	printf("%d %ld\n", n, (long)ftell(f));
	printf("%d ", ungetc('!', f));
	printf("%d ", fgetc(f));
	printf("%d\n", (int)fread(got, 1, 5000, f));
	printf("%d %d\n", feof(f) != 0, fgetc(f) == EOF);
	printf("%d ", fsetpos(f, &at));
	printf("%s", fgets(line, 4, f));
	printf("|%s", fgets(line, sizeof line, f));
	rewind(f);
	printf("%d ", fseek(f, 12, SEEK_SET));
	printf("%d ", (int)fread(got, 100, 31, f));
	printf("%d\n", memcmp(got, block, 3000));
	printf("%d ", fseek(f, -1, SEEK_END));
	printf("%d ", fgetc(f) == (unsigned char)block[2999]);
	printf("%d ", fseek(f, -3, SEEK_CUR));
	printf("%d ", fgetc(f) == (unsigned char)block[2997]);
	printf("%d\n", fputc('x', f));
	fclose(f);
}

static void
updating(void)
{
	char line[20];
	FILE *f = fopen("one.tmp", "r+");

	fgetc(f);
	fseek(f, 0, SEEK_CUR);
	fputs("[]", f);
	rewind(f);
	printf("%s", fgets(line, sizeof line, f));
	f = freopen("one.tmp", "a", f);
	fputs("end", f);
	fclose(f);
	f = fopen("one.tmp", "rb");
	fseek(f, 0, SEEK_END);
	printf(" %ld\n", (long)ftell(f));
	fclose(f);
}

static void
buffers(void)
{
	static char own[BUFSIZ];
	char line[20];
	FILE *f = fopen("two.tmp", "w+");

	printf("%d ", setvbuf(f, own, _IOFBF, 5));
	fputs("0123456789", f);
	printf("%.5s ", own);
	rewind(f);
	printf("%s\n", fgets(line, sizeof line, f));
	fclose(f);
	f = fopen("two.tmp", "r");
	setbuf(f, NULL);
	printf("%cx", fgetc(f));
	printf("%s\n", fgets(line, sizeof line, f));
	fclose(f);
}

static void
names(void)
{
	char name[L_tmpnam], line[20] = "";
	FILE *f;

	printf("%d ", rename("two.tmp", "three.tmp"));
	printf("%d ", fopen("two.tmp", "r") == NULL);
	printf("%d ", remove("three.tmp"));
	printf("%d ", remove("three.tmp") != 0);
	printf("%d\n", remove("one.tmp"));
	f = tmpfile();
	fputs("temporary\n", f);
	rewind(f);
	printf("%s", fgets(line, sizeof line, f));
	fclose(f);
	flockfile(stdout);
	printf("%d ", ftrylockfile(stdout));
	putc_unlocked('u', stdout);
	putchar_unlocked('n');
	printf("%d %d ", getc_unlocked(stdin), getchar_unlocked());
	funlockfile(stdout);
	funlockfile(stdout);
	printf("%d ", tmpnam(name) == name && *name);
	printf("%d\n", fopen(name, "r") == NULL);
}

int
main(void)
{
	writing();
	reading();
	updating();
	buffers();
	names();
	return 0;
}
