"""What a template can do: show values. Known ways out of Jinja's sandbox,
and ways to take all time and memory.
"""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import pytest

from tests.pages.sample import Sample, sample
from wiki_builder.contract.merge import new_page
from wiki_builder.core.errors import FormatError
from wiki_builder.core.values.bilingual import Bilingual
from wiki_builder.pages.sandbox import MOST_WORK, allowance
from wiki_builder.pages.template import rendered
from wiki_builder.pages.version import template_folder

DANGEROUS = [
    "{{ ''.__class__.__mro__[1].__subclasses__() }}",
    "{{ ''['__class__'] }}",
    "{{ ''|attr('__class__') }}",
    "{{ paper|attr('__class__') }}",
    "{{ [paper]|map('attr', '__class__')|list }}",
    "{{ [paper]|sort(attribute='__class__.__name__') }}",
    "{{ paper.touch() }}",
    "{{ paper['touch']() }}",
    "{{ paper.folder.joinpath('written').write_text('x') }}",
    "{{ paper.folder.glob('*')|list }}",
    "{{ words.__class__ }}",
    "{{ languages.__init__.__globals__ }}",
    "{{ self.__init__.__globals__ }}",
    "{{ self._TemplateReference__context.environment }}",
    "{{ lipsum.__globals__['os'].popen('touch written') }}",
    "{{ cycler.__init__.__globals__.os.system('touch written') }}",
    "{{ namespace() }}",
    "{{ range.__class__ }}",
    "{{ '{0.__class__.__mro__}'.format(paper) }}",
    "{{ '{0.__class__}'.format_map({'0': paper}) }}",
    "{{ '%s'|format(paper) }}",
    "{{ '%s' % paper }}",
    "{% set run = paper.touch %}{{ run() }}",
    "{{ [paper]|map('touch')|list }}",
    "{% macro m() %}{% endmacro %}{{ m.__globals__ }}",
    "{% macro m() %}{% endmacro %}{{ m._func.__globals__ }}",
    "{% macro m() %}{{ caller.__init__.__globals__ }}{% endmacro %}{% call m() %}{% endcall %}",
    "{% for a in [1] %}{{ loop.__init__.__globals__ }}{% endfor %}",
    "{% set _ = languages.append('x') %}{{ _ }}",
    "{% set _ = fields.update({'a': 1}) %}{{ _ }}",
    "{{ fields.pop('a') }}",
    "{{ words.papers.filled.__globals__ }}",
    "{{ joiner().__class__ }}",
    "{{ config }}",
    "{{ paper|pprint }}",
    "{{ paper|tojson }}",
]

ELSEWHERE = [
    "{% include '../wiki.toml' %}",
    "{% include '/etc/hostname' %}",
    "{% include 'link.j2' %}",
    "{% include 'folder/secret.txt' %}",
    "{% import '../wiki.toml' as a %}{{ a }}",
    "{% from 'link.j2' import a %}",
    "{% extends '..\\\\wiki.toml' %}",
]

ENDLESS = [
    "{% for a in range(10**9) %}{% endfor %}",
    "{% for a in range(99999) %}{% for b in range(99999) %}{% endfor %}{% endfor %}",
    "{% for a in range(99999) %}{% for b in range(99999) if false %}{% endfor %}{% endfor %}",
    "{% for a in range(99999) %}{{ range(99999)|list|sort|length }}{% endfor %}",
    "{{ 'a' * 10**9 }}",
    "{{ [0] * 10**9 }}",
    "{{ 10**10**8 }}",
    "{{ 'a'.center(10**9) }}",
    "{{ 'a'|center(10**9) }}",
    "{{ 'a'|indent(10**9) }}",
    "{{ '%999999999d'|format(1) }}",
    "{{ '%999999999d' % 1 }}",
    "{{ '{:>999999999}'.format(1) }}",
    "{{ [1]|batch(10**9, 0)|list }}",
    "{{ range(1000000)|join('abcdefghijklmnopqrstuvwxyz') }}",
    (
        "{% macro d(a, n) %}{% if n %}{{ d(a ~ a, n - 1) }}{% endif %}{% endmacro %}{{"
        " d('abcdefgh', 60) }}"
    ),
    (
        "{% macro d(a, n) %}{% if n %}{{ d(a + a, n - 1) }}{% endif %}{% endmacro %}{{"
        " d('abcdefgh', 60) }}"
    ),
    "{% macro d(n) %}{% if n %}{{ d(n - 1) }}{{ d(n - 1) }}{% endif %}{% endmacro %}{{ d(90) }}",
    (
        "{% macro d(n) %}{% if n %}{{ d(n - 1) }}{{ d(n - 1) }}{% else %}abcde{% endif %}{%"
        " endmacro %}{{ d(40) }}"
    ),
    "{% macro d() %}{{ d() }}{% endmacro %}{{ d() }}",
    "{% include 'paper.md.j2' %}",
    "{% for a in range(9999) recursive %}{{ loop(range(9999)) }}{% endfor %}",
    "{% for a in range(999999) %}" + "0123456789" * 1000 + "{% endfor %}",
    (
        "{% macro d(a) %}{% set b %}{{ a }}{{ a }}{% endset %}{{ d(b) }}{% endmacro %}{{"
        " d('abcdefgh') }}"
    ),
    "{% macro d(a) %}{{ d(a|replace('a', 'aaaaaa')) }}{% endmacro %}{{ d('aaaaaaaa') }}",
    (
        "{% macro d(a, n) %}{% if n %}{{ d(a * a, n - 1) }}{% endif %}{% endmacro %}{{ d(999999999,"
        " 60) }}"
    ),
]


@dataclass(frozen=True)
class Paper:
    """A value with a method that does something, and a folder."""

    folder: Path

    def touch(self) -> None:
        """Writes."""
        (self.folder / "written").touch()


@pytest.fixture
def wiki(tmp_path: Path) -> Path:
    """A wiki whose settings no template may read."""
    (tmp_path / "wiki.toml").write_text("{% macro a() %}secret{% endmacro %}secret")
    (tmp_path / "outside").mkdir()
    (tmp_path / "outside" / "secret.txt").write_text("secret")
    templates = tmp_path / "templates"
    templates.mkdir()
    (templates / "link.j2").symlink_to(tmp_path / "wiki.toml")
    (templates / "folder").symlink_to(tmp_path / "outside")
    return tmp_path


def page(wiki: Path, template: str) -> str:
    """What a template of the wiki's own makes, as text."""
    (wiki / "templates" / "paper.md.j2").write_text(template)
    chunks = rendered(
        "paper.md.j2",
        wiki / "templates",
        {"paper": Paper(wiki), "fields": {"a": Bilingual("x", "y")}},
    )
    return "".join(getattr(chunk, "text", "") or getattr(chunk, "body", "") for chunk in chunks)


@pytest.mark.parametrize("template", DANGEROUS)
def test_a_template_calls_nothing_and_reaches_nothing_but_values(wiki: Path, template: str) -> None:
    """Each known way from a value to Python's own objects ends as a named mistake,
    and nothing was written.
    """
    with pytest.raises(FormatError) as error:
        page(wiki, template)
    assert "templates/paper.md.j2" in str(error.value)
    assert not (wiki / "written").exists()


@pytest.mark.parametrize(
    "template",
    ["{{ [paper]|map(attribute='__class__')|list }}", "{{ [paper]|groupby('__class__') }}"],
)
def test_what_a_filter_does_not_find_is_not_there(wiki: Path, template: str) -> None:
    """A filter that looks for Python's own attributes gives nothing."""
    assert "class '" not in page(wiki, template)


@pytest.mark.parametrize("template", ELSEWHERE)
def test_a_template_reads_no_file_but_templates(wiki: Path, template: str) -> None:
    """Neither a path that leads up, nor a link in the folder, brings in another file."""
    with pytest.raises(FormatError) as error:
        page(wiki, template)
    assert "secret" not in str(error.value).replace("secret.txt", "")


@pytest.mark.parametrize("template", ENDLESS)
def test_a_template_ends_and_makes_no_endless_text(
    wiki: Path, template: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What would take hours, or all memory, ends by a count of work as a named mistake:
    here by a twentieth of it.
    """
    monkeypatch.setattr(
        "wiki_builder.pages.template.allowance", partial(allowance, MOST_WORK // 20)
    )
    with pytest.raises(FormatError):
        page(wiki, template)


def test_a_template_shows_values_as_before(wiki: Path) -> None:
    """Loops, macros, filters, joined texts, numbers and a text's harmless methods are there."""
    template = (
        "{% macro both(word) %}{{ word['en'] }}/{{ word.zh }}{% endmacro %}{{ both(fields.a) }}{%"
        " for key, value in fields.items() %} {{ key.upper() ~ loop.index }}{% endfor %} {{ ['b',"
        " 'a']|sort|join('+') }} {{ 'a-b'|replace('-', '+') }} {{ 2 * 3 + 1 }} {{ 'a' + 'b' }}{%"
        " set all %}{{ words.papers.en }}{% endset %} {{ all }} {{ range(3)|list|length }}"
    )
    assert page(wiki, template) == "x/y A1 a+b a+b 7 ab Papers 3"


def test_the_builders_own_templates_stay_far_from_the_limit(
    wiki: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A mistake in work is a mistake of a template:
    a long honest list is none, here with a tenth of all work.
    """
    monkeypatch.setattr(
        "wiki_builder.pages.template.allowance", partial(allowance, MOST_WORK // 10)
    )
    template = (
        "{% for a in range(10000) %}- {{ fields.a.en }} {{ fields.a.zh }}, a line of a list\n{%"
        " endfor %}"
    )
    assert page(wiki, template).count("\n") > 9_900


def test_the_builders_own_templates_say_the_same_in_the_sandbox(tmp_path: Path) -> None:
    """Who copies a template to change a line of it has all others as they were."""
    made = sample(tmp_path / "wiki")
    before = texts(made)
    shutil.copytree(template_folder(), made.root / "templates", dirs_exist_ok=True)
    assert texts(made) == before


def texts(made: Sample) -> dict[str, tuple[str, object]]:
    """Every page as it would be new, and what the site adds to it."""
    now = made.publisher()
    pages = ((id_, path) for id_, path in now.stand.ours.items() if now.makes(id_))
    return {id_: (new_page(now.spec(id_, path)), now.additions(id_, path)) for id_, path in pages}
