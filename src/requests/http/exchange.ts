// Sends one request of a collection with authorization and cookies, and follows redirects to the final response.
import { randomBytes } from 'node:crypto';
import { UserError } from '../../base/errors.ts';
import { authPlugin } from '../auth/index.ts';
import type { AuthContext, HeaderField, ShowPage, SignableRequest } from '../auth/contract.ts';
import type { Auth } from '../../collections/model/auth.ts';
import type { RequestSettings } from '../../collections/model/request.ts';
import type { Message, ProtocolExchange } from '../response.ts';
import type { BorrowedOwner } from './connection-owners.ts';
import type { CookieStore } from './cookies.ts';
import { decodeBody } from './decode-body.ts';
import { withDefaultHeaders } from './default-headers.ts';
import { EventMessages } from './event-messages.ts';
import { decodeFile, readSlice, type BodyFiles } from './body-file.ts';
import {
  sourced,
  type ExchangePurpose,
  type HeaderStages,
  type HttpResponse,
  type WatchExchange,
} from './exchange-steps.ts';
import { MAX_BODY_BYTES, type SendOptions } from './pending-request.ts';
import type { HttpSender } from './sender.ts';
import { redirectedRequest } from './redirects.ts';
import { buildUrl, type HttpUrl } from './url.ts';

/** A request whose variables are replaced. */
export interface HttpRequest {
  readonly method: string;
  readonly url: HttpUrl;
  /** Enabled headers, in order. */
  readonly headers: readonly HeaderField[];
  readonly body: Buffer;
  /** The Content-Type, unless a header names another; null for none. */
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

export interface HttpContext {
  readonly sender: HttpSender;
  readonly cookies: CookieStore;
  /** Values that authorization reuses in later requests. */
  readonly authCache: Map<string, unknown>;
  /** Receives the request as it is about to be sent, with its authorization. */
  readonly onSending?: ((request: SignableRequest) => void) | undefined;
  /** See `AuthContext`. */
  readonly showPage?: ShowPage | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Receives the events of a stream as they arrive. */
  readonly onMessage?: ((message: Message) => void) | undefined;
  readonly watchExchange?: WatchExchange | undefined;
  /** Takes response bodies that are too large for memory; by default they stay there. */
  readonly bodyFiles?: BodyFiles | undefined;
}

/** Rejects with an Error that says why there is no response. */
export async function sendRequest(request: HttpRequest, context: HttpContext): Promise<ProtocolExchange> {
  const events = new EventMessages(context.onMessage);
  const plugin = authPlugin(request.auth.type);
  using borrowed = plugin?.bindsConnection === true ? connectionOwner(request, context) : undefined;
  const settings = {
    ...request.settings,
    ...(borrowed !== undefined && { httpVersion: '1.1' as const }),
    signal: context.signal,
    connectionOwner: borrowed?.owner,
  };
  const options = { ...settings, onData: events.read, bodyFiles: context.bodyFiles };
  const authorizationContext = authContext(context, settings);
  const unsigned = withDefaultHeaders(request);
  const signed =
    plugin === null ? unsigned : await plugin.apply(request.auth, unsigned, authorizationContext);
  context.onSending?.(signed);
  const sign: Sign = async (redirected) => {
    if (plugin?.signsRequest !== true) return null;
    const isTrusted = settings.keepAuthorization || isSameOrigin(redirected, unsigned);
    return isTrusted ? plugin.apply(request.auth, redirected, authorizationContext) : redirected;
  };
  const first = await followRedirects(
    { request: signed, unsigned, purpose: 'request' },
    sign,
    request,
    context,
    options,
  );
  const challenged = first.response.status === 401 && isSameOrigin(first.unsigned, unsigned);
  const retry = challenged
    ? await plugin?.answerChallenge?.(request.auth, first.unsigned, first.response, authorizationContext)
    : null;
  const last =
    retry === null || retry === undefined
      ? first
      : await followRedirects(
          { request: retry, unsigned: first.unsigned, purpose: 'challenge' },
          sign,
          request,
          context,
          options,
        );
  return await toExchange(last, retry ?? signed, events.messages);
}

/** Returns the owner of connections that only requests with the same credentials use. */
function connectionOwner({ auth, settings }: HttpRequest, { sender }: HttpContext): BorrowedOwner {
  if (settings.httpVersion === '2')
    throw new UserError('INVALID_DATA', `the authorization ${auth.type} needs HTTP/1.1, not HTTP/2`);
  return sender.connectionOwner(JSON.stringify(auth));
}

/** True when no redirect has led to another origin, which must not receive credentials. */
function isSameOrigin(a: SignableRequest, b: SignableRequest): boolean {
  return URL.parse(a.url)?.origin === URL.parse(b.url)?.origin;
}

/** A request as it is sent, and without what authorization has added. */
interface Sendable {
  readonly request: SignableRequest;
  readonly unsigned: SignableRequest;
}

interface FirstSendable extends Sendable {
  readonly purpose: ExchangePurpose;
}

interface FinalResponse extends Sendable {
  readonly response: HttpResponse;
}

/**
 * Signs a request that a redirect leads to, because a signature is of one URL and one method; not for another server,
 * though. Null for authorization whose headers stay as they are.
 */
type Sign = (redirected: SignableRequest) => Promise<SignableRequest | null>;

async function followRedirects(
  { request: first, unsigned: plain, purpose }: FirstSendable,
  sign: Sign,
  { settings, headers: typed }: HttpRequest,
  context: HttpContext,
  options: SendOptions,
): Promise<FinalResponse> {
  let request = first;
  let unsigned = plain;
  for (let redirects = 0; ; redirects += 1) {
    const stages = { typed, withDefaults: unsigned.headers, signed: request.headers };
    const onStep = watched(context, redirects === 0 ? purpose : 'redirect', stages);
    const response = await sendWithCookies(request, settings, context, { ...options, onStep });
    const location = REDIRECTS.has(response.status) ? headerOf(response.headers, 'location') : undefined;
    if (!settings.followRedirects || location === undefined) return { response, request, unsigned };
    if (redirects >= settings.maxRedirects)
      throw new UserError('TOO_LARGE', `it redirects more than ${settings.maxRedirects} times`);
    const redirected = redirectedRequest(request, response.status, location, settings);
    unsigned = redirectedRequest(unsigned, response.status, location, settings);
    request = (await sign(unsigned)) ?? redirected;
  }
}

/** Returns the receiver of the steps of one exchange; undefined when nobody watches. */
function watched(
  { watchExchange }: HttpContext,
  purpose: ExchangePurpose,
  stages: HeaderStages,
): SendOptions['onStep'] {
  const notify = watchExchange?.(purpose);
  if (notify === undefined) return undefined;
  return (step) =>
    notify(
      step.type === 'begun'
        ? { ...step, headers: step.headers.map((header) => sourced(header, stages)) }
        : step,
    );
}

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

async function sendWithCookies(
  { method, url, headers, body }: SignableRequest,
  { sendCookies }: HttpRequest['settings'],
  { sender, cookies }: HttpContext,
  options: SendOptions,
): Promise<HttpResponse> {
  const storedCookies = sendCookies ? await cookies.header(url) : '';
  const target = buildUrl({ url, query: [], path: [], encode: false });
  const response = await sender.send(
    { method, url: target, headers: withCookies(headers, storedCookies), body },
    options,
  );
  const set = response.headers.filter(({ name }) => name.toLowerCase() === 'set-cookie');
  if (set.length > 0)
    await cookies.store(
      url,
      set.map(({ value }) => value),
    );
  return response;
}

/** Adds stored cookies after those of the request. */
function withCookies(headers: readonly HeaderField[], storedCookies: string): readonly HeaderField[] {
  if (storedCookies === '') return headers;
  const own = headers.filter(({ name }) => name.toLowerCase() === 'cookie').map(({ value }) => value);
  const others = headers.filter(({ name }) => name.toLowerCase() !== 'cookie');
  return [...others, { name: 'Cookie', value: [...own, storedCookies].join('; ') }];
}

async function toExchange(
  { response, request }: FinalResponse,
  originalRequest: SignableRequest,
  messages: readonly Message[],
): Promise<ProtocolExchange> {
  const { status, reason, httpVersion, headers, timeMs, sent } = response;
  const { body, file } = await contentOf(response);
  return {
    originalRequest,
    response: {
      status,
      reason,
      httpVersion,
      headers,
      body,
      ...(file !== null && { file }),
      size: response.file?.size ?? response.body.length,
      timeMs,
      trailers: [],
      messages,
    },
    url: request.url,
    sent: { method: request.method, headers: sent, body: request.body },
  };
}

/** Resolves with the body without its content coding; see `decodeBody()`. */
export async function contentOf(
  { headers, body, file }: Pick<HttpResponse, 'headers' | 'body' | 'file'>,
  isPartial = false,
): Promise<Pick<HttpResponse, 'body' | 'file'>> {
  const coding = headerOf(headers, 'content-encoding') ?? '';
  if (file === null) return { body: await decodeBody(body, coding, isPartial), file };
  const decoded = await decodeFile(file, coding, MAX_BODY_BYTES);
  return { body: await readSlice(decoded, 0, body.length), file: decoded };
}

function headerOf(headers: readonly HeaderField[], lowerName: string): string | undefined {
  return headers.find(({ name }) => name.toLowerCase() === lowerName)?.value;
}

/**
 * Adds the credentials of an authorization that needs no challenge. Rejects with an Error that names an invalid
 * field.
 */
export async function authorized(
  auth: Auth,
  request: SignableRequest,
  settings: HttpRequest['settings'],
  context: HttpContext,
): Promise<SignableRequest> {
  const plugin = authPlugin(auth.type);
  if (plugin === null) return request;
  return plugin.apply(auth, request, authContext(context, { ...settings, signal: context.signal }));
}

function authContext(context: HttpContext, options: SendOptions): AuthContext {
  const { sender, authCache, showPage } = context;
  // A handshake with the server itself binds the connection to its user.
  const purpose = options.connectionOwner === undefined ? 'token' : 'challenge';
  return {
    async send({ method, url, headers, body }) {
      const target = buildUrl({ url, query: [], path: [], encode: true });
      const onStep = watched(context, purpose, { typed: [], withDefaults: [], signed: headers });
      const response = await sender.send({ method, url: target, headers, body }, { ...options, onStep });
      const coding = headerOf(response.headers, 'content-encoding') ?? '';
      return {
        status: response.status,
        headers: response.headers,
        body: await decodeBody(response.body, coding),
      };
    },
    now: () => Date.now(),
    random: (bytes) => randomBytes(bytes),
    cache: authCache,
    showPage: showPage ?? null,
    signal: options.signal,
  };
}
