#!/bin/bash
# A host reaches the machine by the datagrams of INMOS's UDP-LINK: it resets, boots and analyses it, and is answered by the
# program; hosts come and go; the run is repeated from its recording. With T4, a copy of the public repository pahihu/t4, which
# has the source of INMOS's iserver, that iserver is the host; it needs a compiler that makes programs of 32 bits.
. tests/tap.sh
export TRELLIS_RECORD=none
. tests/command/echo.sh

# serve PORT OPTION...: a machine that waits for hosts. quit: end it, and keep its fingerprint in $end.
serve() {
	local port=$1
	shift
	timeout -s KILL 100 "$TRELLIS" boot --hash --link h.0=udp:"$port" "$@" 2>"$tmp/err" &
	machine=$!
	until grep -q 'can connect themselves' "$tmp/err"; do sleep 0.02; done
}
quit() {
	pkill -INT -P "$machine" || kill -INT "$machine"
	wait "$machine"
	end=$(grep -E '^(fingerprint|state)' "$tmp/err")
}
port=$(python3 -c "import socket
s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
s.bind(('127.0.0.1', 0))
print(s.getsockname()[1])")
ask() {
	timeout -s KILL 60 python3 tests/command/udp.py "$port" "$@" 2>&1
}

serve "$port" --record "$tmp/live.rec"
is "boot and talk" "$(ask open reset write "$tmp/echo.btl" say hal read 3 error test close)" "open ok
reset ok
ibm
error 0
test ok
close ok"
is "a second host, after a reset" "$(ask open reset write "$tmp/echo.btl" twice say HAL read 3 from test open)" "open ok
reset ok
IBM
test refused
open refused"
quit
is "the recording needs no host" "$("$TRELLIS" replay --hash "$tmp/live.rec" 2>&1 | grep -E '^(fingerprint|state)')" "$end"
grep -q "^link h.0: hosts can connect themselves at UDP port $port\$" "$tmp/err"
result $? "the port is named"

# A program sets Error and stops; the host sees the flag, and reads a word of the program after Analyse.
cat >"$tmp/fails.s" <<'END'
	ajw	20
	mint
	sthf
	mint
	stlf
	ldc	0x1234567
	mint
	stnl	100		# a word at 0x80000190
	seterr
	stopp
END
"$TRELLIS" as --raw -o "$tmp/fails.btl" "$tmp/fails.s"
serve "$port"
is "Error and Analyse" "$(ask open reset write "$tmp/fails.btl" test error analyse peek 0x80000190 1 close)" "open ok
reset ok
test ok
error 1
analyse ok
01234567
close ok"
quit

# Bytes that come when the machine is idle: the run depends on them alone.
serve "$port" --link-input idle
is "when the machine is idle" "$(ask open reset write "$tmp/echo.btl" say abcdefgh read 8 close)" "open ok
reset ok
bcdefghi
close ok"
quit
first=$end
serve "$port" --link-input idle --slices 3
ask open twice reset write "$tmp/echo.btl" say abcdefgh read 8 close >"$tmp/out"
quit
is "the same run" "$end" "$first"

expect "a wrong port" 2 "$TRELLIS" boot --link h.0=udp:0 <<'END'
trellis: --link udp 0: expected a number from 1 to 65535
END
python3 -c "import socket, time
s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
s.bind(('127.0.0.1', $port))
open('$tmp/taken', 'w')
time.sleep(60)" &
until [ -f "$tmp/taken" ]; do sleep 0.02; done
expect "a port that is not free" 2 "$TRELLIS" boot --link "h.0=udp:$port" <<END
trellis: --link h.0: cannot wait for datagrams at udp:$port: Address already in use
END
kill %%

# INMOS's own iserver.
toolset=$T4/itools/d7205/d7205a.tar.gz
[ -f "$toolset" ] || { echo "1..$n"; exit; }
tar -xzf "$toolset" -C "$tmp" d7205/source/iserver
for f in "$tmp"/d7205/source/iserver/*.[ch]; do tr -d '\r' <"$f" >"$tmp/${f##*/}"; done
compile() {
	local file=$1
	shift
	gcc -m32 -std=gnu89 -w -fcommon -include errno.h -include string.h -include unistd.h "$@" -c "$tmp/$file.c" -o "$tmp/$file.o"
}
sed -i "s/HOSTLINK_PORT 5002/HOSTLINK_PORT $port/" "$tmp/udplink.h"
if ! { compile iserver -DSUN && compile serverc -DSUN && compile filec -DSUN && compile udplink -DSUN -DPRIVATE= &&
	compile hostc -DSUN -DUDP=5 -DBOARD_ID=5 -include termio.h &&
	gcc -m32 -o "$tmp/iserver" "$tmp"/{iserver,serverc,filec,udplink,hostc}.o; } 2>"$tmp/gcc"; then
	echo "ok $((++n)) - INMOS's iserver # SKIP no compiler for 32 bits (gcc-multilib)"
	echo "1..$n"
	exit
fi
serve "$port" --record "$tmp/live.rec"
for i in 1 2; do
	is "INMOS's iserver, run $i" "$(timeout -s KILL 20 "$tmp/iserver" -se -sl 127.0.0.1 -sb build/programs/hello.btl 2>&1)" \
		"Booting root transputer...ok
Hello from a T800, booted over its link 0."
done
quit
is "its recording" "$("$TRELLIS" replay --hash "$tmp/live.rec" 2>&1 | grep -E '^(fingerprint|state)')" "$end"
echo "1..$n"
