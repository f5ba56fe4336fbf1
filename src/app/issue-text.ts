// What was given, and where, in words: for errors about values that people and programs write.
import { withoutUser } from '../base/without-user.ts';
import { masked } from './settings/secrets.ts';

/** `sslProxyingHosts[0].pattern`; keys that are no names are quoted. */
export function keyText(path: readonly PropertyKey[]): string {
  return path
    .map((part, index) => {
      if (typeof part === 'number') return `[${part}]`;
      const name = String(part).slice(0, 60);
      const text = /^\w+$/.test(name) ? name : JSON.stringify(name);
      return index === 0 ? text : `.${text}`;
    })
    .join('');
}

/** As JSON, cut, and without secrets. */
export function shownValue(value: unknown): string {
  const text = JSON.stringify(masked(value), (_, inner: unknown) =>
    typeof inner === 'string' ? withoutUser(inner) : inner,
  ) as string | undefined;
  if (text === undefined) return String(value);
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}
