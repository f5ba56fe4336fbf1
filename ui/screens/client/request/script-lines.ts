// Adds lines to the script after the response, from what a response has.
import { count } from '../../../state/actions.ts';
import { say } from '../../../state/toasts.ts';
import { openObject } from '../model/objects.ts';
import { withLines } from './value-scripts.ts';
import { editRequest, requestView } from './fields.ts';

/** Adds lines to the script of the request in a tab, and offers to take them back. */
export function addToScript(tab: string, lines: readonly string[]): void {
  const { scripts } = requestView(openObject(tab).value);
  editRequest(tab, { scripts: { ...scripts, test: withLines(scripts.test, lines) } });
  const added = lines.every((line) => line.startsWith('pm.test(')) ? count(lines.length, 'test') : 'A line';
  say(`${added} added to the script after the response`, () => {
    const now = requestView(openObject(tab).value).scripts;
    const rest = lines.reduce((script, line) => script.replace(`${line}\n`, ''), now.test);
    editRequest(tab, { scripts: { ...now, test: rest } });
  });
}
