// Downloads collections, environments and data from http(s) URLs.
import { messageOf, UserError } from '../../base/errors.ts';
import { isObject } from '../../base/is-object.ts';
import { NO_AUTH } from '../../collections/model/auth.ts';
import { CookieStore } from '../../requests/http/cookies.ts';
import { sendRequest } from '../../requests/http/exchange.ts';
import { HttpSender } from '../../requests/http/sender.ts';
import { buildUrl } from '../../requests/http/url.ts';

export interface DownloadOptions {
  /** Environment variables that may name proxies. */
  readonly processEnvironment: Readonly<Record<string, string | undefined>>;
  readonly insecure?: boolean | undefined;
  /** The key of Postman's API, which only that API receives. */
  readonly postmanApiKey?: string | undefined;
}

const POSTMAN_API = 'https://api.postman.com';
const POSTMAN_ORIGINS: ReadonlySet<string | undefined> = new Set([POSTMAN_API, 'https://api.getpostman.com']);
const POSTMAN_ID = /^(?:\d+-)?[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
const TIMEOUT_MS = 60_000;

export function isUrl(source: string): boolean {
  return /^https?:\/\//i.test(source);
}

/** Returns the name if it is a URL, the URL in Postman's API if it is an id, and null otherwise. */
export function urlOf(
  name: string,
  kind: 'collections' | 'environments' | null,
  postmanApiKey: string | undefined,
): string | null {
  if (isUrl(name)) return name;
  const isId = postmanApiKey !== undefined && kind !== null && POSTMAN_ID.test(name);
  return isId ? `${POSTMAN_API}/${kind}/${name}` : null;
}

/**
 * Resolves with the body. Rejects with an Error that names the URL. Its query is omitted, because it may hold a key.
 */
export async function download(url: string, options: DownloadOptions): Promise<Buffer> {
  const sender = new HttpSender({ environment: options.processEnvironment });
  try {
    const { address, key } = withKey(url, options);
    const { response } = await sendRequest(
      {
        method: 'GET',
        url: buildUrl({ url: address, query: [], path: [], encode: true }),
        headers: key === null ? [] : [{ name: 'X-Api-Key', value: key }],
        body: Buffer.alloc(0),
        contentType: null,
        auth: NO_AUTH,
        // A redirect might send the key to another host.
        settings: { ...SETTINGS, followRedirects: key === null, verifyTls: options.insecure !== true },
      },
      { sender, cookies: new CookieStore(), authCache: new Map() },
    );
    if (response.status < 200 || response.status > 299)
      throw new UserError('INVALID_DATA', `the server answered ${response.status} ${response.reason}`);
    return withoutEnvelope(response.body);
  } catch (error) {
    const shown = url.replace(/[?#].*$/s, '');
    throw new UserError('INVALID_DATA', `${shown} cannot be loaded: ${messageOf(error)}`, { cause: error });
  } finally {
    sender.close();
  }
}

const SETTINGS = {
  maxRedirects: 10,
  keepMethod: false,
  keepAuthorization: false,
  timeoutMs: TIMEOUT_MS,
  httpVersion: 'auto',
  sendCookies: true,
} as const;

/** Returns the key for Postman's API, which comes out of a query too; null for other servers. */
function withKey(
  url: string,
  { postmanApiKey }: DownloadOptions,
): { readonly address: string; readonly key: string | null } {
  const parsed = URL.parse(url);
  if (parsed === null || !POSTMAN_ORIGINS.has(parsed.origin)) return { address: url, key: null };
  const key = parsed.searchParams.get('apikey') ?? postmanApiKey ?? null;
  parsed.searchParams.delete('apikey');
  return { address: parsed.href, key };
}

/** Takes the object out of an answer of Postman's API, such as `{"collection": …}`. */
function withoutEnvelope(body: Buffer): Buffer {
  try {
    const value: unknown = JSON.parse(body.toString());
    if (!isObject(value)) return body;
    const inner = value['collection'] ?? value['environment'] ?? value['globals'];
    return isObject(inner) && Object.keys(value).length === 1 ? Buffer.from(JSON.stringify(inner)) : body;
  } catch {
    return body;
  }
}
