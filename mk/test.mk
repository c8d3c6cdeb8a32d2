# Tests: as they are, with sanitizers, and fuzz targets.

# Unit tests: a program each, TAP by cmocka; once as they are and once with sanitizers.
$B/tests/%: tests/%.c $B/libtrellis.a
	$(call say,test)
	@mkdir -p $(@D)
	$(HOST) $< $B/libtrellis.a $(LIBS) -lcmocka -o $@

# Those of the window, with its objects; WORM is what they look at.
WORM     = $B/programs/worm.btl
WINDOW   = -DWORM='"$(WORM)"' $(SDL_CFLAGS)
WINDOW_T = tests/sim/window/%
$B/$(WINDOW_T): $(WINDOW_T).c $(VIEW_SRC:%.c=$B/host/%.o) $B/libtrellis.a $(WORM)
	$(call say,test)
	@mkdir -p $(@D)
	$(HOST) $(WINDOW) $(filter %.c %.o %.a,$^) $(SDL_LIBS) $(LIBS) -lcmocka -o $@

$B/san/$(WINDOW_T): $(WINDOW_T).c $(VIEW_SRC:%.c=$B/san/%.o) $B/san/libtrellis.a $(WORM)
	$(call say,test)
	@mkdir -p $(@D)
	$(SAN) $(WINDOW) $(filter %.c %.o %.a,$^) $(SDL_LIBS) $(LIBS) -lcmocka -o $@

$B/san/%.o: %.c
	$(call say,san)
	@mkdir -p $(@D)
	$(SAN) -fsanitize=fuzzer-no-link -c $< -o $@

$B/san/libtrellis.a: $(SRC:%.c=$B/san/%.o)
	$(call say,ar)
	rm -f $@
	ar qcs $@ $^

$B/san/trellis: $B/san/trellis.o $B/san/libtrellis.a
	$(call say,link)
	$(SAN) $^ $(LIBS) -o $@

$B/san/tests/%: tests/%.c $B/san/libtrellis.a
	$(call say,test)
	@mkdir -p $(@D)
	$(SAN) $< $B/san/libtrellis.a $(LIBS) -lcmocka -o $@

$B/fuzz/%: tests/fuzz/%.c $B/san/libtrellis.a
	$(call say,fuzz)
	@mkdir -p $(@D)
	$(SAN) -fsanitize=fuzzer $< $B/san/libtrellis.a $(LIBS) -o $@

TESTS = $(UNIT:%=$B/tests/%) $(UNIT:%=$B/san/tests/%) $(FUZZ:%=$B/fuzz/%)
check: all $B/san/trellis $(TESTS)
	tests/run $B

# Without those that take long, and only these.
SLOW = $(addprefix $B/,$(shell sed 's/.* //' tests/slow))
check-quick: all $B/san/trellis $(filter-out $(SLOW),$(TESTS))
	tests/run --quick $B

check-rest: all $B/san/trellis $(filter $(SLOW),$(TESTS))
	tests/run --rest $B

# One test, its output as it is: make test T=sim/link/link, T=sim/window/window (unit tests),
# T=command/worm (a script).
TEST := $(wildcard tests/$T.c tests/$T.t)
# The unit tests that a script runs.
RUNS = $(shell sed -nE 's,.*build:-build\}/(tests/[a-z_/]+[a-z]).*,\1,p' \
	$(filter %.t,$(TEST)) </dev/null)
test: all $(patsubst %.c,$B/%,$(filter %.c,$(TEST))) $(RUNS:%=$B/%)
	$(if $(TEST),,$(error there is no tests/$T.c or tests/$T.t; give a test as T=sim/link/link))
	tests/run --one $B $(patsubst tests/%.c,$B/tests/%,$(TEST))

# What threads execute together, with ThreadSanitizer; translated code and all other files as they
# are.
TSAN_SRC = $(filter sim/cpu/% sim/link/% sim/network/%,$(SRC))
TSAN_T   = sim/network/network sim/network/threads
$(TSAN_SRC:%.c=$B/tsan/%.o): $B/tsan/%.o: %.c | $B/isa.tab $B/isa.codes
	$(call say,cc)
	@mkdir -p $(@D)
	$(HOST) -fsanitize=thread -DFEW=2 -c $< -o $@

$B/tsan/tests/%: tests/%.c $(TSAN_SRC:%.c=$B/tsan/%.o) $B/libtrellis.a
	$(call say,test)
	@mkdir -p $(@D)
	$(HOST) -fsanitize=thread $^ $(LIBS) -lcmocka -o $@

# Every fuzz target for ten minutes, and what else takes long.
check-long: all $B/san/trellis $(TESTS) $(TSAN_T:%=$B/tsan/tests/%)
	tests/run --long $B
