#!/bin/bash
# Plain English: phrases that a reader has to read twice are in no message, help text or page.
. tests/tap.sh

# phrases PATTERN FILE...: lines with the pattern; in C, within a string.
strings() {
	grep -nP "\"[^\"]*($1)[^\"]*\"" "${@:2}"
}
riddles='\b(nobody|whoever)\b|(?<!here )\bis no (?!longer|more|less)|(?<!here )\bare no (?!longer|more)|\b(has|have) not got\b|never came to|\bwhat is\b|\b(is|are|was|were) told\b|\btells? (more|how|where|what)\b|\bwho (waits|asks|wants)\b|\bone too many\b|\bstands? (behind|before)\b'
git ls-files '*.c' '*.h' 2> "$tmp/git" > "$tmp/files" || find . -name '*.[ch]' > "$tmp/files"
grep -vE '^(\./)?(tests|build|kernel/libc|programs/bench)/' "$tmp/files" > "$tmp/sources"
xargs grep -nP "\"[^\"]*($riddles)[^\"]*\"" < "$tmp/sources" > "$tmp/diff"
test ! -s "$tmp/diff"
result $? "messages and help"

# The searches find the phrases, in a message and in a page.
printf 'fatal("%%s is no fault", name);\n' | grep -qP "\"[^\"]*($riddles)[^\"]*\""
result $? "a phrase is found"

grep -nP '\b(nobody|whoever)\b|\b(has|have) not got\b|never came to|\b(is|are|was|were) told\b' \
	*.md docs/*.md docs/man/* > "$tmp/diff"
test ! -s "$tmp/diff"
result $? "pages"
echo "1..$n"
