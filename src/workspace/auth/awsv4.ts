// Signature Version 4 of AWS, in headers or in the query (docs.aws.amazon.com, "Signing AWS API requests").
import { createHash, createHmac } from 'node:crypto';
import { defineAuth, type AuthContext, type AuthOf, type SignableRequest } from './contract.ts';
import { requireFields, requirePrintable } from './shared/fields.ts';
import { compared, decodedOctets, encodedOctets, formPairs, octetsOf } from './shared/byte-strings.ts';
import { headerOf, targetOf, withHeader, withoutQuery, withQuery } from './shared/signable-request.ts';

type Aws = AuthOf<'awsv4'>;

interface Scope {
  readonly region: string;
  readonly service: string;
  /** As `20130524T000000Z`. */
  readonly time: string;
  readonly text: string;
}

export const awsv4 = defineAuth({
  type: 'awsv4',
  apply(auth, request, context) {
    return Promise.resolve().then(() => {
      const { accessKey, secretKey, sessionToken, region, service } = auth;
      requireFields('awsv4', { accessKey, secretKey });
      requirePrintable('awsv4', { accessKey, sessionToken, region, service });
      const scope = scopeOf(auth, context);
      return auth.addTo === 'query' ? inQuery(auth, request, scope) : inHeaders(auth, request, scope);
    });
  },
});

/** API Gateway where no service is named, as in Postman. */
function scopeOf(auth: Aws, context: AuthContext): Scope {
  const time = new Date(context.now()).toISOString().replace(/[:-]|\.\d+/g, '');
  const region = auth.region.trim() || 'us-east-1';
  const service = auth.service.trim() || 'execute-api';
  return { region, service, time, text: `${time.slice(0, 8)}/${region}/${service}/aws4_request` };
}

function inHeaders(auth: Aws, given: SignableRequest, scope: Scope): SignableRequest {
  const own = new Set(['authorization', 'x-amz-date', 'x-amz-security-token']);
  const left = given.headers.filter(({ name }) => !own.has(name.toLowerCase()));
  let request = withHeader({ ...given, headers: left }, 'X-Amz-Date', scope.time);
  if (auth.sessionToken !== '') request = withHeader(request, 'X-Amz-Security-Token', auth.sessionToken);
  // S3 alone insists on the hash in a header; whoever wrote one, such as UNSIGNED-PAYLOAD, has chosen.
  const payload = headerOf(request, PAYLOAD_HASH) ?? sha256(request.body);
  if (isS3(scope)) request = withHeader(request, PAYLOAD_HASH, payload);
  const { names, signature } = signed(auth, request, scope, payload);
  return withHeader(
    request,
    'Authorization',
    `${ALGORITHM} Credential=${auth.accessKey}/${scope.text}, SignedHeaders=${names}, Signature=${signature}`,
  );
}

const ALGORITHM = 'AWS4-HMAC-SHA256';
const PAYLOAD_HASH = 'x-amz-content-sha256';

function inQuery(auth: Aws, given: SignableRequest, scope: Scope): SignableRequest {
  const clean = withoutQuery(given, OWN_PARAMETERS);
  const hasExpires = formPairs(targetOf(clean).query).some(([name]) => name === 'X-Amz-Expires');
  const request = withQuery(clean, [
    ['X-Amz-Algorithm', ALGORITHM],
    ['X-Amz-Credential', `${auth.accessKey}/${scope.text}`],
    ['X-Amz-Date', scope.time],
    ...(isS3(scope) && !hasExpires ? [['X-Amz-Expires', '86400'] as const] : []),
    ...(auth.sessionToken === '' ? [] : [['X-Amz-Security-Token', auth.sessionToken] as const]),
    ['X-Amz-SignedHeaders', signedHeaders(clean).names],
  ]);
  const payload = isS3(scope)
    ? 'UNSIGNED-PAYLOAD'
    : (headerOf(request, PAYLOAD_HASH) ?? sha256(request.body));
  return withQuery(request, [['X-Amz-Signature', signed(auth, request, scope, payload).signature]]);
}

const OWN_PARAMETERS: ReadonlySet<string> = new Set(
  ['Algorithm', 'Credential', 'Date', 'Security-Token', 'SignedHeaders', 'Signature'].map(
    (name) => `X-Amz-${name}`,
  ),
);

function isS3({ service }: Scope): boolean {
  return /^s3(-outposts|-object-lambda|express)?$/.test(service);
}

function signed(
  { secretKey }: Aws,
  request: SignableRequest,
  scope: Scope,
  payload: string,
): { readonly names: string; readonly signature: string } {
  const { names, lines } = signedHeaders(request);
  const { query } = targetOf(request);
  const canonical = [request.method, pathOf(request, scope), queryOf(query), lines, names, payload].join(
    '\n',
  );
  const text = [ALGORITHM, scope.time, scope.text, sha256(Buffer.from(canonical, 'latin1'))].join('\n');
  const key = [scope.time.slice(0, 8), scope.region, scope.service, 'aws4_request'].reduce(
    (before: Buffer, part) => hmac(before, part),
    Buffer.from(`AWS4${secretKey}`, 'utf8'),
  );
  return { names, signature: hmac(key, text).toString('hex') };
}

/** Each segment is encoded as it is sent, once more therefore; S3 knows one encoding only, and keeps `..` and `//`. */
function pathOf(request: SignableRequest, scope: Scope): string {
  const segments = octetsOf(targetOf(request).path).split('/');
  if (isS3(scope))
    return segments.map((each) => encodedOctets(decodedOctets(each)).replaceAll('%2F', '/')).join('/');
  const kept: string[] = [];
  for (const segment of segments) {
    if (segment === '..') kept.pop();
    else if (segment !== '.' && segment !== '') kept.push(encodedOctets(segment));
  }
  const isFolder = kept.length > 0 && /^\.{0,2}$/.test(segments.at(-1) ?? '');
  return `/${kept.join('/')}${isFolder ? '/' : ''}`;
}

function queryOf(query: string): string {
  return formPairs(octetsOf(query))
    .map(([name, value]) => [encodedOctets(name), encodedOctets(value)] as const)
    .sort(([a, x], [b, y]) => compared(a, b) || compared(x, y))
    .map((pair) => pair.join('='))
    .join('&');
}

function signedHeaders(request: SignableRequest): { readonly names: string; readonly lines: string } {
  const values = new Map<string, string[]>([['host', [targetOf(request).authority]]]);
  for (const { name, value } of request.headers) {
    const lower = name.toLowerCase();
    if (UNSIGNED.has(lower) || lower === 'host') continue;
    const found = values.get(lower) ?? [];
    found.push(value.trim().replace(/\s+/g, ' '));
    values.set(lower, found);
  }
  const sorted = [...values].sort(([a], [b]) => compared(a, b));
  return {
    names: sorted.map(([name]) => name).join(';'),
    lines: sorted.map(([name, all]) => `${name}:${all.join(',')}\n`).join(''),
  };
}

/** What is added or changed later, here or on the way. */
const UNSIGNED: ReadonlySet<string> = new Set([
  ...[
    'accept',
    'accept-encoding',
    'authorization',
    'cache-control',
    'connection',
    'content-length',
    'cookie',
  ],
  ...[
    'expect',
    'from',
    'keep-alive',
    'max-forwards',
    'pragma',
    'proxy-connection',
    'referer',
    'te',
    'trailer',
  ],
  ...['transfer-encoding', 'upgrade', 'user-agent', 'x-amzn-trace-id'],
]);

function sha256(octets: Buffer): string {
  return createHash('sha256').update(octets).digest('hex');
}

function hmac(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text, 'utf8').digest();
}
