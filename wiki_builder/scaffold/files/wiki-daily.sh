#!/usr/bin/env bash
# Import what was announced, commit it, push it. The daily workflow runs this in a
# fresh clone; it runs on your machine as well, in a clean clone of the wiki.
#
# What `wiki-builder update` ends with decides:
#   0 done, 1 some papers failed, 4 stopped at the budget   commit, push, publish
#   3 an upstream could not be reached                       alert; what was paid for is kept
#   2 the settings or the wiki's format are wrong, others    alert; nothing was done
#
# When the push is rejected, somebody pushed meanwhile. Then: fetch, merge, render, try
# again. A person's text is never at stake. This clone was clean when it began, so its
# own side of docs/ holds only what the builder wrote in this run, and all of that is
# made again from data/ by `wiki-builder render`. Where git cannot merge a file of
# docs/, the remote's file is taken as it is, to the byte, and the builder renders on
# top of it, by the same rules as if the person had edited before the run. A page that
# they moved or deleted stays moved or deleted. In data/, of two files that both sides
# wrote, people's concepts win, and an analysis wins over none. Anything else that
# conflicts stops here, for a person to look at.
set -euo pipefail

tries=${WIKI_PUSH_TRIES:-5}
pause=${WIKI_PUSH_PAUSE:-5}
branch=$(git symbolic-ref --short HEAD)

say() { printf '%s\n' "$*"; }
alert() { say "::error title=wiki-builder::$*"; }
warn() { say "::warning title=wiki-builder::$*"; }

main() {
  forget_empty_keys
  require_clean
  base=$(git rev-parse HEAD)
  local code=0
  wiki-builder update || code=$?
  case $code in
    0) ;;
    1) warn "done, but some papers or checks failed; the log above names them" ;;
    4) warn "stopped at the budget in wiki.toml; the next run goes on" ;;
    3) alert "an upstream could not be reached, refused or is stale, or another run is under way; the next run tries again" ;;
    *) alert "wiki-builder update ended with $code; the log above says why"; exit "$code" ;;
  esac
  commit "Import of $(date -u +%F)"
  publish
  [ "$code" != 3 ] || exit 3
}

# A secret that is not set arrives as an empty variable, which is not a key.
forget_empty_keys() {
  local name
  for name in $(compgen -e); do
    if [[ $name == *_API_KEY && -z ${!name} ]]; then unset "$name"; fi
  done
}

require_clean() {
  if [ -n "$(git status --porcelain --untracked-files=no)" ]; then
    alert "this clone has changes that are not committed; commit or stash them first"
    exit 2
  fi
}

commit() {
  local path
  for path in data docs mkdocs.base.yml; do
    if [ -e "$path" ] || git ls-files --error-unmatch "$path" >/dev/null 2>&1; then git add -A -- "$path"; fi
  done
  git diff --cached --quiet || identified commit --quiet -m "$1"
}

# The name on the commits, unless this clone has one of its own.
identified() {
  if git config user.email >/dev/null; then git "$@"; return; fi
  git -c user.name="wiki-builder" -c user.email="wiki-builder@users.noreply.github.com" "$@"
}

publish() {
  local try
  for ((try = 1; try <= tries; try++)); do
    if [ "$(git rev-parse HEAD)" = "$base" ]; then say "nothing new to push"; return; fi
    if git push --quiet origin "HEAD:$branch"; then say "pushed to $branch"; return; fi
    say "the push was rejected ($try of $tries)"
    sleep "$((pause * (try - 1)))"
    take_over_remote
  done
  alert "the push was rejected $tries times; nothing is lost, run it again"
  exit 3
}

take_over_remote() {
  git fetch --quiet origin "$branch"
  local remote
  remote=$(git rev-parse FETCH_HEAD)
  if ! git merge-base --is-ancestor "$base" "$remote"; then
    alert "$branch on the remote does not contain the commit that this run began with; a person has to look"
    exit 3
  fi
  # Without rename detection a page that was moved is the person's file at its new place.
  identified -c merge.renames=false merge --quiet --no-commit --no-ff "$remote" >/dev/null || resolve
  local code=0
  wiki-builder render || code=$?
  if [ "$code" -gt 1 ]; then
    alert "wiki-builder render ended with $code after a merge; nothing was pushed"
    exit "$code"
  fi
  commit "Merge of $branch"
  if [ -e "$(git rev-parse --git-path MERGE_HEAD)" ]; then identified commit --quiet --no-edit; fi
  base=$remote
}

# While the loop writes the index, diff-files only reads it; `git diff` would lock it to refresh it.
resolve() {
  local path
  while IFS= read -r -d '' path; do
    case $path in
      docs/* | data/concepts/*) take theirs "$path" ;;
      data/papers/*) if has_analysis 2 "$path" && ! has_analysis 3 "$path"; then take ours "$path"; else take theirs "$path"; fi ;;
      data/* | mkdocs.base.yml) take ours "$path" ;;
      *) alert "$path was changed on both sides; merge it by hand"; git merge --abort; exit 3 ;;
    esac
  done < <(git diff-files --name-only --diff-filter=U -z)
  if [ ! -e "$(git rev-parse --git-path MERGE_HEAD)" ]; then
    alert "git could not merge; the log above says why"
    exit 3
  fi
}

# One side's file as it is; gone, if it is gone on the remote.
take() {
  if [ -z "$(stage 3 "$2")" ]; then git rm --quiet --cached -- "$2"; rm -f -- "$2"; return; fi
  if [ "$1" = ours ] && [ -z "$(stage 2 "$2")" ]; then set -- theirs "$2"; fi
  git checkout --quiet "--$1" -- "$2"
  git add -- "$2"
}

stage() { git ls-files -u -- "$2" | awk -v wanted="$1" '$3 == wanted { print $2 }'; }
# All is read: a reader that leaves early fails the pipe of a long file.
has_analysis() { git cat-file blob ":$1:$2" 2>/dev/null | awk '/"claims"/ { found = 1 } END { exit !found }'; }

main "$@"
