// The problems of a request, one for each failed test or error, with their place in the files of the collection.
import type { FilePlace, PlaceOf, RequestRun } from '../../runner/events.ts';
import { scriptPlace } from './script-place.ts';

export interface Problem {
  /** The folders and the name of the request, and the test. */
  readonly title: string;
  readonly message: string;
  readonly at: FilePlace | null;
}

export function problemsOf(run: RequestRun, placeOf: PlaceOf | undefined): readonly Problem[] {
  const name = [...run.folders, run.name].join(' / ');
  const at = (test?: string): FilePlace | null => placeOf?.(run, test) ?? null;
  const answer = run.response === null ? '' : ` (${run.method} answered ${run.response.status})`;
  return [
    ...(run.error === null ? [] : [{ title: name, message: run.error, at: at() }]),
    ...run.scriptErrors.map((error) => ({
      title: `${name}: ${scriptPlace(error)}`,
      message: `${error.name}: ${error.message}`,
      at: at(),
    })),
    ...run.tests
      .filter(({ passed, skipped }) => !passed && !skipped)
      .map((test) => ({
        title: `${name}: ${test.name}`,
        message: `${test.error?.message ?? 'the test has failed'}${answer}`,
        at: at(test.name),
      })),
  ];
}
