#!/bin/bash
# Movies of a run and of its recording, pictures of any size, and what is refused.
. tests/tap.sh
build=$(dirname "$TRELLIS")
[ -x "$build/trellis-view" ] || { echo "1..0 # SKIP no window"; exit; }
export SDL_VIDEODRIVER=dummy
# boot OPTION...: sixteen nodes
boot() {
	$TRELLIS boot --raw --topo programs/ubc75.topo --config btree_16 --until 30ms "$@" "$build/programs/worm.btl" \
		2>&1 > /dev/null < <(head -c 4 /dev/zero) | grep fingerprint
}

plain=$(boot --record "$tmp/rec")
got=$(PATH=/nowhere; $TRELLIS replay --movie m.gif "$tmp/rec" 2>&1 > /dev/null)
is "without ffmpeg" "$got" "trellis: --movie needs the program ffmpeg, which is not installed (Debian: ffmpeg)"
# refused NAME MESSAGE OPTION...: a replay with these options
refused() {
	$TRELLIS replay "${@:3}" "$tmp/rec" 2> "$tmp/said" > /dev/null
	is "$1" "$? $(cat "$tmp/said")" "2 trellis: $2"
}
refused "a name with another ending" "--movie m.avi: its name must end with .webm or .gif" --movie m.avi
refused "a size that is none" "--picture-size 1280: expected WIDTHxHEIGHT, each from 320 to 8192" --picture-size 1280
# size PNG
size() {
	python3 -c 'import struct, sys; print(*struct.unpack(">II", open(sys.argv[1], "rb").read()[16:24]))' "$1"
}
for size in 640x400 1920x1080; do
	$TRELLIS replay --picture-size $size --picture "$tmp/a.png@2ms" "$tmp/rec" > "$tmp/said" 2>&1
	is "a recording drawn again, $size" "$(size "$tmp/a.png")" "${size/x/ }"
done
if ! type -P ffmpeg ffprobe > /dev/null; then
	echo "1..$n"
	exit
fi
# shape FILE: format and size of a movie, and how many of its pictures differ from the one before
shape() {
	ffprobe -v error -show_entries stream=codec_name,width,height -of csv=p=0 "$1"
	ffmpeg -v error -i "$1" -f framemd5 - | grep -v '^#' | awk '{ print $NF }' | uniq | wc -l
}
is "the run is the same" "$(boot --movie "$tmp/m.webm" --picture-size 320x320)" "$plain"
$TRELLIS replay --movie "$tmp/m.gif" --picture-size 320x320 "$tmp/rec" > "$tmp/said" 2>&1
for movie in webm gif; do
	{ read -r what; read -r pictures; } < <(shape "$tmp/m.$movie")
	is "a movie of it, $movie" "$what" "$([ $movie = webm ] && echo vp9 || echo gif),320,320"
	[ "$pictures" -gt 50 ]
	result $? "its pictures differ: $pictures"
done
$TRELLIS replay --movie /nowhere/m.gif "$tmp/rec" > "$tmp/said" 2>&1
is "a file that cannot be written" "$? $(tail -1 "$tmp/said")" "2 trellis: cannot write /nowhere/m.gif: ffmpeg has failed"
echo "1..$n"
