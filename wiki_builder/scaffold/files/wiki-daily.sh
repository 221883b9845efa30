#!/usr/bin/env bash
# Import what was announced, commit it, push it. The daily workflow runs this in a
# fresh clone; it runs on your machine as well, in a clean clone of the wiki.
#
#   wiki-daily.sh            import, then publish, whatever the import ended with
#   wiki-daily.sh install    what the workflow installs: $WIKI_BUILDER, and .github/wiki-builder.lock
#   wiki-daily.sh import     the import alone: it has the model's key, and no right to push
#   wiki-daily.sh publish    commit and push what the import did: it has the right to push, and no key
#
# What `wiki-builder update` ends with decides how the job ends:
#   0 done, 1 some papers failed, 4 stopped at the budget   the job is green, the site is published
#   3 an upstream could not be reached                       it fails, with an alert
#   others: wrong settings, a fault, Ctrl-C, a cancelled job it fails, with an alert
# Whichever it is, what was imported and paid for is committed and pushed.
#
# When the push is rejected, somebody pushed meanwhile. Then: fetch, merge, render, try
# again. A person's text is never at stake. This clone was clean when it began, and what
# a person had committed in it was pushed first, so its own side of docs/ holds only what
# the builder wrote since, and all of that is made again from data/ by `wiki-builder
# render`. Where git cannot merge a file of docs/, the remote's file is taken as it is,
# to the byte, and the builder renders on top of it, by the same rules as if the person
# had edited before the run. A page that they moved or deleted stays moved or deleted.
# In data/, of two files that both sides wrote, people's concepts win, and an analysis
# wins over none. Anything else that conflicts stops here, for a person to look at.
set -euo pipefail

tries=${WIKI_PUSH_TRIES:-5}
pause=${WIKI_PUSH_PAUSE:-5}
patience=${WIKI_STOP_PATIENCE:-4} # seconds; a runner kills a cancelled job 10 s after its first signal
token=${WIKI_PUSH_TOKEN:-}
unset WIKI_PUSH_TOKEN
stopped=

say() { printf '%s\n' "$*"; }
alert() { annotate error "$*"; }
warn() { annotate warning "$*"; }

# Where the owner looks: the job's annotations, and its summary.
annotate() {
  say "::$1 title=wiki-builder::$2"
  if [ -n "${GITHUB_STEP_SUMMARY:-}" ]; then printf '**wiki-builder: %s**\n\n' "$2" >>"$GITHUB_STEP_SUMMARY"; fi
}

main() {
  case ${1:-} in
    install) install ;;
    import) import_papers ;;
    publish) publish ;;
    "") import_papers || failed=$?; publish; exit "${failed:-0}" ;;
    *) say "usage: wiki-daily.sh [install|import|publish]" >&2; exit 2 ;;
  esac
}

# The libraries by their hashes, then the program alone: pip's hashes cannot hold a repository.
install() {
  case ${WIKI_BUILDER:-} in
    "")
      alert "WIKI_BUILDER in .github/workflows/daily.yml is empty, so that it is not known what to install; set it to a commit, such as arxiv-wiki-builder @ git+https://…@COMMIT, or install the program from its repository and run: wiki-builder workflow"
      exit 2
      ;;
    wiki[-_.]builder*)
      alert "WIKI_BUILDER in .github/workflows/daily.yml names wiki-builder, which in the package index is somebody else's; this program is arxiv-wiki-builder"
      exit 2
      ;;
  esac
  python -m pip install --quiet --disable-pip-version-check --require-hashes -r .github/wiki-builder.lock
  python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation "$WIKI_BUILDER"
}

import_papers() {
  forget_empty_keys
  require_clean
  push_own_commits
  local code=0 log
  log=$(git rev-parse --git-path wiki-daily.log)
  build "$log" || code=$?
  report "$log" "$code"
  case $code in
    0) ;;
    1) warn "done, but some papers or checks failed; the log names them" ;;
    4) warn "stopped at the budget in wiki.toml; the next run goes on" ;;
    2) alert "the settings or the wiki's format are wrong; the log says what to mend"; return 2 ;;
    3) alert "an upstream could not be reached, refused or is stale, or another run is under way; the next run tries again"; return 3 ;;
    130) alert "stopped before it was done; what was imported is kept, and the next run goes on"; return 130 ;;
    *) alert "wiki-builder update ended with $code, by a fault; the log says why; what was imported is kept"; return "$code" ;;
  esac
}

# The update, its output here and in the file $1. A signal to this script reaches the builder;
# one that does not stop is killed, which harms nothing: its files are written whole.
build() {
  local code=0 copy builder tenths
  : >"$1"
  exec 3> >(tee -i "$1")
  copy=$!
  wiki-builder update >&3 2>&1 3>&- &
  builder=$!
  exec 3>&-
  trap 'stopped=1' INT TERM
  wait "$builder" || code=$?
  if [ -n "$stopped" ]; then
    trap '' INT TERM
    kill -TERM "$builder" 2>/dev/null || true
    for ((tenths = 0; tenths < 10 * patience; tenths++)); do
      kill -0 "$builder" 2>/dev/null || break
      sleep 0.1
    done
    kill -KILL "$builder" 2>/dev/null || true
    wait "$builder" 2>/dev/null || true
    sleep 0.2 # for the last lines
    kill "$copy" 2>/dev/null || true # a child that outlives the builder would hold it open
    code=130
  else
    trap - INT TERM
  fi
  wait "$copy" 2>/dev/null || true
  return "$code"
}

# The end of the log for whoever looks at the job, and for the job that sends messages.
report() {
  local end mark="end-$RANDOM$RANDOM$RANDOM"
  end=$(tail -n 40 "$1" | tr -d '\r' | cut -c1-300)
  if [ -n "${GITHUB_STEP_SUMMARY:-}" ]; then
    { printf '%s\n' "$end" | sed 's/^/    /' && printf '\n'; } >>"$GITHUB_STEP_SUMMARY" # indented: it is text, no markup
  fi
  if [ -n "${GITHUB_OUTPUT:-}" ]; then
    printf 'code=%s\nsaid<<%s\n%s\n%s\n' "$2" "$mark" "$(printf '%s\n' "$end" | tail -n 12)" "$mark" >>"$GITHUB_OUTPUT"
  fi
}

# A secret that is not set arrives as an empty variable, which is not a key.
forget_empty_keys() {
  local name
  for name in $(compgen -e); do
    if [[ $name == *_API_KEY && -z ${!name} ]]; then unset "$name"; fi
  done
}

# Before anything is asked and paid for: there is a branch to push to, and nothing of a person's in the way.
require_clean() {
  if ! git symbolic-ref --quiet HEAD >/dev/null; then
    alert "this clone is on no branch, so that nothing could be pushed; check one out, such as: git checkout main"
    exit 2
  fi
  if [ -e "$(git rev-parse --git-path MERGE_HEAD)" ]; then
    alert "a merge is half done in this clone; end it with git commit, or go back with git merge --abort"
    exit 2
  fi
  if [ -n "$(git status --porcelain --untracked-files=no)" ]; then
    alert "this clone has changes that are not committed; commit or stash them first"
    exit 2
  fi
}

# Where git cannot merge a page, the remote's is taken later on: right for what the builder wrote in this run,
# and a loss for what a person committed here and did not push. So that goes first; this script's own commits wait.
push_own_commits() {
  local try branch files
  branch=$(git symbolic-ref --short HEAD)
  if ! git rev-parse --quiet --verify "refs/remotes/origin/$branch" >/dev/null; then return; fi
  if ! git log --format=%s "refs/remotes/origin/$branch..HEAD" | awk '!/^(Import|Merge) of / { found = 1 } END { exit !found }'; then return; fi
  for ((try = 1; try <= tries; try++)); do
    if git push --quiet origin "HEAD:$branch"; then say "what was committed here is pushed"; return; fi
    git fetch --quiet origin "$branch" || break
    if ! identified merge --quiet --no-edit FETCH_HEAD >/dev/null; then
      files=$(git diff --name-only --diff-filter=U | tr '\n' ' ')
      git merge --abort || true
      alert "what you committed here and what is on the remote both change ${files}; nothing was imported: merge by hand (git pull), then run this again"
      exit 3
    fi
  done
  alert "what you committed here could not be pushed, so nothing was imported; the log above says why"
  exit 3
}

# Nothing that a killed write left half-way is committed; the next run clears it.
commit() {
  local path
  for path in data docs mkdocs.base.yml; do
    if [ -e "$path" ] || git ls-files --error-unmatch "$path" >/dev/null 2>&1; then
      git add -A -- "$path" ':(exclude,glob)**/.*.wiki-part' ':(exclude,glob)**/.*.wiki-swap'
    fi
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
  branch=$(git symbolic-ref --short HEAD)
  base=$(git merge-base HEAD "refs/remotes/origin/$branch" 2>/dev/null || git rev-parse HEAD)
  commit "Import of $(date -u +%F)"
  if [ -n "$stopped" ]; then tries=1; fi
  for ((try = 1; try <= tries; try++)); do
    if [ "$(git rev-parse HEAD)" = "$base" ]; then say "nothing new to push"; return; fi
    if remote push --quiet origin "HEAD:$branch"; then say "pushed to $branch"; return; fi
    say "the push was rejected ($try of $tries)"
    if [ "$try" = "$tries" ]; then break; fi
    sleep "$((pause * (try - 1)))"
    take_over_remote
  done
  alert "the push was rejected $tries times; nothing is lost, run it again"
  exit 3
}

# git with the token, which nothing else is given.
remote() {
  if [ -z "$token" ]; then git "$@"; return; fi
  GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0="http.${GITHUB_SERVER_URL:-https://github.com}/.extraheader" \
    GIT_CONFIG_VALUE_0="AUTHORIZATION: basic $(printf 'x-access-token:%s' "$token" | base64 | tr -d '\n')" git "$@"
}

take_over_remote() {
  remote fetch --quiet origin "$branch"
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
      data/spending/* | data/runs.txt | data/pages.txt | data/entries/* | data/operations.jsonl | data/comparisons.txt) unite "$path" ;;
      data/posts/* | data/events.jsonl | data/marks/marks.txt | data/sent/*.txt | data/library.jsonl) unite "$path" ;;
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

# Both sides' lines, also where .gitattributes is of a time before these files.
unite() {
  local side folder
  if [ -z "$(stage 3 "$1")" ] || [ -z "$(stage 2 "$1")" ]; then take theirs "$1"; return; fi
  folder=$(mktemp -d)
  for side in 1 2 3; do git cat-file blob ":$side:$1" >"$folder/$side" 2>/dev/null || : >"$folder/$side"; done
  git merge-file --quiet --union "$folder/2" "$folder/1" "$folder/3"
  cp "$folder/2" "$1"
  rm -r "$folder"
  git add -- "$1"
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
