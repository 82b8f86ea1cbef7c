"""A bot in ten lines: any legal move. Try: crownfire arena -b 'engine(cmd="python examples/engine.py"),fg'"""

import random
import sys

for line in sys.stdin:
    command, *words = line.split()
    if command == "hello":
        print("hello crownfire 1 any move", flush=True)
    elif command == "position":
        moves = words[words.index("moves") + 1 :]
    elif command == "go":
        print("bestmove", random.choice(moves), flush=True)
