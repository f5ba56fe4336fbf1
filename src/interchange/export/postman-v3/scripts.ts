// Converts scripts to schema 3.
import type { Scripts } from '../../../collections/model/values.ts';

/** Names of the times at which scripts run. */
export const HTTP = { before: 'beforeRequest', after: 'afterResponse' };
export const GRPC = { before: 'beforeInvoke', after: 'afterResponse' };

/** Returns a list; in definitions, the types start with the kind of requests that they are for. */
export function scriptFields(
  { preRequest, test }: Scripts,
  { before, after } = HTTP,
  prefix = '',
): readonly object[] {
  const scripts = [
    { type: `${prefix}${before}`, language: 'text/javascript', code: preRequest },
    { type: `${prefix}${after}`, language: 'text/javascript', code: test },
  ];
  return scripts.filter(({ code }) => code !== '');
}
