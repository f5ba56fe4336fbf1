// The offers for what is being typed: variables, dynamic variables, and words such as the names of headers.
import { type KnownVariable, type VariableSource } from './variable-source.ts';

export type Offer =
  | { readonly type: 'variable'; readonly text: string; readonly variable: KnownVariable }
  | { readonly type: 'dynamic'; readonly text: string }
  /** Makes the variable that was typed. */
  | { readonly type: 'create'; readonly text: string; readonly owner: string | null }
  | { readonly type: 'word'; readonly text: string };

/** More would not be read: typing on leaves fewer. */
const MAX_OFFERS = 200;

/** Returns the variables for the characters that are typed between the braces, the best first. */
export function variableOffers(typed: string, source: VariableSource): readonly Offer[] {
  const name = typed.trim();
  const offers: Offer[] = matching(
    new Map(source.variables.toReversed().map((variable) => [variable.name, variable])).values(),
    name,
    (variable) => variable.name,
  ).map((variable) => ({ type: 'variable', text: variable.name, variable }));
  if (name.startsWith('$'))
    offers.push(
      ...matching(source.dynamic, name, (text) => text).map((text): Offer => ({ type: 'dynamic', text })),
    );
  const isNew = name !== '' && !name.startsWith('$') && !offers.some(({ text }) => text === name);
  if (source.create !== undefined && isNew)
    offers.push({ type: 'create', text: name, owner: source.createsIn ?? null });
  return offers;
}

/** Returns the words for a text that is typed. A word that is complete needs no offer. */
export function wordOffers(typed: string, words: readonly string[]): readonly Offer[] {
  const offers = matching(words, typed.trim(), (text) => text);
  if (offers.length === 1 && offers[0] === typed) return [];
  return offers.map((text) => ({ type: 'word', text }));
}

/** Returns what begins with the typed characters, then what holds them, in any case. */
function matching<T>(all: Iterable<T>, typed: string, textOf: (each: T) => string): T[] {
  const wanted = typed.toLowerCase();
  const [first, then]: [T[], T[]] = [[], []];
  for (const each of all) {
    const at = textOf(each).toLowerCase().indexOf(wanted);
    if (at === 0) first.push(each);
    else if (at > 0) then.push(each);
  }
  const byText = (a: T, b: T): number => textOf(a).localeCompare(textOf(b), 'en', { sensitivity: 'base' });
  return [...first.sort(byText), ...then.sort(byText)].slice(0, MAX_OFFERS);
}
