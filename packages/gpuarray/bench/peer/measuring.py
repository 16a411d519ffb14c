"""How long a call takes, for the peers."""

import math
import time


def best(run, wait, rounds=5, calls=3):
    """Seconds of one call: the best of several rounds, each of at least 10 ms or 200 calls, as device-time.ts has it."""
    run()
    wait()
    started = time.perf_counter()
    run()
    wait()
    calls = max(calls, min(200, math.ceil(0.01 / (time.perf_counter() - started))))
    least = float("inf")
    for _ in range(rounds):
        started = time.perf_counter()
        for _ in range(calls):
            run()
        wait()
        least = min(least, (time.perf_counter() - started) / calls)
    return least
