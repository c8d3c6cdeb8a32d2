"""border.py FILE...: finds places in these files of the host that define again what the headers of
the nodes' software define.

Prints a line `FILE:LINE: what` for each place. The preprocessor expands the headers here.
"""
import re
import subprocess
import sys

BORDER = ["border.h", "kernel_calls.h", "stamps.h", "server.h", "inside_log.h", "trek/trek_setup.h", "tmon/monitor.h"]
PRIVATE = ["kernel.h", "break.h", "kcall.h", "node.h", "trek/tree_node.h", "tmon/node/area.h"]
# the chip's, whose definition the host has (base/machine.h, sim/cpu)
CHIP = {"NLINKS"}
# files that read a node's memory or packets
READERS = re.compile(r"(cc/(node|log|image)|detrek/(debug|events|flowback|logs|sync|target|tasks)|sim/(node|host/station|command/shell)|tmon/host|vm)/")
WORDS = re.compile(r"\b(?:get16|get32|word|word_at|target_word|read_word)\((?:[^()]|\([^()]*\))*[^*\s] \+ (\d+)\)")


def expanded(*options, headers=BORDER + PRIVATE):
    command = ["gcc", "-E", "-P", *options, "-Ikernel/include", "-Ikernel", "-Itrek", "-I.", "-xc", "-"]
    text = "".join(f'#include "{h}"\n' for h in headers)
    return subprocess.run(command, input=text, capture_output=True, text=True, check=True).stdout


def enumerators(text):
    """The names that enumerations define, with their offsets in the text."""
    for body in re.finditer(r"\benum\b[\w\s]*\{([^{}]*)\}", text):
        for name in re.finditer(r"(?:^|,)\s*([A-Za-z_]\w*)", body[1]):
            yield name[1], body.start(1) + name.start(1)


def defined_by_nodes():
    macros = set(re.findall(r"^#define ([A-Z]\w+)", expanded("-dM"), re.M))
    plain = subprocess.run(["gcc", "-E", "-dM", "-xc", "/dev/null"], capture_output=True, text=True, check=True).stdout
    system = set(re.findall(r"^#define (\w+)", plain, re.M)) | {m for m in macros if re.match(r"U?INT|SIZE|PTRDIFF|SIG_|W(CHAR|INT)", m)}
    all_enumerators = {n for n, _ in enumerators(expanded())}
    # what the kernel and TrEK define for themselves; in one word it can mean anything
    private = all_enumerators - {n for n, _ in enumerators(expanded(headers=BORDER))}
    names = all_enumerators | {m for m in macros - system if not m.endswith("_H")}
    return {n for n in names - CHIP if "_" in n or n not in private}


def blank(match):
    return re.sub(r"[^\n]", " ", match[0])


def complaints(path, names):
    source = open(path).read()
    code = re.sub(r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"', blank, source, flags=re.S)
    for name, at in [*enumerators(code), *((m[1], m.start()) for m in re.finditer(r"^#define (\w+)", code, re.M))]:
        if name in names:
            yield at, f"{name} is defined in a header of the nodes' software; include it"
    for m in re.finditer(r"= *-?\w+,? *(?:\};)? */\*[^*]*\b(kcall\.h|kernel\.h|node\.h|border\.h|eblock\.c|trek/\w+\.[ch]|kernel/[\w/]+\.[chs])", source):
        yield m.start(), f"a number from {m[1]}; define it in a header that both sides include"
    if READERS.match(path) or path.startswith("/"):
        for m in re.finditer(r"\b0x(80|[Cc]0)[0-9A-Fa-f]{6}u?\b", code):
            yield m.start(), f"{m[0]}: an address or flag as a number"
        for m in WORDS.finditer(code):
            yield m.start(), f"+ {m[1]}: an offset as a number; use offsetof, or a name"
        for m in re.finditer(r"\b(?:number|tag|how|event|signal)\)?\s*[!=]= ([1-9]\d*)\b|\bcase \d+:", code):
            yield m.start(), f"{m[0]} a number without a name"


def main():
    names = defined_by_nodes()
    assert {"KC_SEND", "HOW_TRY", "KE_TRUNC", "SERVER_WRITE", "TREE_RING", "NODE_HOST", "STACK_GUARD"} <= names, "headers"
    for path in sys.argv[1:]:
        source = open(path).read()
        for at, what in sorted(complaints(path, names)):
            print(f"{path}:{source.count(chr(10), 0, at) + 1}: {what}")


main()
