#!/usr/bin/env bash
# Runs a command behind proxyctl, or a collection, with the reports that a CI system shows. Called by action.yml and
# ci/gitlab.yml, which set PROXYCTL_COMMAND or PROXYCTL_COLLECTION, and PROXYCTL_OPTIONS, _BASELINE and _FOLDER.
set -euo pipefail

fail() {
  echo "error: $1" >&2
  exit 2
}

command=${PROXYCTL_COMMAND:-}
collection=${PROXYCTL_COLLECTION:-}
baseline=${PROXYCTL_BASELINE:-}
folder=${PROXYCTL_FOLDER:-proxyctl-report}
[[ -n $command || -n $collection ]] || fail "give a command or a collection"
[[ -z $command || -z $collection ]] || fail "give a command or a collection, not both"
[[ -z $collection || -z $baseline ]] || fail "baseline: a collection has none, its tests say what is expected"

# The options are words as in a shell. They come from the workflow, as the command does.
eval "options=(${PROXYCTL_OPTIONS:-})"
mkdir -p "$folder"

if [[ -n $collection ]]; then
  reporters=cli,junit,html,json
  exports=(--reporter-junit-export "$folder/junit.xml" --reporter-html-export "$folder/report.html" --reporter-json-export "$folder/report.json")
  [[ ${GITHUB_ACTIONS:-} != true ]] || reporters+=,github
  if [[ ${GITLAB_CI:-} == true ]]; then
    reporters+=,gitlab
    exports+=(--reporter-gitlab-export "$folder/code-quality.json")
  fi
  exec proxyctl collection run "$collection" --reporters "$reporters" "${exports[@]}" ${options[@]+"${options[@]}"}
fi

reports=(--report "$folder/report.md" --report-html "$folder/report.html" --report-json "$folder/report.json" --report-junit "$folder/junit.xml")
[[ -z $baseline ]] || reports+=(--schema-baseline "$baseline" --fail-on-schema-change)
exec proxyctl run "${reports[@]}" ${options[@]+"${options[@]}"} -- bash -c "$command"
