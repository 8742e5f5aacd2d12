"""Hero files: the language, its mistakes, the shipped heroes."""

import pytest

pytest.register_assert_rewrite(f"{__name__}.planting")
