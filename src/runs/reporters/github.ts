// Reports failures as annotations of GitHub Actions: workflow commands on standard output
// (https://docs.github.com/actions/reference/workflow-commands-for-github-actions).
import { defineReporter } from './contract.ts';
import type { PlaceOf } from '../runner/events.ts';
import { problemsOf, type Problem } from './shared/problems.ts';

/** GitHub shows ten errors of a step; further ones are counted. */
const MAX_SHOWN = 10;

export const github = defineReporter({
  name: 'github',
  settings: [],
  file: null,
  create: ({ print }) => {
    let placeOf: PlaceOf | undefined;
    let count = 0;
    return Promise.resolve({
      start(run) {
        placeOf = run.placeOf;
      },
      async request(run) {
        for (const problem of problemsOf(run, placeOf)) {
          count += 1;
          if (count <= MAX_SHOWN) await print(`${commandOf(problem)}\n`);
        }
      },
      async end({ stopped }) {
        if (count > MAX_SHOWN) await print(`::error::${count - MAX_SHOWN} more have failed\n`);
        if (stopped !== null) await print(`::error::${escaped(`The run is not complete: ${stopped}`)}\n`);
      },
    });
  },
});

function commandOf({ title, message, at }: Problem): string {
  const location = at === null ? '' : `file=${property(at.file)},line=${at.line},`;
  return `::error ${location}title=${property(title)}::${escaped(message)}`;
}

function escaped(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function property(text: string): string {
  return escaped(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
