# The translator's stencils: instruction blocks as host code, with holes (sim/cpu/stencils.c).
STENCIL_CFLAGS = -O2 -fno-pic -fomit-frame-pointer -fno-asynchronous-unwind-tables \
                 -fno-stack-protector -fno-jump-tables -fno-vectorize -fno-slp-vectorize \
                 -ffunction-sections $(STENCIL_HOST_CFLAGS) \
                 $(WARN) -Wno-unused-parameter -Wno-uninitialized
STENCIL_AWK = mk/stencils.awk mk/stencils_$(MACHINE).awk

# Two steps: on x86-64 clang is told between them that addresses of holes are numbers of 32 bits.
$B/stencils.o: $(STENCIL_SRC) $(STENCIL_AWK) | $B/isa.tab $B/isa.codes
	$(call say,cc)
	$(STENCIL_CC) $(BASE) $(STENCIL_CFLAGS) -MT $@ -S -emit-llvm $< -o $B/stencils.ll
	sed -e '/^@hole_.*external/s/$$/, !absolute_symbol !9999/' -e 's/x86_regcallcc/ghccc/' \
		-e '$$a!9999 = !{i64 0, i64 4294967296}' $B/stencils.ll > $B/stencils.holes.ll
	$(STENCIL_CC) $(STENCIL_CFLAGS) -S $B/stencils.holes.ll -o $B/stencils.s
	awk $(STENCIL_AWK:%=-f %) $B/stencils.s > $B/stencils.parts.s
	$(STENCIL_CC) -c $B/stencils.parts.s -o $@

# It runs where Trellis is built. stencils.d is the list of the headers of stencils.o.
$B/stencils: mk/stencils.c
	@mkdir -p $(@D)
	cc $(BASE) -MF $@-tool.d $(WARN) $(CFLAGS) $< -lelf -o $@

$B/stencils.tab: $B/stencils.o $B/stencils
	$B/stencils $< > $@

EMIT = $B/host/sim/cpu/translate_emit.o $B/san/sim/cpu/translate_emit.o
$(EMIT): $(STENCILS)
$(EMIT): private BASE += $(if $(STENCILS),-DHAVE_STENCILS)
