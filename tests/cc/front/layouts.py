"""layouts.py SEED N: N random structures and unions in C, and an array of their sizes, alignments and offsets."""
import random
import sys

TYPES = ["char", "signed char", "short", "int", "long", "long long", "float", "double", "long double", "void *",
         "_Bool", "_Complex float", "_Complex double", "int (*)(int)"]
BITS = {"char": 8, "short": 16, "int": 32, "unsigned": 32, "long long": 64, "_Bool": 1}


def member(made, i):
    """A member's declaration, and its name if it has an offset."""
    kind = random.random()
    if kind < 0.3:
        base = random.choice(list(BITS))
        width = random.randint(0, BITS[base])
        return (f"{base} f{i}:{width};" if width else f"{base} :0;"), None
    if made and kind < 0.5:
        base, size = random.choice(made), random.choice(["", "[2]", "[3]"])
        return f"{base} f{i}{size};", f"f{i}"
    base = random.choice(TYPES)
    if base.endswith(")(int)"):
        return f"int (*f{i})(int);", f"f{i}"
    if kind > 0.95:
        return f"_Alignas({random.choice([4, 8, 16])}) {base} f{i};", f"f{i}"
    return f"{base} f{i}{random.choice(['', '', '[3]'])};", f"f{i}"


def main():
    """Write the text."""
    random.seed(int(sys.argv[1]))
    made, facts = [], []
    for n in range(int(sys.argv[2])):
        name = f"{random.choice(['struct', 'struct', 'union'])} s{n}"
        members = [member(made, i) for i in range(random.randint(1, 7))]
        packed = random.choice(["", "", "", " __attribute__((packed))", " __attribute__((packed, aligned(2)))"])
        print(f"{name} {{ {' '.join(text for text, _ in members)} }}{packed};")
        facts += [f"sizeof({name})", f"_Alignof({name})", f"__alignof__({name})"]
        facts += [f"__builtin_offsetof({name}, {field})" for _, field in members if field]
        made.append(name)
    facts += [f"{of}({t})" for t in TYPES for of in ("sizeof", "_Alignof", "__alignof__")]
    print("int facts[] = {", ", ".join(facts), "};")


main()
