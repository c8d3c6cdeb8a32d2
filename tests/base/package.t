#!/bin/bash
# The Debian package: built from the source archive, without complaint of lintian, and what is in it
# works where it is unpacked. Takes a whole build; with LONG only.
. tests/tap.sh
if [ -z "$LONG" ] || ! command -v dh lintian > /dev/null; then
	echo "1..0 # SKIP needs LONG=1, debhelper and lintian"
	exit
fi
git clone -q . "$tmp/source" && make -s -C "$tmp/source" deb > "$tmp/log" 2>&1
status=$?
tail -40 "$tmp/log" > "$tmp/diff"
result $status "make deb"
deb=$(ls "$tmp"/source/build/deb/trellis_*_*.deb)
lintian --allow-root --fail-on error,warning "$tmp"/source/build/deb/*.changes > "$tmp/diff" 2>&1
result $? "lintian"
dpkg-deb -x "$deb" "$tmp/root"
is "its version" "$(dpkg-deb -f "$deb" Version)" "$("$tmp/root/usr/bin/trellis" --version | cut -d ' ' -f 2)"
mkdir "$tmp/empty" && cd "$tmp/empty" || exit
PATH=$tmp/root/usr/bin:$PATH
is "trellis new, trellis run" "$(trellis new primes 2>&1 > /dev/null; cd primes &&
	trellis run -n 4 primes.vms 2>&1 | grep -c '^fingerprint')" 1
echo "1..$n"
