// The header Prefer (RFC 7240) as mock servers understand it: `code=404`, `example=cat`, `dynamic=true`.
import type { MockRequest } from './match.ts';

export interface Preferences {
  readonly code: number | null;
  readonly example: string | null;
  /** Null where the request does not say. */
  readonly dynamic: boolean | null;
}

export const NO_PREFERENCES: Preferences = { code: null, example: null, dynamic: null };
/** The longest header that is read. */
const MAX_CHARS = 2048;
const PREFERENCE = /^\s*([!#$%&'*+.^_`|~\w-]+)\s*(?:=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;"]*)))?/;

/** The first of several equal preferences counts; those that are unknown are ignored. */
export function preferencesOf({ headers }: Pick<MockRequest, 'headers'>): Preferences {
  const given = headers['prefer'];
  if (given === undefined) return NO_PREFERENCES;
  const text = (typeof given === 'string' ? given : given.join(',')).slice(0, MAX_CHARS);
  const found = new Map<string, string>();
  for (const part of text.match(/(?:"(?:[^"\\]|\\.)*"|[^,"])+/g) ?? []) {
    const [, name = '', quoted, plain] = PREFERENCE.exec(part) ?? [];
    const key = name.toLowerCase();
    if (!found.has(key)) found.set(key, quoted?.replaceAll(/\\(.)/g, '$1') ?? plain ?? '');
  }
  const [code, dynamic] = [found.get('code') ?? '', found.get('dynamic')];
  return {
    code: /^[2-5]\d\d$/.test(code) ? Number(code) : null,
    example: found.get('example') ?? null,
    dynamic: dynamic === undefined ? null : dynamic !== 'false',
  };
}

/** Returns the value of Preference-Applied; null where nothing was preferred. */
export function appliedText({ code, example, dynamic }: Preferences): string | null {
  const parts = [
    ...(code === null ? [] : [`code=${code}`]),
    ...(example === null ? [] : [`example=${quoted(example)}`]),
    ...(dynamic === null ? [] : [`dynamic=${dynamic}`]),
  ];
  return parts.length === 0 ? null : parts.join(', ');
}

function quoted(text: string): string {
  if (/^[!#$%&'*+.^_`|~\w-]+$/.test(text)) return text;
  return `"${text.replaceAll(/[^\x20-\x7e]/g, '?').replaceAll(/["\\]/g, '\\$&')}"`;
}
