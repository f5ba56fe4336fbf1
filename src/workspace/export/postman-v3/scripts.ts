// Converts scripts to schema 3.
import type { Scripts } from '../../model/values.ts';

/** Returns a list; in definitions, the types start with the kind of requests that they are for. */
export function scriptFields({ preRequest, test }: Scripts, prefix = ''): readonly object[] {
  const scripts = [
    { type: `${prefix}beforeRequest`, language: 'text/javascript', code: preRequest },
    { type: `${prefix}afterResponse`, language: 'text/javascript', code: test },
  ];
  return scripts.filter(({ code }) => code !== '');
}
