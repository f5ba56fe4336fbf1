// Finds names of secrets with escaped letters: `"p\u0061ssword"`, `p%61ssword=`, `p&#97;ssword`.
import type { NameHit } from '../scan/name-hits.ts';
import { namedSecret } from '../names/names.ts';

interface Writing {
  /** The beginning of an escape. */
  readonly lead: string;
  /** An escape of a letter. */
  readonly letter: RegExp;
  /** A name of plain characters and escapes, up to a length. */
  readonly name: RegExp;
}

const ASCII = '4[1-9A-Fa-f]|5[0-9Aa]|6[1-9A-Fa-f]|7[0-9Aa]';
/** Letters with accents, and their bytes in UTF-8 after the byte C3. */
const LATIN = '[C-Fc-f][0-9A-Fa-f]';
const LATIN_UTF8 = '[Cc]3%[89ABab][0-9A-Fa-f]';
const SIGNS = '2[DEde]|3\\d|5[Ff]';

const WRITINGS: readonly Writing[] = [
  hexWriting('\\u00', LATIN),
  hexWriting('%', LATIN_UTF8),
  hexWriting('&#x', LATIN, ';'),
  {
    lead: '&#',
    letter: /&#(?:6[5-9]|[78]\d|90|9[7-9]|1[01]\d|12[0-2]|19[2-9]|2[0-5]\d);/y,
    name: /(?:[\w.-]|&#\d{2,3};){1,80}/y,
  },
];

function hexWriting(lead: string, accented: string, end = ''): Writing {
  const escape = (codes: string): string => `${lead.replace('\\', '\\\\')}(?:${codes})${end}`;
  const letters = `${ASCII}|${accented}`;
  return {
    lead,
    letter: new RegExp(escape(letters), 'y'),
    name: new RegExp(`(?:[\\w.-]|${escape(`${letters}|${SIGNS}`)}){1,80}`, 'y'),
  };
}

export function* escapedNames(text: string): Generator<NameHit, void, undefined> {
  for (const writing of WRITINGS) {
    let done = 0;
    const { lead, letter } = writing;
    for (let index = text.indexOf(lead); index >= 0; index = text.indexOf(lead, index + lead.length)) {
      letter.lastIndex = index;
      if (index < done || !letter.test(text)) continue;
      let start = index;
      while (start > done && index - start < 40 && /[\w.-]/.test(text[start - 1]!)) start -= 1;
      // The rest of an escaped quote: `\u0022p\u0061ssword`, `%22p%61ssword`.
      if (/[\\%]/.test(text[start - 1] ?? '')) start = Math.min(index, start + (text[start] === 'u' ? 5 : 2));
      writing.name.lastIndex = start;
      // An unterminated escape, as in `&#x41`, is not an escape.
      const written = writing.name.exec(text)?.[0];
      if (written === undefined) continue;
      done = start + written.length;
      const name = decoded(written);
      const secret = namedSecret(name);
      if (secret !== null) yield { name, start, end: done, secret };
    }
  }
}

function decoded(name: string): string {
  return name
    .replaceAll(/%[Cc]3%[89ABab][\dA-Fa-f]/g, (escape) => decodeURIComponent(escape))
    .replaceAll(/(?:\\u00|%|&#x)([\dA-Fa-f]{2});?/g, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    )
    .replaceAll(/&#(\d{2,3});/g, (_, code: string) => String.fromCharCode(Number(code)));
}
