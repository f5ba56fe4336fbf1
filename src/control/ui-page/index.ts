// The web UI: its files, compressed in advance, under a Content-Security-Policy that lets the page load nothing but
// them. Anybody on this machine may load the files, which hold no data; the page exchanges the code in its URL for the
// token, and calls the API.
import { randomBytes } from 'node:crypto';
import type { LocalRequest, LocalResponse } from '../../base/local-http.ts';
import { failure, response, type Field } from '../response.ts';
import type { UiFile, UiFiles } from './files.ts';

/** `viewer`: the page shows recorded requests only, and leaves out what needs a proxy. */
export type UiMode = 'app' | 'viewer';

/** Returns the file at `path`; null when the UI has none there. */
export function uiPage(
  request: LocalRequest,
  path: string,
  files: UiFiles,
  mode: UiMode,
): LocalResponse | null {
  const file = files.get(path === '/' ? '/index.html' : path);
  if (file === undefined) return null;
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return failure(405, 'Only GET and HEAD are possible here', [{ name: 'Allow', value: 'GET, HEAD' }]);
  return path === '/' ? page(file, mode) : asset(file, path, acceptedCodings(request));
}

/** The page itself names the nonce of its response, so that editors can add style sheets, and what it is for. */
function page({ bytes }: UiFile, mode: UiMode): LocalResponse {
  const nonce = randomBytes(16).toString('base64url');
  const html = bytes.toString('utf8').replace('__NONCE__', nonce).replace('__MODE__', mode);
  return response(200, 'text/html; charset=utf-8', html, [
    ...ISOLATION,
    { name: 'Content-Security-Policy', value: policy(nonce) },
    { name: 'Permissions-Policy', value: 'camera=(), microphone=(), geolocation=(), usb=(), serial=()' },
  ]);
}

function policy(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    // Browsers write style attributes themselves where text is replaced in an editor. Attributes load nothing.
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' blob:",
    "connect-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

const ISOLATION: readonly Field[] = [
  { name: 'Referrer-Policy', value: 'no-referrer' },
  { name: 'Cross-Origin-Resource-Policy', value: 'same-origin' },
  { name: 'Cross-Origin-Opener-Policy', value: 'same-origin' },
  { name: 'X-Frame-Options', value: 'DENY' },
];

/** Names of files below /assets/ change with their content, so browsers may keep them. */
const FOREVER: Field = { name: 'Cache-Control', value: 'public, max-age=31536000, immutable' };

function asset(file: UiFile, path: string, accepted: ReadonlySet<string>): LocalResponse {
  const coding = (['br', 'gzip'] as const).find((each) => accepted.has(each) && file[each] !== null);
  const fileResponse = response(200, file.type, coding === undefined ? file.bytes : file[coding]!, [
    ...ISOLATION,
    { name: 'Vary', value: 'Accept-Encoding' },
    ...(coding === undefined ? [] : [{ name: 'Content-Encoding', value: coding }]),
  ]);
  if (!path.startsWith('/assets/')) return fileResponse;
  return {
    ...fileResponse,
    headers: [...fileResponse.headers.filter(({ name }) => name !== FOREVER.name), FOREVER],
  };
}

function acceptedCodings({ headers }: LocalRequest): ReadonlySet<string> {
  const values = headers.filter(({ name }) => name.toLowerCase() === 'accept-encoding');
  const codings = values.flatMap(({ value }) => value.toLowerCase().split(','));
  return new Set(
    codings
      .filter((coding) => !/;\s*q=0(?:\.0*)?\s*$/.test(coding))
      .map((each) => each.split(';')[0]!.trim()),
  );
}
