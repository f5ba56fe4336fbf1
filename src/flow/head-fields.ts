// The fields of a head that travels as text, such as to a thread.
import { textOfOctets } from '../base/octets.ts';
import { fieldList } from '../codec/http1/field-lines.ts';
import type { Header } from './message.ts';

export interface HeadField extends Header {
  /** The name in lower case. */
  readonly key: string;
}

/** Lines that are remembered; a longer one seldom comes again. */
const MAX_LINES = 1000;
const MAX_LENGTH = 300;

/** Reads many heads, with values as text. Most of their lines stand in others too, so each is taken apart once. */
export class HeadReader {
  readonly #lines = new Map<string, HeadField | null>();

  /** Returns the fields in the order and case in which they were sent. */
  fields(head: string): readonly HeadField[] {
    const fields: HeadField[] = [];
    let at = head.indexOf('\r\n') + 2;
    while (at > 1 && at < head.length - 2) {
      const end = head.indexOf('\r\n', at);
      if (end < 0) break;
      const field = this.#field(head.slice(at, end));
      if (field !== null) fields.push(field);
      at = end + 2;
    }
    return fields;
  }

  #field(line: string): HeadField | null {
    const known = this.#lines.get(line);
    if (known !== undefined) return known;
    const field = fieldOf(line);
    if (line.length > MAX_LENGTH) return field;
    if (this.#lines.size >= MAX_LINES) this.#lines.clear();
    // A copy, because a part of a head would keep all of it in memory.
    this.#lines.set(Buffer.from(line, 'latin1').toString('latin1'), field);
    return field;
  }
}

/** Returns null for a line that is none. */
function fieldOf(line: string): HeadField | null {
  const [field] = fieldList(`\r\n${line}\r\n\r\n`);
  if (field === undefined) return null;
  return { name: field.name, value: textOfOctets(field.value), key: field.name.toLowerCase() };
}
