// Converts scripts of Postman, which are events with a text or a list of lines.
import { isObject } from '../../../../base/is-object.ts';
import { describeType } from '../../../../documents/json-values.ts';
import type { Scripts } from '../../../../collections/model/values.ts';
import type { ImportContext } from '../import-context.ts';
import { joinScripts } from '../join-scripts.ts';

const PHASES = new Map<unknown, keyof Scripts>([
  ['prerequest', 'preRequest'],
  ['test', 'test'],
]);

/** Joins several scripts of one kind. Each of them runs as if it were alone. A single event need not be in a list. */
export function scriptsOf(events: unknown, context: ImportContext): Scripts {
  const texts = { preRequest: [] as string[], test: [] as string[] };
  for (const event of isObject(events) ? [events] : context.list(events, 'the events')) {
    if (!isObject(event)) {
      context.warn(`an event is ${describeType(event)}, not an object, and was left out`);
      continue;
    }
    const text = scriptText(event['script'], context);
    if (text.trim() === '') continue;
    const phase = PHASES.get(event['listen']);
    const name = JSON.stringify(event['listen'] ?? null).slice(0, 100);
    if (phase === undefined) context.warn(`the event ${name} is unknown: its script was left out`);
    else if (event['disabled'] === true)
      context.warn(`the event ${name} is switched off: its script was left out`);
    else texts[phase].push(text);
  }
  return { preRequest: joinScripts(texts.preRequest), test: joinScripts(texts.test) };
}

function scriptText(script: unknown, context: ImportContext): string {
  if (!isObject(script)) return linesOf(script, context);
  if (script['exec'] === undefined && script['src'] !== undefined)
    context.warn('a script is stored at another address, which is not fetched: it was left out');
  return linesOf(script['exec'], context);
}

function linesOf(script: unknown, context: ImportContext): string {
  if (!Array.isArray(script)) return context.text(script, 'a script');
  const lines = context.list(script, 'a script');
  return lines.map((line) => context.text(line, 'a line of a script')).join('\n');
}
