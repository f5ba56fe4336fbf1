// Reports failures in the format of GitLab for the quality of code, which merge requests show at the lines of files
// (https://docs.gitlab.com/ci/testing/code_quality/#code-quality-report-format).
import { createHash } from 'node:crypto';
import { defineReporter } from './contract.ts';
import type { PlaceOf, RequestRun, RunStart } from '../runner/events.ts';
import { problemsOf, type Problem } from './shared/problems.ts';
import { fileReporter, type ReportFormat } from './shared/report-file.ts';

export const gitlab = defineReporter({
  name: 'gitlab',
  settings: [],
  file: { defaultPath: 'gl-code-quality-report.json', description: 'where the code quality report goes' },
  create: ({ path }) => fileReporter(path, new GitlabFormat()),
});

class GitlabFormat implements ReportFormat {
  #placeOf: PlaceOf | undefined;
  #collection = '';
  #count = 0;

  start({ placeOf, collection }: RunStart): string {
    this.#placeOf = placeOf;
    this.#collection = collection.name;
    return '[';
  }

  request(run: RequestRun): string {
    return problemsOf(run, this.#placeOf)
      .map((problem) => {
        this.#count += 1;
        const entry = entryOf(problem, this.#collection, run.iteration);
        return `${this.#count === 1 ? '' : ','}\n${JSON.stringify(entry)}`;
      })
      .join('');
  }

  end(): string {
    return '\n]\n';
  }
}

function entryOf({ title, message, at }: Problem, collection: string, iteration: number) {
  // The same problem has the same fingerprint in each run, so that GitLab knows what is new.
  const fingerprint = createHash('sha256').update(`${collection}\0${title}\0${iteration}`).digest('hex');
  return {
    description: `${title}: ${message}`,
    check_name: 'proxyctl',
    fingerprint,
    severity: 'major',
    location: { path: at?.file ?? collection, lines: { begin: at?.line ?? 1 } },
  };
}
