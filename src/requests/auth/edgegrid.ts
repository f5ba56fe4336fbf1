// Akamai EdgeGrid, EG1-HMAC-SHA256 (techdocs.akamai.com/developer/docs/edgegrid).
import { createHash, createHmac } from 'node:crypto';
import { defineAuth, type AuthContext, type AuthOf, type SignableRequest } from './contract.ts';
import { requireFields, requirePrintable, fieldError } from './shared/fields.ts';
import { headerOf, requestTarget, signableUrl, withHeader } from './shared/signable-request.ts';

type EdgeGrid = AuthOf<'edgegrid'>;

/** Bytes of the body that are signed by default. */
const DEFAULT_MAX_BODY_BYTES = 131_072;

export const edgegrid = defineAuth({
  type: 'edgegrid',
  signsRequest: true,
  apply(auth, request, context) {
    return Promise.resolve().then(() => {
      const { accessToken, clientToken, clientSecret, nonce } = auth;
      requireFields('edgegrid', { accessToken, clientToken, clientSecret });
      requirePrintable('edgegrid', { accessToken, clientToken, nonce });
      const time = timestampOf(auth, context);
      const unsignedHeader =
        `EG1-HMAC-SHA256 client_token=${clientToken};access_token=${accessToken};` +
        `timestamp=${time};nonce=${nonce || uuid(context)};`;
      const key = hmac(clientSecret, time);
      const signature = hmac(key, textToSign(auth, request, unsignedHeader));
      return withHeader(request, 'Authorization', `${unsignedHeader}signature=${signature}`);
    });
  },
});

function timestampOf({ timestamp }: EdgeGrid, context: AuthContext): string {
  const given = timestamp.trim();
  if (given === '')
    return new Date(context.now()).toISOString().replace(/(\d{4})-(\d\d)-(.*)\.\d+Z/, '$1$2$3+0000');
  if (!/^\d{8}T\d\d:\d\d:\d\d\+0000$/.test(given))
    throw fieldError('edgegrid', 'timestamp', 'must have the form 20140321T19:34:21+0000');
  return given;
}

/** Returns a UUID of version 4 (RFC 9562). */
function uuid(context: AuthContext): string {
  const bytes = Buffer.from(context.random(16));
  bytes[6] = (bytes[6]! & 0x0f) | 0x40;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

function textToSign(auth: EdgeGrid, request: SignableRequest, unsignedHeader: string): string {
  const { scheme, authority } = signableUrl(request);
  return [
    request.method.toUpperCase(),
    scheme,
    auth.baseUrl.trim() === '' ? authority : hostOf(auth.baseUrl.trim()),
    requestTarget(request),
    headersOf(auth, request),
    bodyHash(auth, request),
    unsignedHeader,
  ].join('\t');
}

function hostOf(baseUrl: string): string {
  const host = URL.parse(/^https?:\/\//i.test(baseUrl) ? baseUrl : `https://${baseUrl}`)?.host ?? '';
  if (host === '') throw fieldError('edgegrid', 'baseUrl', 'names no host');
  return host;
}

/** Returns the signed headers in the order of the field; those that the request does not have are omitted. */
function headersOf({ headersToSign }: EdgeGrid, request: SignableRequest): string {
  return headersToSign
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .map((name) => [name, (headerOf(request, name) ?? '').trim().replace(/\s+/g, ' ')] as const)
    .filter(([name, value]) => name !== '' && value !== '')
    .map((pair) => pair.join(':'))
    .join('\t');
}

/** Hashes the body of POST requests, up to the size that the server checks; 0 is the default, as in Postman. */
function bodyHash({ maxBodySize }: EdgeGrid, { method, body }: SignableRequest): string {
  if (!/^\d{0,15}$/.test(maxBodySize.trim()))
    throw fieldError('edgegrid', 'maxBodySize', 'must be a number of bytes');
  if (method.toUpperCase() !== 'POST' || body.length === 0) return '';
  return createHash('sha256')
    .update(body.subarray(0, Number(maxBodySize) || DEFAULT_MAX_BODY_BYTES))
    .digest('base64');
}

function hmac(key: string, text: string): string {
  // Headers hold one char per byte, and everything else is ASCII.
  return createHmac('sha256', key).update(text, 'latin1').digest('base64');
}
