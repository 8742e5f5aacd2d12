"""The rule catalogue, chapter by chapter: a test sets a scene, scripts the dice and proves one statement."""

import pytest

pytest.register_assert_rewrite(f"{__name__}.scene")
