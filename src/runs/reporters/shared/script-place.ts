// The place of a failure in a script, for people.
import type { ScriptFailure } from '../../runner/events.ts';

/** Returns the place, for example `test script of folder Users, line 3`. */
export function scriptPlace({ where, event, line }: Pick<ScriptFailure, 'where' | 'event' | 'line'>): string {
  const kind = event === 'test' ? 'test' : 'pre-request';
  return `${kind} script of ${where === 'collection' || where === 'request' ? `the ${where}` : where}${line === null ? '' : `, line ${line}`}`;
}
