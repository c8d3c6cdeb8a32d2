# Trellis. `make deps` installs the Debian packages, `make` builds build/trellis.

CC      = gcc
CFLAGS  = -O2 -g
WARN    = -Wall -Wextra -Wno-sign-compare -Wno-missing-field-initializers
HOST    = $(CC) -std=gnu11 $(WARN) $(CFLAGS) -I. -I$B -ffp-contract=off -MMD -MP
LIBS    = -lelf -ljansson -lm
PREFIX  = /usr/local
B       = build

PACKAGES = gcc make libelf-dev libjansson-dev libxxhash-dev libcmocka-dev perl python3 binutils \
           clang llvm-dev libclang-rt-14-dev man-db

SRC  = $(filter-out sim/ops.c sim/fpu.c,$(wildcard base/*.c sim/*.c cc/*.c detrek/*.c))
OBJ  = $(SRC:%.c=$B/host/%.o)
UNIT = $(patsubst tests/%.c,$B/tests/%,$(filter-out tests/fuzz/%,$(wildcard tests/*/*.c)))
FUZZ = $(patsubst tests/fuzz/%.c,$B/fuzz/%,$(wildcard tests/fuzz/*.c))

all: $B/trellis

$B/trellis: $B/host/trellis.o $B/libtrellis.a
	$(CC) $(CFLAGS) $^ $(LIBS) -o $@

$B/libtrellis.a: $(OBJ)
	rm -f $@
	ar rcs $@ $^

$B/host/%.o: %.c
	@mkdir -p $(@D)
	$(HOST) -c $< -o $@

# The instruction table: the heads of the instruction blocks, wherever the set is needed.
$B/isa.tab: sim/ops.c sim/fpu.c
	@mkdir -p $(@D)
	sed -nE '/^(DIRECT|OPER|FPOPER|FPENTRY)\(/p' $^ > $@
$(OBJ): | $B/isa.tab

# Unit tests: a program each, TAP by cmocka.
$B/tests/%: tests/%.c $B/libtrellis.a
	@mkdir -p $(@D)
	$(HOST) $< $B/libtrellis.a $(LIBS) -lcmocka -o $@

# Fuzz targets: clang's fuzzer with the sanitizers, all sources built again for them.
$B/fuzz/%: tests/fuzz/%.c $(SRC) $B/isa.tab
	@mkdir -p $(@D)
	clang -std=gnu11 -O1 -g -I. -I$B -ffp-contract=off -w \
		-fsanitize=fuzzer,address,undefined -fno-sanitize-recover=undefined \
		$< $(SRC) $(LIBS) -o $@

check: all $(UNIT)
	tests/run

clean:
	rm -rf $B

deps:
	apt-get update
	apt-get install -y --no-install-recommends $(PACKAGES)

install: all
	install -D $B/trellis $(DESTDIR)$(PREFIX)/bin/trellis
	install -d $(DESTDIR)$(PREFIX)/share/man/man1
	install -m 644 docs/man/*.1 $(DESTDIR)$(PREFIX)/share/man/man1

.PHONY: all check clean deps install
-include $(OBJ:.o=.d) $B/host/trellis.d
