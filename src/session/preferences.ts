// Preferences of the web UI: saved filters, the columns of the traffic list, sizes of panes. The pages know what a
// value means; here it is JSON of a bounded size, so that a page can remember something new without a change here.
import { isObject } from '../base/is-object.ts';
import { ParameterError } from '../base/errors.ts';
import { mergePatch } from '../base/merge-patch.ts';

/** Values by name, such as `traffic.filters`. */
export type Preferences = Readonly<Record<string, unknown>>;

/** Characters of all preferences as JSON. */
const MAX_PREFERENCES = 512 * 1024;

/** Returns the preferences after a merge patch. Throws a ParameterError when they become too large. */
export function changedPreferences(current: Preferences, change: Preferences): Preferences {
  const changed = mergePatch(current, change) as Preferences;
  const size = JSON.stringify(changed).length;
  if (size > MAX_PREFERENCES)
    throw new ParameterError(
      `the preferences would have ${size} characters, and the app keeps ${MAX_PREFERENCES}: remove saved filters or columns`,
      { field: 'changes' },
    );
  return changed;
}

/** Parses the content of preferences.json. Throws an Error. */
export function parsedPreferences({ preferences = {} }: Readonly<Record<string, unknown>>): Preferences {
  if (!isObject(preferences))
    throw new ParameterError('preferences is not an object: give names with values', {
      field: 'preferences',
    });
  return changedPreferences({}, preferences);
}
