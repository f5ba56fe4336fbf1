// The header fields of a message by their names, since many rules look at the same few.
import { HeadReader } from '../../../../flow/head-fields.ts';

/**
 * Values by names in lower case; those of one name are joined by `, ` (RFC 9110 section 5.3), those of Set-Cookie by line
 * ends.
 */
export type Fields = ReadonlyMap<string, string>;

export class FieldReader {
  readonly #heads = new HeadReader();

  read(head: string): Fields {
    const values = new Map<string, string>();
    for (const { key, value } of this.#heads.fields(head)) {
      const before = values.get(key);
      const separator = key === 'set-cookie' ? '\n' : ', ';
      values.set(key, before === undefined ? value.trim() : `${before}${separator}${value.trim()}`);
    }
    return values;
  }
}

/** Returns the value of a field, `name` in lower case; the empty text without the field. */
export function fieldText(fields: Fields, name: string): string {
  return fields.get(name) ?? '';
}
