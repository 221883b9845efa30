"""One message by mail: SMTP over TLS, by the standard library.

``smtps://me%40example.org@smtp.example.org:465`` speaks TLS from the first byte,
``smtp://…:587`` begins it by STARTTLS and goes no further without (RFC 8314). Only a
server on this machine may do without TLS.
"""

from __future__ import annotations

import smtplib
import ssl
from email.message import EmailMessage
from email.utils import formatdate, make_msgid
from urllib.parse import SplitResult, parse_qs, unquote, urlsplit

from wiki_builder.core.settings import is_loopback

TIMEOUT = 60.0  # seconds of silence
_PORTS = {"smtps": 465, "smtp": 587}


def mail(address: str, password: str, to: str, title: str, text: str) -> None:
    """Send a mail through the server at ``address`` to ``to``, addresses with commas.

    The sender is ``?from=`` of the address, else its user, else the first of ``to``.

    Raises:
        OSError: the server could not be reached, or refused (smtplib's errors are such).
        ValueError: the address is no mail server's, or a line break stands where none may.
    """
    server = urlsplit(address)
    if server.scheme not in _PORTS or not server.hostname:
        raise ValueError(
            "the address is no mail server's: smtps://USER@HOST:465 or smtp://USER@HOST:587"
        )
    user = unquote(server.username or "")
    receivers = [one.strip() for one in to.split(",") if one.strip()]
    asked = parse_qs(server.query).get("from", [user if "@" in user else receivers[0]])[0]
    with _connection(server) as smtp:
        secret = password or unquote(server.password or "")
        if user and secret:
            smtp.login(user, secret)
        smtp.send_message(_letter(asked, receivers, title, text), asked, receivers)


def _connection(server: SplitResult) -> smtplib.SMTP:
    host, port = server.hostname or "", server.port or _PORTS[server.scheme]
    context = ssl.create_default_context()
    if server.scheme == "smtps":
        return smtplib.SMTP_SSL(host, port, timeout=TIMEOUT, context=context)
    smtp = smtplib.SMTP(host, port, timeout=TIMEOUT)
    try:
        smtp.ehlo()
        if smtp.has_extn("starttls"):
            smtp.starttls(context=context)
        elif not is_loopback(server.geturl()):
            raise ValueError(
                "the mail server offers no TLS, and the password would be read on the way"
            )
    except BaseException:
        smtp.close()
        raise
    return smtp


def _letter(sender: str, receivers: list[str], title: str, text: str) -> EmailMessage:
    letter = EmailMessage()
    letter["From"], letter["To"], letter["Subject"] = (
        sender,
        ", ".join(receivers),
        " ".join(title.split()),
    )
    letter["Date"], letter["Message-ID"] = formatdate(), make_msgid(domain="wiki-builder.invalid")
    letter["Auto-Submitted"] = "auto-generated"  # RFC 3834: no holiday notice comes back
    letter.set_content(text)
    return letter
