"""Tests of the built site."""

import pytest

pytest.register_assert_rewrite("tests.site.points")  # which says what was seen instead
