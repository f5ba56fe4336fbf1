// The header fields of a message by name, because many rules read the same few fields.
import { HeadReader } from '../../../../flow/head-fields.ts';

/**
 * Values by lower-case name. Values of the same name are joined by `, ` (RFC 9110 section 5.3), those of Set-Cookie
 * by line ends.
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

/** Returns the value of a field; empty when it is absent. `name` is in lower case. */
export function fieldText(fields: Fields, name: string): string {
  return fields.get(name) ?? '';
}
