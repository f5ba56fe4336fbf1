// The header fields of a message by their names, since many rules look at the same few.
import type { Message } from '../../../../flow/flow.ts';

interface Known {
  readonly head: string;
  /** Values by names in lower case; those of one name are joined by `, ` (RFC 9110 section 5.3). */
  readonly values: ReadonlyMap<string, string>;
}

const known = new WeakMap<Message, Known>();

/** Returns the value of a field, `name` in lower case; the empty text without the field. */
export function fieldText(message: Message, name: string): string {
  let found = known.get(message);
  if (found?.head !== message.head) {
    found = { head: message.head, values: valuesOf(message) };
    known.set(message, found);
  }
  return found.values.get(name) ?? '';
}

function valuesOf({ headers }: Message): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  for (const { name, value } of headers) {
    const key = name.toLowerCase();
    const before = values.get(key);
    values.set(key, before === undefined ? value.trim() : `${before}, ${value.trim()}`);
  }
  return values;
}
