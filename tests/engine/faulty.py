"""A line protocol program that misbehaves in the way its argument names. Imports no Crownfire code."""

import os
import subprocess
import sys
import time


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def misbehave(how: str) -> None:
    match how:
        case "crashes":
            sys.exit("my last words")
        case "killed":
            os.abort()
        case "hangs":
            time.sleep(3600)
        case "chatters":
            while True:
                say("info still thinking")
        case "moans":
            while True:
                sys.stderr.write("oh dear\n")
        case "complains":
            say("error I am lost")
        case "mumbles":
            say("bestmove mumble")
        case "silent":
            say("bestmove")
        case "illegal":
            say("bestmove ++w3")
        case "long":
            say("bestmove " + "x" * 20_000)
        case "closes":
            os.close(1)
            time.sleep(3600)
        case _:
            pass  # the other faults show in `start`


def start(how: str) -> None:
    """Runs up to and including `hello`."""
    if how == "slow":
        time.sleep(1)
    if how == "mute":
        time.sleep(3600)
    if how == "stubborn":  # ignores `quit`, and so does its child
        child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(3600)"])
        with open(sys.argv[2], "a", encoding="utf-8") as file:
            file.write(f"{os.getpid()}\n{child.pid}\n")
    if how == "notes":
        with open(sys.argv[2], "a", encoding="utf-8") as file:
            file.write("start\n")
    say("Welcome! This is a bot.")
    say("hello crownfire 2" if how == "newer" else "hello chess 1" if how == "chess" else "hello crownfire 1")


def main() -> None:
    how, asked, moves = sys.argv[1], 0, [""]
    start(how)
    for line in sys.stdin:
        word, *rest = line.split()
        if how == "notes":
            with open(sys.argv[2], "a", encoding="utf-8") as file:
                file.write(line)
        if word == "position":
            moves = rest[rest.index("moves") + 1 :]
        elif word == "go":
            asked += 1
            sys.stderr.write(f"asked {asked}\n")
            if asked == 4:  # at its first claim after the opening, with 3 or 4 players
                misbehave(how)
            say("info depth 1")
            say(f"bestmove {moves[0]}")
        elif word == "quit" and how != "stubborn":
            return
    if how == "stubborn":
        time.sleep(3600)


if __name__ == "__main__":  # the doctests of all modules import it
    main()
