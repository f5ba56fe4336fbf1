// Collections, environments and data by http(s) URL.
import { messageOf, UserError } from '../../base/errors.ts';
import { isObject } from '../../base/is-object.ts';
import { NO_AUTH } from '../model/auth.ts';
import { CookieStore } from '../protocols/http/cookies.ts';
import { sendRequest } from '../protocols/http/exchange.ts';
import { HttpSender } from '../protocols/http/sender.ts';
import { buildUrl } from '../protocols/http/url.ts';

export interface DownloadOptions {
  /** Environment variables that may name proxies. */
  readonly processEnvironment: Readonly<Record<string, string | undefined>>;
  readonly insecure?: boolean | undefined;
  /** The key of Postman's API, which only that API receives. */
  readonly postmanApiKey?: string | undefined;
}

export const POSTMAN_API = 'https://api.getpostman.com';
const TIMEOUT_MS = 60_000;

export function isUrl(source: string): boolean {
  return /^https?:\/\//i.test(source);
}

/** Resolves with the body. Rejects with an Error that names the URL without its query, which may hold a key. */
export async function download(url: string, options: DownloadOptions): Promise<Buffer> {
  const sender = new HttpSender({ environment: options.processEnvironment });
  try {
    const { response } = await sendRequest(
      {
        method: 'GET',
        url: buildUrl({ url, query: [], path: [], encode: true }),
        headers: keyHeader(url, options),
        body: Buffer.alloc(0),
        contentType: null,
        auth: NO_AUTH,
        settings: { ...SETTINGS, verifyTls: options.insecure !== true },
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
  followRedirects: true,
  maxRedirects: 10,
  keepMethod: false,
  keepAuthorization: false,
  timeoutMs: TIMEOUT_MS,
  httpVersion: 'auto',
  sendCookies: true,
} as const;

function keyHeader(url: string, { postmanApiKey }: DownloadOptions): { name: string; value: string }[] {
  const isPostman = postmanApiKey !== undefined && URL.parse(url)?.origin === POSTMAN_API;
  return isPostman ? [{ name: 'X-Api-Key', value: postmanApiKey }] : [];
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
