// The problems of a request, one for each failed test or error, with their place in the files of the collection.
import type { FilePlace, PlaceOf, RequestRun } from '../../runner/events.ts';
import { scriptPlace } from './script-place.ts';

export interface Problem {
  /** The folders and the name of the request, and the test. */
  readonly title: string;
  readonly message: string;
  readonly place: FilePlace | null;
}

export function problemsOf(run: RequestRun, placeOf: PlaceOf | undefined): readonly Problem[] {
  const name = [...run.folders, run.name].join(' / ');
  const place = (test?: string): FilePlace | null => placeOf?.(run, test) ?? null;
  const answer = run.response === null ? '' : ` (${run.method} answered ${run.response.status})`;
  return [
    ...(run.error === null ? [] : [{ title: name, message: run.error, place: place() }]),
    ...run.scriptErrors.map((error) => ({
      title: `${name}: ${scriptPlace(error)}`,
      message: `${error.name}: ${error.message}`,
      place: place(),
    })),
    ...run.tests
      .filter(({ passed, skipped }) => !passed && !skipped)
      .map((test) => ({
        title: `${name}: ${test.name}`,
        message: `${test.error?.message ?? 'the test has failed'}${answer}`,
        place: place(test.name),
      })),
  ];
}
