# make install.

BIN   = $(DESTDIR)$(PREFIX)/bin
LIB   = $(DESTDIR)$(PREFIX)/lib/trellis
SHARE = $(DESTDIR)$(PREFIX)/share

# Programs look for what is the nodes' in ../lib/trellis.
install: all
	install -D -t $(BIN) $B/trellis $(filter %/trellis-cc,$(COMPILER)) $(VIEWER)
	for n in $(NAMES); do ln -sf trellis $(BIN)/$$n || exit 1; done
	install -D -m 644 -t $(SHARE)/man/man1 docs/man/*.1
	install -D -m 644 -t $(SHARE)/man/man5 docs/man/*.5
	install -D -m 644 -t $(SHARE)/doc/trellis README.md LICENSE
	find docs -type f ! -path '*/man/*' | \
		xargs -I{} install -D -m 644 {} $(SHARE)/doc/trellis/{}
	[ -z "$(COMPILER)" ] || find $B/node -type f ! -path '*obj/*' -printf '%P\n' | \
		xargs -I{} install -D -m 644 $B/node/{} $(LIB)/{}
	find programs -type f ! -path '*/bench/*' ! -name demo | \
		xargs -I{} install -D -m 644 {} $(SHARE)/trellis/{}
	install -m 644 $(BOOT) $(SHARE)/trellis/programs
	[ -z "$(MESSAGES)" ] || install -m 644 $(MESSAGES) $(SHARE)/trellis/programs/messages
