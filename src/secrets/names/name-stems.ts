// The stems of names: three letters, or both letters of a short word. Each name of a secret contains a stem, and the
// pass over a text finds the stems. They are derived from the words of names, so that a new word is found too.
import { NAME_WORDS } from './names.ts';

const LENGTH = 3;

/** Returns few stems: most words contain one of a shorter word. */
function stemsOf(words: readonly string[]): readonly string[] {
  const stems = new Set<string>();
  // Words with accents come first: a plain stem also matches them when they are written without accents.
  const rank = (word: string): number => (isPlain(word) ? word.length : 0);
  for (const word of words.toSorted((a, b) => rank(a) - rank(b))) {
    const candidates = parts(word);
    if (candidates.length === 0) throw new Error(`${word}: a name needs two plain letters in a row`);
    if (!candidates.some((part) => stems.has(part))) stems.add(candidates[0]!);
  }
  return [...stems];
}

function isPlain(text: string): boolean {
  return /^[a-z\d]+$/.test(text);
}

/** Returns the runs of three plain characters of a word, or a word of two. */
function parts(word: string): readonly string[] {
  if (word.length < LENGTH) return isPlain(word) && word.length === 2 ? [word] : [];
  return Array.from({ length: word.length - LENGTH + 1 }, (_, at) => word.slice(at, at + LENGTH)).filter(
    isPlain,
  );
}

const ALL = stemsOf(NAME_WORDS);

export const STEMS: readonly string[] = ALL.filter((stem) => stem.length === LENGTH);
/** Stems of two letters, which any character may precede. */
export const SHORT_STEMS: readonly string[] = ALL.filter((stem) => stem.length < LENGTH);
