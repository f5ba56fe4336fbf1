// The bounds of the drafts that the app keeps, and how they are read from a file.
import type { Drafts } from '../base/drafts.ts';
import { ParameterError } from '../base/errors.ts';
import { isObject } from '../base/is-object.ts';

/** Characters of all drafts as JSON. */
const MAX_DRAFTS = 8 * 1024 * 1024;

/** Returns the drafts. Throws a ParameterError when they are too large to be kept. */
export function boundedDrafts(drafts: Drafts): Drafts {
  const size = JSON.stringify(drafts).length;
  if (size > MAX_DRAFTS)
    throw new ParameterError(
      `the drafts would have ${size} characters, and ${MAX_DRAFTS} are kept: save or discard some`,
      { field: 'changes' },
    );
  return drafts;
}

/** Parses drafts from a file. Throws a ParameterError. */
export function parsedDrafts(drafts: unknown): Drafts {
  const isDraft = (draft: unknown): boolean =>
    isObject(draft) &&
    isObject(draft['base']) &&
    isObject(draft['fields']) &&
    Object.values(draft['fields']).every(isObject);
  if (!isObject(drafts) || !Object.values(drafts).every(isDraft))
    throw new ParameterError('drafts is not an object of drafts: each has base and fields', {
      field: 'drafts',
    });
  return boundedDrafts(drafts as Drafts);
}
