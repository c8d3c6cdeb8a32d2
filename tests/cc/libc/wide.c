/*
 * wchar.h, wctype.h, uchar.h: wide characters are bytes; strings, numbers, input and output, and
 * conversions.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <uchar.h>
#include <wchar.h>
#include <wctype.h>

static int
formatted(wchar_t *s, size_t n, const wchar_t *format, ...)
{
	va_list ap;
	int length;

	va_start(ap, format);
	length = vswprintf(s, n, format, ap);
	va_end(ap);
	return length;
}

static int
both_ways(const wchar_t *s, const wchar_t *format, ...)
{
	va_list ap;
	int n;

	va_start(ap, format);
	n = vswscanf(s, format, ap);
	va_end(ap);
	return n;
}

static void
out(const wchar_t *format, ...)
{
	va_list ap;

	va_start(ap, format);
	vwprintf(format, ap);
	va_end(ap);
	va_start(ap, format);
	vfwprintf(stdout, format, ap);
	va_end(ap);
}

static int
in(FILE *f, const wchar_t *format, ...)
{
	va_list ap;
	int n;

	va_start(ap, format);
	n = vfwscanf(f, format, ap);
	va_end(ap);
	return n;
}

static void
strings(void)
{
	wchar_t a[32], *save, *end;

	wcscpy(a, L"one");
	wcscat(a, L" two");
	wcsncat(a, L" three four", 6);
	wprintf(L"%ls %d %d\n", a, (int)wcslen(a), wcscmp(a, L"one") > 0);
	wcsncpy(a + 20, L"zzz", 4);
	wprintf(L"%ls %ls %ls %ls\n", wcschr(a, L't'), wcsrchr(a, L't'), wcsstr(a, L"wo"), wcspbrk(a, L"xw"));
	wprintf(L"%d %d %d %d\n", (int)wcsspn(a, L"eno"), (int)wcscspn(a, L" "), wcsncmp(a, L"onx", 2), wcscoll(a, a));
	wprintf(L"%ls\n", wcstok(a, L" ", &save));
	wprintf(L"%ls %d\n", wcstok(NULL, L" ", &save), (int)wcsxfrm(NULL, L"abc", 0));
	wmemset(a, L'x', 5);
	wmemcpy(a + 5, L"yz", 3);
	wmemmove(a + 1, a + 4, 4);
	wprintf(L"%ls %d %d\n", a, wmemcmp(a, L"xxyz", 4), (int)(wmemchr(a, L'z', 9) - a));
	wprintf(L"%g %g %g ", wcstod(L"2.5x", &end), wcstof(L"0x10", NULL), (double)wcstold(L"-1e3", NULL));
	wprintf(L"%ls %ld %lld %lu %llu\n", end, wcstol(L"-12", NULL, 10), wcstoll(L"777", NULL, 8), wcstoul(L"ff", NULL, 16),
		wcstoull(L"9", NULL, 0));
	wprintf(L"%lld %llu\n", (long long)wcstoimax(L"-20", NULL, 3), (unsigned long long)wcstoumax(L"0x1F", NULL, 0));
}

static void
characters(void)
{
	wctype_t digit = wctype("digit");

	printf("%d%d%d%d%d%d%d%d%d%d%d%d\n", iswalnum('1') != 0, iswalpha('1') != 0, iswblank(' ') != 0, iswcntrl('\n') != 0,
		iswdigit('5') != 0, iswgraph(' ') != 0, iswlower('a') != 0, iswprint('a') != 0, iswpunct('.') != 0, iswspace(' ') != 0,
		iswupper('a') != 0, iswxdigit('f') != 0);
	printf("%c%c %d %d %d %c\n", towlower('A'), towupper('b'), iswctype('7', digit) != 0, iswctype('x', digit) != 0,
		wctype("nothing") == NULL, towctrans('q', wctrans("toupper")));
}

static void
conversions(void)
{
	const char *from = "text";
	const wchar_t *back;
	wchar_t w, to[8];
	char c, bytes[8];
	char16_t c16;
	char32_t c32;
	mbstate_t state = {0};

	printf("%d %d %d %d\n", btowc('a'), btowc(EOF) == WEOF, wctob('b'), mbsinit(&state));
	printf("%d %d %d %d\n", (int)mbrlen("x", 1, &state), (int)mbrtowc(&w, "y", 1, &state), w, (int)mbrtowc(&w, "y", 0, &state));
	printf("%d %c\n", (int)wcrtomb(&c, L'k', &state), c);
	printf("%d %s %d\n", (int)mbsrtowcs(to, &from, 8, &state), (char *)to, from == NULL);
	back = to;
	printf("%d %d\n", (int)wcsrtombs(bytes, &back, 2, &state), (int)(back - to));
	printf("%d %d %d %d\n", (int)mbrtoc16(&c16, "\xE4", 1, &state), c16, (int)c16rtomb(&c, 0xE4, &state), c);
	printf("%d %d\n", (int)mbrtoc32(&c32, "z", 1, &state), (int)c32);
	errno = 0;
	printf("%d %d\n", (int)c32rtomb(&c, 0x20AC, &state), errno == EILSEQ);
}

static void
streams(void)
{
	FILE *f = fopen("wide.txt", "w+");
	wchar_t line[20], word[20];
	int n = 0, m = 0;

	fwprintf(f, L"%d %ls\n", 12, L"lines");
	fputws(L"second", f);
	fputwc(L'!', f);
	putwc(L'\n', f);
	rewind(f);
	printf("%d %d ", fwscanf(f, L"%d", &n), n);
	printf("%c", getwc(f));
	ungetwc('[', f);
	printf("%c", fgetwc(f));
	printf("%s", (char *)fgetws(line, 20, f));
	printf("%d %s %d\n", in(f, L"%ls", word), (char *)word, getwc(f));
	printf("%d %d %d\n", fwide(f, 1) > 0, fwide(f, -1) > 0, fgetwc(f) == WEOF);
	fclose(f);
	remove("wide.txt");
	printf("%d ", swscanf(L"7 8", L"%d %d", &n, &m));
	printf("%d %d %d\n", n, m, both_ways(L"5", L"%d", &n));
	putwchar(L'>');
	out(L"%ls.", L"twice");
	putwchar(L'\n');
}

int
main(void)
{
	struct tm tm = {.tm_year = 96, .tm_mday = 1};
	wchar_t s[10];
	int (*get_wide)(void) = getwchar;
	int (*scan)(const wchar_t *restrict, ...) = wscanf;
	int (*scan_list)(const wchar_t *restrict, va_list) = vwscanf;

	strings();
	characters();
	conversions();
	streams();
	printf("%d %d\n", swprintf(s, 10, L"%d", 12345), formatted(s, 4, L"%d", 12345));
	printf("%d %s\n", (int)wcsftime(s, 10, L"%Y", &tm), (char *)s);
	printf("%d %d\n", get_wide() == WEOF, scan(L"%d", (int *)0));
	return scan_list == NULL;
}
