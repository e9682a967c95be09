"""Settings for the whole suite."""

import signal

from hypothesis import settings

# The same examples in each run: a red test means that the change at hand did it. No deadline, because
# a busy machine is not a fault.
settings.register_profile("bocage", deadline=None, derandomize=True)
settings.load_profile("bocage")

# A suite that a script starts in the background is deaf to Ctrl-C, and so would be the commands that tests stop by it.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
