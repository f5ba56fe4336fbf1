// Reads the retired names and wording from the table in docs/glossary.md, which is their only list.

export interface Retired {
  /** As the table has it: a name such as `…lane`, or a phrase. */
  readonly text: string;
  readonly use: string;
  /** Folders in which it is retired; none for the whole project. */
  readonly folders: readonly string[];
  readonly matches: (text: string) => boolean;
}

export interface RetiredWords {
  /** Names of declarations and files. */
  readonly names: readonly Retired[];
  /** Wording of comments, messages and documentation. */
  readonly phrases: readonly Retired[];
}

const HEADING = '## Retired words';

/** Reads the table below the heading "Retired words". Throws an Error for a row that retires nothing. */
export function retiredWords(glossary: string): RetiredWords {
  const section = glossary.slice(glossary.indexOf(HEADING) + HEADING.length).split('\n## ', 1)[0] ?? '';
  const rows = section
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .slice(2)
    .map(readRow);
  return { names: rows.flatMap(({ names }) => names), phrases: rows.flatMap(({ phrases }) => phrases) };
}

function readRow(line: string): RetiredWords {
  const [, words = '', use = '', where = ''] = line.split('|').map((cell) => cell.trim());
  const row = { use: use.replaceAll('`', ''), folders: quoted(where, /`([^`]+)`/g) };
  const names = quoted(words, /`([^`]+)`/g).map((text) => ({ ...row, text, matches: nameMatcher(text) }));
  const phrases = quoted(words, /"([^"]+)"/g).map((text) => ({ ...row, text, matches: phraseMatcher(text) }));
  if (names.length + phrases.length === 0) throw new Error(`the glossary retires nothing in: ${line}`);
  return { names, phrases };
}

function quoted(cell: string, pattern: RegExp): readonly string[] {
  return Array.from(cell.matchAll(pattern), ([, text = '']) => text);
}

/** Compares names word by word, in any case: `…lane` matches `BlindLane` and `BLIND_LANE`, but not `plane`. */
function nameMatcher(pattern: string): (name: string) => boolean {
  const words = wordsOf(pattern.replaceAll('…', ''));
  const source = `${pattern.startsWith('…') ? '(?:.* )?' : ''}${words}${pattern.endsWith('…') ? '(?: .*)?' : ''}`;
  const expression = new RegExp(`^${source}$`);
  return (name) => expression.test(wordsOf(name));
}

/** A project has few names, and declares them often. */
const known = new Map<string, string>();

/** Returns the words of a name in lower case, separated by spaces. */
function wordsOf(name: string): string {
  let words = known.get(name);
  if (words === undefined) {
    words = name
      .split(/[^A-Za-z\d]+|(?<=[a-z\d])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/)
      .filter((word) => word !== '')
      .join(' ')
      .toLowerCase();
    known.set(name, words);
  }
  return words;
}

function phraseMatcher(phrase: string): (line: string) => boolean {
  const expression = new RegExp(`\\b${phrase}\\b`, 'i');
  return (line) => expression.test(line);
}
