"""A wiki that is served to its owner answers nobody else:
real requests to MkDocs' server, by raw bytes.
"""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from mkdocs.livereload import LiveReloadServer

from wiki_builder.site.guard import NAMES, guard_server, host_of

PAGE = "<html><head></head><body>private</body></html>"


@contextmanager
def serving(
    folder: Path, host: str = "127.0.0.1", given: str | None = None
) -> Iterator[LiveReloadServer]:
    """MkDocs' own server over a folder, as it stands after a plugin has seen it."""
    (folder / "index.html").write_text(PAGE)
    (folder / "data.json").write_text("private")
    server = LiveReloadServer(lambda: None, host, 0, str(folder))
    server.watch(str(folder))
    server.poll_response_timeout = 0  # a page that waits for a change is told at once
    if given:
        server.server_address = (given, 0)
    guard_server(server)
    server.server_address = (host, 0)
    server.server_bind()
    server.server_activate()
    server.serve_thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        server.serve_thread.join()


def asked(
    server: LiveReloadServer, path: str = "/", to: str = "127.0.0.1", **headers: str
) -> tuple[int, str]:
    """Status and whole answer of a request with these headers;
    ``{port}`` in them is the server's.
    """
    port = server.socket.getsockname()[1]
    lines = [
        f"{name.replace('_', '-')}: {value.format(port=port)}" for name, value in headers.items()
    ]
    with socket.create_connection((to, port)) as connection:
        connection.sendall("\r\n".join([f"GET {path} HTTP/1.0", *lines, "", ""]).encode())
        answer = b"".join(iter(lambda: connection.recv(65536), b"")).decode()
    return int(answer.split()[1]), answer


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveReloadServer]:
    """A server at the address that is the command's own."""
    with serving(tmp_path_factory.mktemp("served")) as made:
        yield made


@pytest.mark.parametrize("path", ["/", "/data.json", "/livereload/0/1", "/nothing"])
@pytest.mark.parametrize(
    "host",
    [
        *(
            "evil.example",
            "evil.example:{port}",
            "localhost.evil.example",
            "127.0.0.1.evil.example",
            "127.0.0.1@evil",
        ),
        *(
            "evil@127.0.0.1",
            "192.168.1.1:{port}",
            "",
            "localhost, evil.example",
            "localhost/evil",
            "[::2]:{port}",
        ),
        *("0.0.0.0:{port}", "127.0.0.1:x", "localhost#.evil.example", "localhost.", "0x7f000001"),
    ],
)
def test_no_other_name_is_answered(server: LiveReloadServer, path: str, host: str) -> None:
    """A name that somebody gave our address (DNS rebinding) gets nothing, from no path."""
    status, answer = asked(server, path, Host=host)
    assert status == 403
    assert "private" not in answer
    assert "evil" not in answer


@pytest.mark.parametrize(
    "host", ["127.0.0.1:{port}", "localhost:{port}", "LOCALHOST", "[::1]:{port}", "127.0.0.1:1"]
)
def test_this_computer_is_answered(server: LiveReloadServer, host: str) -> None:
    """The owner's browser calls it by its address or by a name of the loopback,
    through a tunnel by another port.
    """
    status, answer = asked(server, Host=host)
    assert status == 200
    assert "private" in answer
    assert "var livereload" in answer
    assert "Cross-Origin-Resource-Policy: same-origin" in answer
    assert "Access-Control" not in answer
    assert asked(server, "/livereload/0/1", Host=host)[0] == 200


def test_a_request_that_names_nobody_is_refused(server: LiveReloadServer) -> None:
    """Every browser says whom it asks."""
    assert asked(server)[0] == 403


@pytest.mark.parametrize("path", ["/", "/data.json", "/livereload/0/1"])
@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://127.0.0.1:1"},
        {"Origin": "https://127.0.0.1:{port}"},
        {"Sec_Fetch_Site": "cross-site"},
        {"Sec_Fetch_Site": "same-site", "Sec_Fetch_Mode": "no-cors", "Sec_Fetch_Dest": "script"},
        {"Sec_Fetch_Site": "cross-site", "Sec_Fetch_Mode": "navigate", "Sec_Fetch_Dest": "iframe"},
        {"Sec_Fetch_Site": "cross-site", "Sec_Fetch_Mode": "no-cors", "Sec_Fetch_Dest": "image"},
    ],
)
def test_no_page_of_another_site_reads_it(
    server: LiveReloadServer, path: str, headers: dict[str, str]
) -> None:
    """Neither as a script, picture or frame nor by asking:
    another port of this computer is another site.
    """
    status, answer = asked(server, path, Host="127.0.0.1:{port}", **headers)
    assert status == 403
    assert "private" not in answer


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://127.0.0.1:{port}", "Sec_Fetch_Site": "same-origin"},
        {"Sec_Fetch_Site": "none", "Sec_Fetch_Mode": "navigate", "Sec_Fetch_Dest": "document"},
        {
            "Sec_Fetch_Site": "cross-site",
            "Sec_Fetch_Mode": "navigate",
            "Sec_Fetch_Dest": "document",
        },
    ],
)
def test_its_own_pages_and_a_link_that_is_followed_are_answered(
    server: LiveReloadServer, headers: dict[str, str]
) -> None:
    """What the site's pages ask for comes; so does a page to which a reader went by a link,
    in a chat or a mail.
    """
    assert asked(server, Host="127.0.0.1:{port}", **headers)[0] == 200


def test_for_the_network_it_answers_by_its_own_address(tmp_path: Path) -> None:
    """Served at 0.0.0.0, it is read by the address at which a request arrived: no name is that, and
    no other address.

    The address is one of the loopback's, which stands for that of a network.
    """
    with serving(tmp_path, "0.0.0.0") as server:
        assert asked(server, to="127.0.0.2", Host="127.0.0.2:{port}")[0] == 200
        assert asked(server, to="127.0.0.2", Host="127.0.0.3:{port}")[0] == 403
        assert asked(server, to="127.0.0.2", Host="evil.example:{port}")[0] == 403


def test_names_that_the_owner_gave_are_answered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A computer has a name in its network; it is said with the command,
    or is that of the address.
    """
    monkeypatch.setenv(NAMES, "desk.local lab-7")
    with serving(tmp_path, given="Wiki.Lan") as server:
        for host in ("desk.local:{port}", "Lab-7", "wiki.lan"):
            assert asked(server, Host=host)[0] == 200, host
        assert asked(server, Host="evil.desk.local")[0] == 403


@pytest.mark.parametrize(
    "header, host", [("[::ffff:127.0.0.1]:80", "127.0.0.1"), ("[::1", ""), ("a b", ""), ("", "")]
)
def test_a_host_is_read_in_one_spelling(header: str, host: str) -> None:
    """An address has several spellings; what is no name or address is none."""
    assert host_of(header) == host
