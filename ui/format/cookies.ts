// The cookies of a message.
import type { Header } from '../../src/session/methods/ui-types.ts';

/** Returns names and values. For a response, the attributes follow the value. */
export function cookiesOf(
  headers: readonly Header[],
  side: 'request' | 'response',
): readonly (readonly [name: string, value: string])[] {
  const name = side === 'request' ? 'cookie' : 'set-cookie';
  const values = headers.filter((header) => header.name.toLowerCase() === name).map(({ value }) => value);
  const cookies = side === 'request' ? values.flatMap((value) => value.split(/;\s*/)) : values;
  return cookies
    .filter((cookie) => cookie !== '')
    .map((cookie) => {
      const equals = cookie.indexOf('=');
      return equals < 0 ? ['', cookie] : [cookie.slice(0, equals), cookie.slice(equals + 1)];
    });
}
