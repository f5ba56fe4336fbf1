// Completion in scripts: the functions that the proxy calls, the globals, and the members of their parameters.
import {
  autocompletion,
  snippetCompletion,
  type Completion,
  type CompletionSource,
} from '@codemirror/autocomplete';
import type { Extension } from '@codemirror/state';
import { FUNCTIONS, GLOBALS, MEMBERS, type ApiEntry } from './api.ts';

const TOP: readonly Completion[] = [
  ...FUNCTIONS.map(([label, template, info]) =>
    snippetCompletion(template, { label, info, type: 'function', boost: 2 }),
  ),
  ...GLOBALS.map(completionOf),
];

function completionOf({ name, detail, info, isCall }: ApiEntry): Completion {
  return { label: name, detail, type: isCall ? 'function' : 'property', ...(info !== undefined && { info }) };
}

const complete: CompletionSource = (context) => {
  const member = context.matchBefore(/([\w$]+)\.(\w*)$/);
  if (member !== null) {
    const object = member.text.slice(0, member.text.indexOf('.'));
    const known = MEMBERS[object];
    if (known === undefined) return null;
    return { from: member.from + object.length + 1, options: known.map(completionOf), validFor: /^\w*$/ };
  }
  const word = context.matchBefore(/[\w$]+$/);
  if (word === null && !context.explicit) return null;
  return { from: word?.from ?? context.pos, options: TOP, validFor: /^\w*$/ };
};

export const scriptExtensions: readonly Extension[] = [autocompletion({ override: [complete] })];
