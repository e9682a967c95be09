"""Settings for the whole suite."""

from hypothesis import settings

# The same examples in each run: a red test means that the change at hand did it. No deadline, because
# a busy machine is not a fault.
settings.register_profile("bocage", deadline=None, derandomize=True)
settings.load_profile("bocage")
