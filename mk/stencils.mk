# The translator's stencils: instruction blocks as host code, with holes (sim/cpu/stencils.c).
STENCIL_CFLAGS = -O2 -fno-pic -mcmodel=small -fomit-frame-pointer -fno-asynchronous-unwind-tables \
                 -fno-stack-protector -fcf-protection=none -fno-jump-tables -fno-vectorize \
                 -fno-slp-vectorize -mno-red-zone -ffunction-sections -falign-functions=1 \
                 $(WARN) -Wno-unused-parameter -Wno-uninitialized

# Holes are numbers of 32 bits: clang is told between two steps that their addresses are.
$B/stencils.o: $(STENCIL_SRC) mk/stencils.awk | $B/isa.tab $B/isa.codes
	$(STENCIL_CC) $(BASE) $(STENCIL_CFLAGS) -MT $@ -S -emit-llvm $< -o $B/stencils.ll
	sed -e '/^@hole_.*external/s/$$/, !absolute_symbol !9999/' -e 's/x86_regcallcc/ghccc/' \
		-e '$$a!9999 = !{i64 0, i64 4294967296}' $B/stencils.ll > $B/stencils.holes.ll
	$(STENCIL_CC) $(STENCIL_CFLAGS) -S $B/stencils.holes.ll -o $B/stencils.s
	awk -f mk/stencils.awk $B/stencils.s > $B/stencils.parts.s
	$(STENCIL_CC) -c $B/stencils.parts.s -o $@

$B/stencils: mk/stencils.c
	$(HOST) $< -lelf -o $@

$B/stencils.tab: $B/stencils.o $B/stencils
	$B/stencils $< > $@

EMIT = $B/host/sim/cpu/translate_emit.o $B/san/sim/cpu/translate_emit.o
$(EMIT): $(STENCILS)
$(EMIT): private BASE += $(if $(STENCILS),-DHAVE_STENCILS)
