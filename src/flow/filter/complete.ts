// Completion of filters while they are typed.
import { filterKeys, findKey, hasNames } from './keys.ts';
import { filterTokens, type TermToken } from './tokens.ts';

export interface Completion {
  /** Replaces the text from `start` to `end`. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** One line about it. */
  readonly summary: string;
  /** True when a value has to follow, so that completion goes on. */
  readonly isOpen: boolean;
}

/** Values of the traffic, such as hosts, by the name of the key that they belong to; the most frequent first. */
export type KnownValues = Readonly<Record<string, readonly string[]>>;

const MAX_COMPLETIONS = 12;

/** Returns what can be written at `caret`, the best first. */
export function completions(text: string, caret: number, known: KnownValues = {}): readonly Completion[] {
  const tokens = filterTokens(text.slice(0, caret), {
    isKey: (name) => findKey(name) !== undefined,
    hasNames,
  });
  const last = tokens.at(-1);
  const isInside = last?.type === 'term' && last.end === caret;
  if (!isInside) return keyCompletions('', caret, caret);
  return last.key === null
    ? keyCompletions(text.slice(last.start, caret), last.start, caret)
    : valueCompletions(last, caret, known);
}

function keyCompletions(typed: string, start: number, end: number): readonly Completion[] {
  const lower = typed.toLowerCase();
  return filterKeys
    .filter(({ name }) => name.startsWith(lower))
    .flatMap(({ name, summary, example, isOrdered }) => {
      const entry = (text: string, about: string): Completion => {
        return { text, start, end, summary: about, isOpen: true };
      };
      const plain = entry(`${name}:`, `${summary}, e.g. ${example}`);
      // A key that is mainly compared, such as a size, is of little use on its own.
      const compared = isOrdered && !['status', 'id', 'port'].includes(name);
      return compared
        ? [entry(`${name}>`, `more than, e.g. ${example}`), entry(`${name}<`, 'less than')]
        : [plain];
    })
    .slice(0, lower === '' ? 8 : MAX_COMPLETIONS);
}

function valueCompletions(token: TermToken, caret: number, known: KnownValues): readonly Completion[] {
  const key = findKey(token.key ?? '');
  if (key === undefined) return [];
  const value = token.values.at(-1);
  // What follows the name of a header is any text.
  if (value !== undefined && value.name !== null) return [];
  const isWriting = value?.end === caret;
  const typed = isWriting ? value.text.toLowerCase() : '';
  const start = isWriting ? value.start : caret;
  return [...(known[key.name] ?? []), ...key.values]
    .filter((each, index, all) => all.indexOf(each) === index)
    .filter((each) => each.toLowerCase().includes(typed) && each.toLowerCase() !== typed)
    .sort((a, b) => Number(!a.toLowerCase().startsWith(typed)) - Number(!b.toLowerCase().startsWith(typed)))
    .slice(0, MAX_COMPLETIONS)
    .map((each) => ({ text: quoted(each), start, end: caret, summary: '', isOpen: false }));
}

/** Returns the value as it is written in a filter. */
export function quoted(value: string): string {
  return /^[^\s"'(),*?]+$/.test(value) ? value : `"${value.replace(/(["\\])/g, '\\$1')}"`;
}
