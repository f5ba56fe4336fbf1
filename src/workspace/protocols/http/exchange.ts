// One request of a collection from its first byte to the response that counts: authorized, with cookies, redirected.
import { randomBytes } from 'node:crypto';
import { version } from '../../../base/product.ts';
import { authPlugin } from '../../auth/index.ts';
import type { AuthContext, HeaderField, SignableRequest } from '../../auth/contract.ts';
import type { Auth } from '../../model/auth.ts';
import type { RequestSettings } from '../../model/request.ts';
import type { ReceivedResponse } from '../../runner/events.ts';
import type { Cookies } from './cookies.ts';
import { ACCEPTED_CODINGS, decodedBody } from './decode-body.ts';
import type { HttpAnswer, HttpSender, SendOptions } from './sender.ts';
import { readUrl, redirectUrl, urlText, type HttpUrl } from './url.ts';

/** With all variables filled in. */
export interface HttpRequest {
  readonly method: string;
  readonly url: HttpUrl;
  /** Those that are on, in order. */
  readonly headers: readonly HeaderField[];
  readonly body: Buffer;
  /** Said of the body unless a header says it; null for nothing. */
  readonly contentType: string | null;
  readonly auth: Auth;
  readonly settings: Pick<
    RequestSettings,
    | 'followRedirects'
    | 'maxRedirects'
    | 'keepMethod'
    | 'keepAuthorization'
    | 'verifyTls'
    | 'timeoutMs'
    | 'httpVersion'
    | 'sendCookies'
  >;
}

export interface HttpExchange {
  /** What the first response was asked for: redirects may have led elsewhere. */
  readonly asked: SignableRequest;
  readonly response: ReceivedResponse;
  /** Where the response came from. */
  readonly url: string;
  /** The request that it answers, as it was sent. */
  readonly sent: { readonly method: string; readonly headers: readonly HeaderField[]; readonly body: Buffer };
}

export interface HttpSurroundings {
  readonly sender: HttpSender;
  readonly cookies: Cookies;
  /** What authorization keeps from one request to the next. */
  readonly kept: Map<string, unknown>;
  /** See `AuthContext`. */
  readonly showPage?: ((url: string) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Rejects with an Error that says why there is no response. */
export async function exchange(request: HttpRequest, around: HttpSurroundings): Promise<HttpExchange> {
  const options = { ...request.settings, signal: around.signal };
  const context = authContext(around, options);
  const plugin = authPlugin(request.auth.type);
  const unsigned = signable(request);
  const signed = plugin === null ? unsigned : await plugin.apply(request.auth, unsigned, context);
  const first = await followed(signed, request, around, options);
  const asked = first.request === signed ? unsigned : first.request;
  const challenged = first.answer.status === 401 && isSameOrigin(asked, unsigned);
  const again = challenged
    ? await plugin?.answerChallenge?.(request.auth, asked, first.answer, context)
    : null;
  const last =
    again === null || again === undefined ? first : await followed(again, request, around, options);
  return received(last, again ?? signed);
}

/** Where a redirect has led elsewhere, nothing is to be learnt from us. */
function isSameOrigin(a: SignableRequest, b: SignableRequest): boolean {
  return URL.parse(a.url)?.origin === URL.parse(b.url)?.origin;
}

interface Followed {
  readonly answer: HttpAnswer;
  readonly request: SignableRequest;
}

async function followed(
  signed: SignableRequest,
  { settings }: HttpRequest,
  around: HttpSurroundings,
  options: SendOptions,
): Promise<Followed> {
  let request = signed;
  for (let redirects = 0; ; redirects += 1) {
    const answer = await sendWithCookies(request, settings, around, options);
    const location = REDIRECTS.has(answer.status) ? headerOf(answer.headers, 'location') : undefined;
    if (!settings.followRedirects || location === undefined) return { answer, request };
    if (redirects >= settings.maxRedirects)
      throw new Error(`it redirects more than ${settings.maxRedirects} times`);
    request = redirected(request, answer.status, location, settings);
  }
}

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

async function sendWithCookies(
  { method, url, headers, body }: SignableRequest,
  { sendCookies }: HttpRequest['settings'],
  { sender, cookies }: HttpSurroundings,
  options: SendOptions,
): Promise<HttpAnswer> {
  const kept = sendCookies ? await cookies.header(url) : '';
  const read = readUrl({ url, query: [], path: [], encode: false });
  const answer = await sender.send({ method, url: read, headers: withCookies(headers, kept), body }, options);
  const set = answer.headers.filter(({ name }) => name.toLowerCase() === 'set-cookie');
  if (set.length > 0)
    await cookies.take(
      url,
      set.map(({ value }) => value),
    );
  return answer;
}

/** Those that the request names itself come first. */
function withCookies(headers: readonly HeaderField[], kept: string): readonly HeaderField[] {
  if (kept === '') return headers;
  const own = headers.filter(({ name }) => name.toLowerCase() === 'cookie').map(({ value }) => value);
  const others = headers.filter(({ name }) => name.toLowerCase() !== 'cookie');
  return [...others, { name: 'Cookie', value: [...own, kept].join('; ') }];
}

/** RFC 9110 section 15.4; a method other than GET and HEAD becomes GET as in browsers. */
function redirected(
  request: SignableRequest,
  status: number,
  location: string,
  { keepMethod, keepAuthorization }: HttpRequest['settings'],
): SignableRequest {
  const from = readUrl({ url: request.url, query: [], path: [], encode: false });
  const to = redirectUrl(from, location);
  const becomesGet =
    request.method !== 'GET' &&
    request.method !== 'HEAD' &&
    (status === 303 || ((status === 301 || status === 302) && !keepMethod));
  const isElsewhere = to.authority !== from.authority || to.scheme !== from.scheme;
  const dropped = new Set([
    'host',
    ...(becomesGet ? ['content-type', 'content-encoding', 'content-language', 'content-location'] : []),
    ...(isElsewhere && !keepAuthorization ? ['authorization', 'cookie'] : []),
  ]);
  return {
    method: becomesGet ? 'GET' : request.method,
    url: urlText(to),
    headers: request.headers.filter(({ name }) => !dropped.has(name.toLowerCase())),
    body: becomesGet ? Buffer.alloc(0) : request.body,
  };
}

/** What a request has by default where it does not say otherwise. */
function signable({ method, url, headers, body, contentType }: HttpRequest): SignableRequest {
  const named = new Set(headers.map(({ name }) => name.toLowerCase()));
  const defaults: (readonly [string, string])[] = [
    ...(contentType === null ? [] : [['Content-Type', contentType] as const]),
    ...(url.userInfo === null ? [] : [['Authorization', basicOf(url.userInfo)] as const]),
    ['User-Agent', `proxyctl/${version}`],
    ['Accept', '*/*'],
    ['Accept-Encoding', ACCEPTED_CODINGS],
  ];
  const added = defaults
    .filter(([name]) => !named.has(name.toLowerCase()))
    .map(([name, value]) => ({ name, value }));
  return { method, url: urlText(url), headers: [...headers, ...added], body };
}

function basicOf({ username, password }: NonNullable<HttpUrl['userInfo']>): string {
  return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
}

async function received({ answer, request }: Followed, asked: SignableRequest): Promise<HttpExchange> {
  const { status, reason, httpVersion, headers, body, timeMs, sent } = answer;
  const coding = headerOf(headers, 'content-encoding') ?? '';
  const content = await decodedBody(body, coding);
  return {
    asked,
    response: { status, reason, httpVersion, headers, body: content, size: body.length, timeMs },
    url: request.url,
    sent: { method: request.method, headers: sent, body: request.body },
  };
}

function headerOf(headers: readonly HeaderField[], lowerName: string): string | undefined {
  return headers.find(({ name }) => name.toLowerCase() === lowerName)?.value;
}

function authContext({ sender, kept, showPage }: HttpSurroundings, options: SendOptions): AuthContext {
  return {
    async send({ method, url, headers, body }) {
      const read = readUrl({ url, query: [], path: [], encode: true });
      const answer = await sender.send({ method, url: read, headers, body }, options);
      const coding = headerOf(answer.headers, 'content-encoding') ?? '';
      return { status: answer.status, headers: answer.headers, body: await decodedBody(answer.body, coding) };
    },
    now: () => Date.now(),
    random: (bytes) => randomBytes(bytes),
    cache: kept,
    showPage: showPage ?? null,
    signal: options.signal,
  };
}
