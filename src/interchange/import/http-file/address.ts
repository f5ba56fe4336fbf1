// The URL of a request: its target, completed with the header Host or the variable `host`.
import { maskTemplates, type FileHeader, type FileRequest } from '../../../documents/http-file/index.ts';
import type { QueryPair } from '../../../collections/model/values.ts';
import { splitUrl } from '../../../collections/model/url-parts.ts';

export interface Address {
  readonly url: string;
  readonly query: QueryPair[];
  /** The headers that remain. */
  readonly headers: readonly FileHeader[];
}

/** `hasHost`: there is a variable `host`, which httpyac puts before a path. */
export function addressOf({ target, headers }: FileRequest, hasHost: boolean): Address {
  const host = headers.find(({ name, enabled }) => enabled && name.toLowerCase() === 'host');
  const isPath = target.startsWith('/') || target === '*';
  const path = target === '*' ? '' : target;
  if (isPath && host !== undefined)
    return split(
      `${withScheme(host.value)}${path}`,
      headers.filter((header) => header !== host),
    );
  if (isPath && hasHost) return split(`{{host}}${path}`, headers);
  return split(
    /^(?:localhost\b|www\.|\d+\.\d+\.\d+\.\d+[:/])/i.test(target) ? `http://${target}` : target,
    headers,
  );
}

function split(text: string, headers: readonly FileHeader[]): Address {
  // A fragment is not sent.
  const { url, query } = splitUrl(withoutSpaces(text));
  return { url, query: [...query], headers };
}

/** Encodes spaces, but for those within variables. */
function withoutSpaces(text: string): string {
  const masked = maskTemplates(text);
  return text.replace(/\s/g, (space, at: number) => (masked[at] === '\0' ? space : '%20'));
}

function withScheme(host: string): string {
  if (/^[a-z][a-z\d+.-]*:\/\//i.test(host) || host.startsWith('{{')) return host.replace(/\/$/, '');
  return `${host.endsWith(':443') ? 'https' : 'http'}://${host}`;
}
