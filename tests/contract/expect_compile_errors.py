#!/usr/bin/env python3
"""Usage: expect_compile_errors.py <compiler> <source> <include folder>...

Each line `// MISUSE <n>: <regular expression>` of the source announces code under `#if MISUSE == <n>`. The source must
compile without any of it, and must fail with each of it, with an error that the expression finds.
"""

import re
import subprocess
import sys


def compile_with(compiler, source, folders, number):
    command = [compiler, "-std=c++20", "-fsyntax-only", "-Wall", "-Wextra", "-Werror", f"-DMISUSE={number}", source]
    command += [f"-I{folder}" for folder in folders]
    done = subprocess.run(command, capture_output=True, text=True, env={"LC_ALL": "C", "PATH": "/usr/bin:/bin"}, check=False)
    return done.returncode, done.stderr


def main(compiler, source, *folders):
    with open(source, encoding="utf-8") as text:
        cases = re.findall(r"^// MISUSE ([0-9]+): (.+)$", text.read(), re.MULTILINE)
    if not cases:
        print(f"{source}: announces no misuse")
        return 1
    failures = 0
    status, errors = compile_with(compiler, source, folders, 0)
    if status != 0:
        print(f"{source} does not compile without misuse:\n{errors}")
        failures += 1
    for number, expected in cases:
        status, errors = compile_with(compiler, source, folders, number)
        if status == 0:
            print(f"misuse {number} compiles; expected the error {expected}")
            failures += 1
        elif not re.search(expected, errors):
            print(f"misuse {number}: expected the error {expected}, found:\n{errors}")
            failures += 1
        else:
            print(f"misuse {number} is refused: {expected}")
    return 1 if failures else 0


if __name__ == "__main__":
    if len(sys.argv) < 3:
        print(__doc__, file=sys.stderr)
        sys.exit(2)
    sys.exit(main(*sys.argv[1:]))
