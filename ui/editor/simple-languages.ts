// Highlighting of GraphQL and SQL: words, texts, numbers and comments, without a grammar.
import { LanguageSupport, StreamLanguage, type StringStream } from '@codemirror/language';

interface Lexicon {
  readonly name: string;
  readonly keywords: ReadonlySet<string>;
  /** A comment up to the end of its line. */
  readonly comment: RegExp;
  readonly text: RegExp;
  readonly variable: RegExp;
  readonly isCaseSensitive: boolean;
}

const GRAPHQL: Lexicon = {
  name: 'graphql',
  keywords: new Set(['query', 'mutation', 'subscription', 'fragment', 'on', 'true', 'false', 'null']),
  comment: /^#.*/,
  text: /^"(?:[^"\\]|\\.)*"?/,
  variable: /^[$@]\w+/,
  isCaseSensitive: true,
};

const SQL: Lexicon = {
  name: 'sql',
  keywords: new Set(
    `add all alter and as asc begin between by case cast check column commit constraint create cross current_date
    current_timestamp default delete desc distinct drop else end except exists explain false fetch first foreign from
    full group having if ilike in index inner insert intersect into is join key left like limit natural not null nulls
    offset on or order outer over partition primary references returning right rollback select set table then true
    truncate union unique update using values view when where window with`.split(/\s+/),
  ),
  comment: /^--.*/,
  text: /^'(?:[^']|'')*'?/,
  variable: /^(?:\$\d+|\?)/,
  isCaseSensitive: false,
};

export const graphql = (): LanguageSupport => languageOf(GRAPHQL);
export const sql = (): LanguageSupport => languageOf(SQL);

function languageOf(lexicon: Lexicon): LanguageSupport {
  return new LanguageSupport(
    StreamLanguage.define({ name: lexicon.name, token: (stream) => tokenOf(stream, lexicon) }),
  );
}

/** Steps over a token, and returns its kind; null for plain text. */
function tokenOf(
  stream: StringStream,
  { keywords, comment, text, variable, isCaseSensitive }: Lexicon,
): string | null {
  if (stream.eatSpace()) return null;
  if (stream.match(comment)) return 'comment';
  if (stream.match(text)) return 'string';
  if (stream.match(variable)) return 'labelName';
  if (stream.match(/^\d[\d.]*/)) return 'number';
  const word = stream.match(/^[_A-Za-z]\w*/);
  if (typeof word === 'boolean' || word === null) {
    stream.next();
    return null;
  }
  const name = isCaseSensitive ? word[0] : word[0].toLowerCase();
  return keywords.has(name) ? 'keyword' : 'propertyName';
}
