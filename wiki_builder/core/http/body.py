"""A body as it comes: inflated piece by piece, and never beyond its limit.

A few hundred bytes can stand for gigabytes, and two encodings one upon the other for
a thousand times that. So one encoding alone is asked for, and :class:`Body` makes
no byte more of it than was allowed.
"""

from __future__ import annotations

import zlib

ENCODING = "gzip"
"""What is asked for, and all that is understood (RFC 9110, section 8.4.1.3)."""

_PLAIN = ("", "identity")
_GZIP = ("gzip", "x-gzip")


class TooLarge(Exception):
    """The body, as sent or inflated, is larger than it may be."""


class NotWhole(Exception):
    """The body cannot be inflated, or ends before its end."""


def is_understood(encoding: str) -> bool:
    """Whether a ``Content-Encoding`` is one that :class:`Body` reads; several at once never are."""
    return encoding.strip().lower() in (*_PLAIN, *_GZIP)


class Body:
    """The body of one answer, of at most ``most`` bytes as sent and as inflated;
    ``came`` counts the bytes sent.
    """

    def __init__(self, encoding: str, most: int) -> None:
        self.came = 0
        self._most = most
        self._content = bytearray()
        self._member = zlib.decompressobj(wbits=31) if encoding.strip().lower() in _GZIP else None
        self._ended = False

    def add(self, data: bytes) -> None:
        """Take what came. Raises :class:`TooLarge` and :class:`NotWhole`."""
        self.came += len(data)
        if self._member is None:
            self._content += data
        else:
            self._inflate(data)
        if max(self.came, len(self._content)) > self._most:
            raise TooLarge

    def whole(self) -> bytes:
        """All of it. Raises :class:`NotWhole` where the last piece is missing."""
        if self._member is not None and self.came and not self._member.eof:
            raise NotWhole("its compressed form ends in the middle")
        return bytes(self._content)

    def _inflate(self, data: bytes) -> None:
        """Members one after the other (RFC 1952, section 2.2);
        what follows the last one and is none is padding.
        """
        assert self._member is not None
        while data and not self._ended:
            if self._member.eof:
                self._ended = not data.startswith(b"\x1f")
                self._member = self._member if self._ended else zlib.decompressobj(wbits=31)
                continue
            try:
                self._content += self._member.decompress(data, self._most - len(self._content) + 1)
            except zlib.error as error:
                raise NotWhole(f"it cannot be inflated ({error})") from error
            if len(self._content) > self._most:
                raise TooLarge
            data = self._member.unused_data
