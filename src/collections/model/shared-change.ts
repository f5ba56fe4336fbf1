// A change that several requests get together. What it does not name stays as each request has it.
import type { Auth } from './auth.ts';
import type { RequestSettings } from './request.ts';
import type { Pair, Scripts } from './values.ts';
import { maskVariables } from './url-parts.ts';

type Fields = Readonly<Record<string, unknown>>;

/** A header to set or to remove. `keep` leaves the value of requests that have the header. */
export type HeaderChange =
  | { readonly action: 'set'; readonly name: string; readonly value: string; readonly keep: boolean }
  | { readonly action: 'remove'; readonly name: string };

type ScriptLines = { readonly [S in keyof Scripts]?: string | undefined };

export interface SharedChange {
  readonly headers?: readonly HeaderChange[] | undefined;
  readonly auth?: Auth | undefined;
  /** Replaces the scheme and host of URLs, or the variable that stands for them. */
  readonly baseUrl?: string | undefined;
  /** Lines that scripts get at their end. */
  readonly scripts?: ScriptLines | undefined;
  /** Null for the default. */
  readonly settings?:
    | { readonly [S in keyof RequestSettings]?: RequestSettings[S] | null | undefined }
    | undefined;
}

/** Returns the fields of a request that the change makes other ones. Throws nothing; fields that are absent are defaults. */
export function changedTogether(request: Fields, change: SharedChange): Fields {
  const headers = pairsOf(request['headers']);
  const url = textOf(request['url']);
  const scripts = objectOf(request['scripts']);
  const settings = objectOf(request['settings']);
  const after: Fields = {
    ...(change.headers !== undefined && { headers: change.headers.reduce(withHeader, headers) }),
    ...(change.auth !== undefined && { auth: change.auth }),
    ...(change.baseUrl !== undefined && { url: withBase(url, change.baseUrl) }),
    ...(change.scripts !== undefined && { scripts: withLines(scripts, change.scripts) }),
    ...(change.settings !== undefined && { settings: withSettings(settings, change.settings) }),
  };
  const before: Fields = { headers, auth: request['auth'] ?? { type: 'inherit' }, url, scripts, settings };
  return Object.fromEntries(
    Object.entries(after).filter(([field, value]) => JSON.stringify(value) !== JSON.stringify(before[field])),
  );
}

/**
 * Returns the part of a URL that is the same for all paths of a server: `https://host:8080`, or a variable at its
 * beginning, such as `{{base}}`. Empty for a URL without either.
 */
export function baseOf(url: string): string {
  const masked = maskVariables(url);
  const length =
    /^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i.exec(masked)?.[0].length ??
    /^\0+(?=[/?#:]|$)(?::[\d\0]+)?/.exec(masked)?.[0].length;
  return length === undefined ? '' : url.slice(0, length);
}

function withBase(url: string, base: string): string {
  const old = baseOf(url);
  return old === '' ? url : base + url.slice(old.length);
}

function withHeader(headers: readonly Pair[], change: HeaderChange): readonly Pair[] {
  const isSame = ({ name }: Pair): boolean => name.toLowerCase() === change.name.toLowerCase();
  if (change.action === 'remove') return headers.filter((header) => !isSame(header));
  const at = headers.findIndex(isSame);
  if (at === -1) return [...headers, { name: change.name, value: change.value, enabled: true, docs: '' }];
  if (change.keep) return headers;
  // One is set, further ones of the name would be sent beside it.
  return headers
    .filter((header, index) => index === at || !isSame(header))
    .map((header) => (isSame(header) ? { ...header, value: change.value, enabled: true } : header));
}

function withLines(scripts: Fields, lines: ScriptLines): Fields {
  const added = Object.entries(lines)
    .filter(([, text]) => text !== undefined && text.trim() !== '')
    .map(([name, text = '']) => {
      const before = textOf(scripts[name]).trimEnd();
      return [name, `${before}${before === '' ? '' : '\n'}${text.trimEnd()}\n`] as const;
    });
  return { ...scripts, ...Object.fromEntries(added) };
}

function withSettings(settings: Fields, changes: NonNullable<SharedChange['settings']>): Fields {
  const names = new Set([...Object.keys(settings), ...Object.keys(changes)]);
  const all: Fields = { ...settings, ...changes };
  const remaining = [...names].filter((name) => all[name] !== null && all[name] !== undefined);
  return Object.fromEntries(remaining.map((name) => [name, all[name]]));
}

function pairsOf(value: unknown): readonly Pair[] {
  return Array.isArray(value) ? (value as readonly Pair[]) : [];
}

function objectOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {};
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
