// Finds names of secrets that are written with escapes of letters: `"p\u0061ssword"`, `p%61ssword=`, `p&#97;ssword`.
import type { NameHit } from './name-hits.ts';
import { namedSecret } from './names.ts';

interface Writing {
  /** The beginning of an escape. */
  readonly lead: string;
  /** An escape of a letter. */
  readonly letter: RegExp;
  /** A name of plain characters and escapes, up to a length. */
  readonly name: RegExp;
}

const HEX_LETTER = '(?:4[1-9A-Fa-f]|5[0-9Aa]|6[1-9A-Fa-f]|7[0-9Aa])';
const WRITINGS: readonly Writing[] = [String.raw`\\u00`, '%', '&#x'].map((lead) => {
  const escape = `${lead}(?:${HEX_LETTER}|2[DEde]|3\\d|5[Ff])${lead === '&#x' ? ';' : ''}`;
  return {
    // As it stands in a text; the others are patterns.
    lead: lead.replace('\\\\', '\\'),
    letter: new RegExp(`${lead}${HEX_LETTER}`, 'y'),
    name: new RegExp(`(?:[\\w.-]|${escape}){1,80}`, 'y'),
  };
});
const NUMBERED: Writing = {
  lead: '&#',
  letter: /&#(?:6[5-9]|[78]\d|90|9[7-9]|1[01]\d|12[0-2]);/y,
  name: /(?:[\w.-]|&#\d{2,3};){1,80}/y,
};

export function* escapedNames(text: string): Generator<NameHit, void, undefined> {
  for (const writing of [...WRITINGS, NUMBERED]) {
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
      // An escape without its end, as in `&#x41`, is none.
      const written = writing.name.exec(text)?.[0];
      if (written === undefined) continue;
      done = start + written.length;
      const name = decoded(written);
      const found = namedSecret(name);
      if (found !== null) yield { name, start, end: done, found };
    }
  }
}

function decoded(name: string): string {
  return name
    .replaceAll(/(?:\\u00|%|&#x)([\dA-Fa-f]{2});?/g, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    )
    .replaceAll(/&#(\d{2,3});/g, (_, code: string) => String.fromCharCode(Number(code)));
}
