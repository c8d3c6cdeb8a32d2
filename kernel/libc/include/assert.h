/*
 * assert.h - assert; may be included again after another NDEBUG.
 */
#undef assert
#ifdef NDEBUG
#define assert(e) ((void)0)
#else
#define assert(e) ((e) ? (void)0 : __assert_failed(#e, __FILE__, __LINE__, __func__))
#endif

#define static_assert _Static_assert

__attribute__((__noreturn__)) void __assert_failed(const char *expression, const char *file,
	int line, const char *function);
