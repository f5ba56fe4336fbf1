// Requests to the token endpoint and its responses (RFC 6749 sections 3.2, 5 and 6).
import { messageOf, UserError } from '../../../base/errors.ts';
import { printable } from '../../../base/printable.ts';
import type { AuthContext, AuthOf, HeaderField } from '../contract.ts';
import { fieldError } from '../shared/fields.ts';

export interface Token {
  readonly accessToken: string;
  /** Empty without one. */
  readonly refreshToken: string;
  /** Epoch milliseconds after which the token is no longer used; null when unknown. */
  readonly expiresAt: number | null;
}

/** An error of the endpoint; `code` is one of RFC 6749 section 5.2. */
export class TokenError extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

export interface TokenRequest {
  /** The field that contains `url`. */
  readonly field: 'accessTokenUrl' | 'refreshTokenUrl' | 'deviceUrl';
  readonly url: string;
  readonly parameters: readonly (readonly [name: string, value: string])[];
}

/** The maximum size of a response in bytes. */
const MAX_BYTES = 1024 * 1024;

/** Rejects with an Error that says what is wrong, without secrets. */
export async function requestToken(
  auth: AuthOf<'oauth2'>,
  request: TokenRequest,
  context: AuthContext,
): Promise<Token> {
  const requestedAt = context.now();
  const { fields, status, host } = await requestFields(auth, request, context);
  return tokenOf(fields, status, host, requestedAt);
}

interface EndpointAnswer {
  readonly fields: ReadonlyMap<string, unknown>;
  readonly status: number;
  readonly host: string;
}

/** Asks an endpoint as the client. Rejects with an Error when it does not respond. */
export async function requestFields(
  auth: AuthOf<'oauth2'>,
  { field, url, parameters }: TokenRequest,
  context: AuthContext,
): Promise<EndpointAnswer> {
  const endpoint = parseWebUrl(field, url);
  const client = clientCredentials(auth);
  const form = new URLSearchParams([...parameters, ...client.parameters].map((pair) => [...pair]));
  const response = await context
    .send({
      method: 'POST',
      url: endpoint.href,
      headers: [
        { name: 'Content-Type', value: 'application/x-www-form-urlencoded' },
        { name: 'Accept', value: 'application/json' },
        ...client.headers,
      ],
      body: Buffer.from(form.toString(), 'latin1'),
    })
    .catch((error: unknown) => {
      throw new UserError(
        'INVALID_DATA',
        `the token endpoint ${endpoint.host} did not respond: ${messageOf(error)}`,
        {
          cause: error,
        },
      );
    });
  return { fields: parseFields(response), status: response.status, host: endpoint.host };
}

/** Parses a URL. Throws an Error that names the field. */
export function parseWebUrl(field: TokenRequest['field'] | 'authUrl', text: string): URL {
  const url = URL.parse(text.trim());
  if (url === null || !/^https?:$/.test(url.protocol))
    throw fieldError('oauth2', field, 'is not a URL: start it with https:// or http://');
  return url;
}

/**
 * Returns the credentials of the client (RFC 6749 section 2.3.1); one without a secret only sends its id (section
 * 3.2.1).
 */
function clientCredentials({ clientId, clientSecret, clientAuthentication }: AuthOf<'oauth2'>): {
  readonly headers: readonly HeaderField[];
  readonly parameters: readonly (readonly [string, string])[];
} {
  if (clientSecret !== '' && clientAuthentication === 'header') {
    const pair = [clientId, clientSecret].map((each) =>
      new URLSearchParams([['', each]]).toString().slice(1),
    );
    const value = `Basic ${Buffer.from(pair.join(':'), 'latin1').toString('base64')}`;
    return { headers: [{ name: 'Authorization', value }], parameters: [] };
  }
  const parameters = [['client_id', clientId] as const, ['client_secret', clientSecret] as const];
  return { headers: [], parameters: parameters.filter(([, value]) => value !== '') };
}

interface TokenResponse {
  readonly status: number;
  readonly headers: readonly HeaderField[];
  readonly body: Buffer;
}

/** Parses the response. Contrary to the standard, some servers respond with a form. */
function parseFields({ headers, body }: TokenResponse): ReadonlyMap<string, unknown> {
  if (body.length > MAX_BYTES) return new Map();
  const text = body.toString('utf8');
  const type = headers.find(({ name }) => name.toLowerCase() === 'content-type')?.value ?? '';
  if (/^\s*application\/x-www-form-urlencoded\b/i.test(type)) return new Map(new URLSearchParams(text));
  try {
    const value: unknown = JSON.parse(text);
    return new Map(typeof value === 'object' && value !== null ? Object.entries(value) : []);
  } catch {
    return new Map();
  }
}

function tokenOf(
  fields: ReadonlyMap<string, unknown>,
  status: number,
  host: string,
  requestedAt: number,
): Token {
  const accessToken = textOf(fields.get('access_token'));
  const code = textOf(fields.get('error'));
  if (code !== '' || status < 200 || status > 299)
    throw tokenError(`the token endpoint ${host} responded with status ${status}`, fields);
  if (accessToken === '')
    throw new UserError(
      'INVALID_DATA',
      `the token endpoint ${host} responded with status ${status}, but without an access_token`,
    );
  const seconds = Number(fields.get('expires_in') ?? Number.NaN);
  return {
    accessToken,
    refreshToken: textOf(fields.get('refresh_token')),
    expiresAt: Number.isFinite(seconds) && seconds > 0 ? requestedAt + usableMs(seconds) : null,
  };
}

/** Returns slightly less than the lifetime, so that the token is still valid when it arrives. */
function usableMs(seconds: number): number {
  return (seconds - Math.min(30, seconds / 10)) * 1000;
}

/** Creates an error from `error` and `error_description` of a response or a redirect. */
export function tokenError(summary: string, fields: ReadonlyMap<string, unknown>): TokenError {
  const code = printableText(fields.get('error'));
  const reason = printableText(fields.get('error_description'));
  const parts = [summary, code, reason].filter((part) => part !== '');
  return new TokenError(code, parts.join(': '));
}

function printableText(value: unknown): string {
  const text = textOf(value);
  return printable(text.length > 300 ? `${text.slice(0, 300)}…` : text);
}

/** Returns a field as text; empty for another value. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
