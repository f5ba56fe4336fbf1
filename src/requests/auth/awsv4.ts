// AWS Signature Version 4, in headers or in the query (docs.aws.amazon.com, "Signing AWS API requests").
import { createHash, createHmac } from 'node:crypto';
import { defineAuth, type AuthContext, type AuthOf, type SignableRequest } from './contract.ts';
import { requireFields, requirePrintable } from './shared/fields.ts';
import {
  compareBytes,
  percentDecode,
  percentEncode,
  parseForm,
  toByteString,
} from './shared/byte-strings.ts';
import { headerOf, signableUrl, withHeader, withoutQuery, withQuery } from './shared/signable-request.ts';

type Aws = AuthOf<'awsv4'>;

interface SigningScope {
  readonly region: string;
  readonly service: string;
  /** The time in the form `20130524T000000Z`. */
  readonly time: string;
  readonly text: string;
}

export const awsv4 = defineAuth({
  type: 'awsv4',
  signsRequest: true,
  apply(auth, request, context) {
    return Promise.resolve().then(() => {
      const { accessKey, secretKey, sessionToken, region, service } = auth;
      requireFields('awsv4', { accessKey, secretKey });
      requirePrintable('awsv4', { accessKey, sessionToken, region, service });
      const scope = scopeOf(auth, context);
      return auth.addTo === 'query' ? signQuery(auth, request, scope) : signHeaders(auth, request, scope);
    });
  },
});

/** Returns the scope; as in Postman, the default service is API Gateway. */
function scopeOf(auth: Aws, context: AuthContext): SigningScope {
  const time = new Date(context.now()).toISOString().replace(/[:-]|\.\d+/g, '');
  const region = auth.region.trim() || 'us-east-1';
  const service = auth.service.trim() || 'execute-api';
  return { region, service, time, text: `${time.slice(0, 8)}/${region}/${service}/aws4_request` };
}

function signHeaders(auth: Aws, original: SignableRequest, scope: SigningScope): SignableRequest {
  const replaced = new Set(['authorization', 'x-amz-date', 'x-amz-security-token']);
  const headers = original.headers.filter(({ name }) => !replaced.has(name.toLowerCase()));
  let request = withHeader({ ...original, headers }, 'X-Amz-Date', scope.time);
  if (auth.sessionToken !== '') request = withHeader(request, 'X-Amz-Security-Token', auth.sessionToken);
  // Only S3 requires the hash in a header. A header of the user, such as UNSIGNED-PAYLOAD, is kept.
  const payload = headerOf(request, PAYLOAD_HASH) ?? sha256(request.body);
  if (isS3(scope)) request = withHeader(request, PAYLOAD_HASH, payload);
  const { names, signature } = signatureOf(auth, request, scope, payload);
  return withHeader(
    request,
    'Authorization',
    `${ALGORITHM} Credential=${auth.accessKey}/${scope.text}, SignedHeaders=${names}, Signature=${signature}`,
  );
}

const ALGORITHM = 'AWS4-HMAC-SHA256';
const PAYLOAD_HASH = 'x-amz-content-sha256';

function signQuery(auth: Aws, original: SignableRequest, scope: SigningScope): SignableRequest {
  const unsigned = withoutQuery(original, SIGNATURE_PARAMETERS);
  const hasExpires = parseForm(signableUrl(unsigned).query).some(([name]) => name === 'X-Amz-Expires');
  const request = withQuery(unsigned, [
    ['X-Amz-Algorithm', ALGORITHM],
    ['X-Amz-Credential', `${auth.accessKey}/${scope.text}`],
    ['X-Amz-Date', scope.time],
    ...(isS3(scope) && !hasExpires ? [['X-Amz-Expires', '86400'] as const] : []),
    ...(auth.sessionToken === '' ? [] : [['X-Amz-Security-Token', auth.sessionToken] as const]),
    ['X-Amz-SignedHeaders', signedHeaders(unsigned).names],
  ]);
  const payload = isS3(scope)
    ? 'UNSIGNED-PAYLOAD'
    : (headerOf(request, PAYLOAD_HASH) ?? sha256(request.body));
  return withQuery(request, [['X-Amz-Signature', signatureOf(auth, request, scope, payload).signature]]);
}

const SIGNATURE_PARAMETERS: ReadonlySet<string> = new Set(
  ['Algorithm', 'Credential', 'Date', 'Security-Token', 'SignedHeaders', 'Signature'].map(
    (name) => `X-Amz-${name}`,
  ),
);

function isS3({ service }: SigningScope): boolean {
  return /^s3(-outposts|-object-lambda|express)?$/.test(service);
}

function signatureOf(
  { secretKey }: Aws,
  request: SignableRequest,
  scope: SigningScope,
  payload: string,
): { readonly names: string; readonly signature: string } {
  const { names, lines } = signedHeaders(request);
  const { query } = signableUrl(request);
  const canonical = [
    request.method,
    canonicalPath(request, scope),
    canonicalQuery(query),
    lines,
    names,
    payload,
  ].join('\n');
  const text = [ALGORITHM, scope.time, scope.text, sha256(Buffer.from(canonical, 'latin1'))].join('\n');
  const key = [scope.time.slice(0, 8), scope.region, scope.service, 'aws4_request'].reduce(
    (current: Buffer, part) => hmac(current, part),
    Buffer.from(`AWS4${secretKey}`, 'utf8'),
  );
  return { names, signature: hmac(key, text).toString('hex') };
}

/** Encodes each segment as sent a second time. S3 encodes only once, and keeps `..` and `//`. */
function canonicalPath(request: SignableRequest, scope: SigningScope): string {
  const segments = toByteString(signableUrl(request).path).split('/');
  if (isS3(scope))
    return segments.map((each) => percentEncode(percentDecode(each)).replaceAll('%2F', '/')).join('/');
  const normalized: string[] = [];
  for (const segment of segments) {
    if (segment === '..') normalized.pop();
    else if (segment !== '.' && segment !== '') normalized.push(percentEncode(segment));
  }
  const isFolder = normalized.length > 0 && /^\.{0,2}$/.test(segments.at(-1) ?? '');
  return `/${normalized.join('/')}${isFolder ? '/' : ''}`;
}

function canonicalQuery(query: string): string {
  return parseForm(toByteString(query))
    .map(([name, value]) => [percentEncode(name), percentEncode(value)] as const)
    .sort(([a, x], [b, y]) => compareBytes(a, b) || compareBytes(x, y))
    .map((pair) => pair.join('='))
    .join('&');
}

function signedHeaders(request: SignableRequest): { readonly names: string; readonly lines: string } {
  const values = new Map<string, string[]>([['host', [signableUrl(request).authority]]]);
  for (const { name, value } of request.headers) {
    const lower = name.toLowerCase();
    if (UNSIGNED.has(lower) || lower === 'host') continue;
    const fieldValues = values.get(lower) ?? [];
    fieldValues.push(value.trim().replace(/\s+/g, ' '));
    values.set(lower, fieldValues);
  }
  const sorted = [...values].sort(([a], [b]) => compareBytes(a, b));
  return {
    names: sorted.map(([name]) => name).join(';'),
    lines: sorted.map(([name, all]) => `${name}:${all.join(',')}\n`).join(''),
  };
}

/** Headers that are added or changed after signing, by us or by intermediaries. */
const UNSIGNED: ReadonlySet<string> = new Set(
  (
    'accept accept-encoding authorization cache-control connection content-length cookie expect from ' +
    'keep-alive max-forwards pragma proxy-connection referer te trailer transfer-encoding upgrade ' +
    'user-agent x-amzn-trace-id'
  ).split(' '),
);

function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

function hmac(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text, 'utf8').digest();
}
