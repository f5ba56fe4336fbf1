// Finds secrets in GraphQL variables whose own names reveal nothing: `login(password: $p)` with `{"variables": {"p":
// "…"}}`.
import { closingQuote } from './assigned-values.ts';
import type { Range } from './command-lines.ts';
import { namedSecret } from '../names/names.ts';

const ARGUMENT = /\b([A-Za-z_]\w{0,60})\s{0,5}:\s{0,5}\$([A-Za-z_]\w{0,60})/g;
const MAX_VARIABLES = 20;

export function* renamedVariables(text: string): Generator<Range, void, undefined> {
  if (!text.includes('variables')) return;
  for (const name of secretVariables(text)) yield* membersOf(text, name);
}

/** Returns the variables that are handed to arguments with names of secrets. */
function secretVariables(text: string): ReadonlySet<string> {
  const renamed = new Set<string>();
  for (const [, argument = '', variable = ''] of text.matchAll(ARGUMENT)) {
    if (renamed.size >= MAX_VARIABLES) break;
    if (isSecret(argument) && !isSecret(variable)) renamed.add(variable);
  }
  return renamed;
}

function isSecret(name: string): boolean {
  return namedSecret(name)?.isWeak === false;
}

function* membersOf(text: string, name: string): Generator<Range, void, undefined> {
  const member = new RegExp(String.raw`(\\*)"${name}\1"\s{0,20}:\s{0,20}\1"`, 'g');
  for (const { index, 0: whole, 1: escapes = '' } of text.matchAll(member)) {
    const start = index + whole.length;
    const end = closingQuote(text, start, '"', escapes.length);
    if (end > start) yield [start, end];
  }
}
