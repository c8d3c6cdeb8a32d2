#!/bin/bash
# Helios on one node and on four that it boots itself: the same session each time, and from its recording. HELIOS names the
# archive, HELIOS11.zip.
. tests/tap.sh
archive=$HELIOS
if ! [ -r "$archive" ] || ! command -v unzip >/dev/null; then
	echo "1..0 # SKIP no Helios 1.1: HELIOS names its archive"
	exit 0
fi
cat >"$tmp/four.topo" <<'END'
topology four
node n[0-3] type=T800 mem=2M unmapped=float
host h
wire h.0 n0.0
wire n0.1 n1.0
wire n0.2 n2.0
wire n1.1 n3.0
end
END
cat >"$tmp/script" <<'END'
root
/helios/lib/rboot 1 /00 /01
/helios/lib/rboot 2 /00 /02
remote 01 /helios/lib/rboot 1 /01 /03
remote 01 ps
remote 02 ps
remote 03 /helios/example/hello
remote 02 /helios/bin/wc /helios/example/hello.c
cp /helios/example/hello.c /03/ram/x; cat /03/ram/x
ls /03/ram
cd /helios/example
c hello.c -o /helios/users/root/h
/helios/users/root/h
cat missing
END
# session OPTION...: what the console shows; fingerprint and hash in $tmp/end. The directory is new each time, with the files
# of $tmp/etc.
mkdir "$tmp/etc"
session() {
	rm -rf "$tmp/HELIOS11"
	unzip -qo "$archive" -d "$tmp" && mkdir -p "$tmp/HELIOS11/users/root"
	cp -r "$tmp/etc/." "$tmp/HELIOS11/ETC"
	TRELLIS_RECORD=none "$TRELLIS" boot --helios "$tmp/HELIOS11" -t "$tmp/four.topo" --hash "$@" <"$tmp/script" 2>"$tmp/end" |
		grep -v '^[[:space:]]*$'
}
wanted='login: root
		     Welcome to the Helios Operating System
% /helios/lib/rboot 1 /00 /01
% /helios/lib/rboot 2 /00 /02
% remote 01 /helios/lib/rboot 1 /01 /03
% remote 01 ps
   01 : ProcMan.0           Loader.1            ps.3
   00 : ProcMan.0           Loader.1            shell.4
	remote.8
% remote 02 ps
   02 : ProcMan.0           Loader.1            ps.2
   00 : ProcMan.0           Loader.1            shell.4
	remote.9
% remote 03 /helios/example/hello
Hello world
% remote 02 /helios/bin/wc /helios/example/hello.c
      7     10     81 /helios/example/hello.c
% cp /helios/example/hello.c /03/ram/x; cat /03/ram/x
#include <stdio.h>
int main()
{
  printf("Hello world\n");
  return 0;
}
% ls /03/ram
x                  
% cd /helios/example
% c hello.c -o /helios/users/root/h
Helios C 1.14 13/4/89
(c) Copyright 1988,1989 Perihelion Software Ltd.
All rights reserved.
hello.c: 0 warnings, 0 errors, 0 serious errors.
% /helios/users/root/h
Hello world
% cat missing
cat: Can'"'"'t find '"'"'missing'"'"'
% '
is "four nodes" "$(session --record "$tmp/four.rec")" "$wanted"
end=$(cat "$tmp/end")
"$TRELLIS" replay --hash "$tmp/four.rec" >"$tmp/replayed" 2>&1
is "its recording" "$(grep -E '^(fingerprint|state)' "$tmp/replayed")" "$end"
for option in "--slices 7" "--threads 3"; do
	# shellcheck disable=SC2086
	is "with $option" "$(session $option)" "$wanted"
	is "the same run" "$(cat "$tmp/end")" "$end"
done
[ -s "$tmp/HELIOS11/users/root/h" ]
result $? "the compiled program is a file"

# Helios's network server boots the nodes; a task force runs on two of them.
cat >"$tmp/etc/FOUR.RM" <<'END'
subnet /Cluster {
	terminal 00 { ~IO, ~01, ~02, ; HELIOS; }
	terminal 01 { ~00, ~03, , ; HELIOS; }
	terminal 02 { ~00, , , ; HELIOS; }
	terminal 03 { ~01, , , ; HELIOS; }
	terminal IO { ~00; IO; }
}
END
cat >"$tmp/etc/PIPE.CDL" <<'END'
component first {
	code /helios/bin/cat;
	puid /Cluster/02;
}
component second {
	code /helios/bin/wc;
	puid /Cluster/03;
}
first /helios/example/hello.c | second
END
printf '%s\n' root 'cd /helios/etc' 'rmgen -o four.map four.rm' 'startns four.map' date date 'cdl pipe.cdl' \
	'remote 03 /helios/example/hello' 'ls /Cluster' >"$tmp/script"
session --record "$tmp/server.rec" >"$tmp/said"
end=$(grep -E "^(fingerprint|state)" "$tmp/end")
is "nodes booted by the network server" "$(grep -c '^Node  /Cluster/0[123]   booted' "$tmp/said")" 3
is "a task force on two nodes" "$(sed -n '/cdl pipe/,/% date/p' "$tmp/said" | grep -E '^ +[0-9]')" "      7     10     81"
is "its nodes" "$(grep -A 1 'ls /Cluster' "$tmp/said" | tail -1 | xargs)" "00 01 02 03"
is "its recording" "$("$TRELLIS" replay --hash "$tmp/server.rec" 2>&1 | grep -E '^(fingerprint|state)')" "$end"

# A window of its own: the shell that wsh starts there answers at a pseudo terminal.
cat >"$tmp/windows.py" <<'END'
import os, pty, re, select, subprocess, sys, time

terminal, other = pty.openpty()
run = subprocess.Popen([sys.argv[1], 'boot', '--helios', sys.argv[2], '--helios-windows', '--type', 'login: =root\\r',
                        '--type', '% =wsh\\r', '--type', '% =ls /window\\r', '--record', sys.argv[3], '--hash', '--realtime=20'],
                       stdin=other, stdout=other, stderr=subprocess.PIPE)
heard = {terminal: b'', run.stderr.fileno(): b''}
window, step, keys = None, 0, [b'echo here\r', b'ls /helios/example\r', b'exit\r']
until = time.time() + 60
while time.time() < until and step <= len(keys):
    for fd in select.select(list(heard), [], [], 0.1)[0]:
        heard[fd] += os.read(fd, 4000)
    found = re.search(rb'window (\S+): (\S+)\n', heard[run.stderr.fileno()])
    if found and window is None:
        window = os.open(found.group(2), os.O_RDWR | os.O_NOCTTY)
        heard[window] = b''
    if window is not None and heard[window].count(b'% ') == step + 1:
        step += 1
        if step <= len(keys):
            os.write(window, keys[step - 1])
    if step == len(keys) and heard[window].count(b'% ') == step:
        break
run.send_signal(2)
errors = run.stderr.read()
text = heard[window].decode('latin-1').replace('\r', '') if window is not None else ''
print(found.group(1).decode() if found else 'no window', '|', 'here\n' in text, 'hello.c' in text, 'Shell' in heard[terminal].decode('latin-1'))
print('\n'.join(l for l in (heard[run.stderr.fileno()] + errors).decode().split('\n') if l.startswith(('fingerprint', 'state'))))
END
python3 "$tmp/windows.py" "$TRELLIS" "$tmp/HELIOS11" "$tmp/windows.rec" >"$tmp/said" 2>&1
is "a window of its own" "$(head -1 "$tmp/said")" "Shell | True True True"
is "its recording" "$("$TRELLIS" replay --hash "$tmp/windows.rec" 2>&1 | grep -E '^(fingerprint|state)')" "$(sed 1d "$tmp/said")"

# A link out of the directory does not exist.
echo secret >"$tmp/secret"
unzip -qo "$archive" -d "$tmp"
ln -s ../secret "$tmp/HELIOS11/out"
ln -s .. "$tmp/HELIOS11/up"
printf 'root\ncat /helios/out\ncat /helios/up/secret\ncat /helios/../secret\necho x >/helios/up/made\n' >"$tmp/script"
session -u 60s >"$tmp/said"
! grep -q '^secret' "$tmp/said" && ! [ -e "$tmp/made" ]
result $? "nothing outside the directory"
echo "1..$n"
