// The status page of the app, shown in the browser that it opens. Anybody on this machine may load the page itself,
// which holds no data; its script exchanges the code in the URL for the token, and calls the API.
import type { LocalResponse } from '../../base/local-http.ts';
import { productName } from '../../base/product.ts';
import { response, failure, type Field } from '../response.ts';
import { STYLE, STYLE_HASH } from '../certificate-page/style.ts';
import { SCRIPT } from './script.ts';

const SCRIPT_PATH = '/status.js';

/** Returns the page or its script; null for another path. */
export function statusPage(method: string, path: string): LocalResponse | null {
  if (path !== '/' && path !== SCRIPT_PATH) return null;
  if (method !== 'GET' && method !== 'HEAD')
    return failure(405, 'Only GET and HEAD are possible here', [{ name: 'Allow', value: 'GET, HEAD' }]);
  if (path === '/') return response(200, 'text/html; charset=utf-8', PAGE, HEADERS);
  return response(200, 'text/javascript; charset=utf-8', SCRIPT, HEADERS);
}

const HEADERS: readonly Field[] = [
  { name: 'Referrer-Policy', value: 'no-referrer' },
  { name: 'Cross-Origin-Resource-Policy', value: 'same-origin' },
  { name: 'Cross-Origin-Opener-Policy', value: 'same-origin' },
  { name: 'X-Frame-Options', value: 'DENY' },
  {
    name: 'Content-Security-Policy',
    value: `default-src 'none'; script-src 'self'; connect-src 'self'; style-src '${STYLE_HASH}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  },
];

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${productName}</title>
<style>${STYLE}</style>
<script src="${SCRIPT_PATH}" defer></script>
</head>
<body>
<main>
<h1>${productName}</h1>
<p id="state" role="status">Asking the proxy…</p>
<dl id="facts"></dl>
<p><a href="/ssl">Root certificate</a></p>
</main>
</body>
</html>
`;
