// GET /preview/ID: a page as it is to be published. It has an origin of its own, so that its script reaches nothing of
// the app, and its own Content-Security-Policy holds besides.
import type { LocalRequest, LocalResponse } from '../base/local-http.ts';
import { failure, response } from './response.ts';

const PREFIX = '/preview/';

const ISOLATED = [
  {
    name: 'Content-Security-Policy',
    value:
      "sandbox allow-scripts allow-popups; default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  },
  { name: 'Referrer-Policy', value: 'no-referrer' },
  { name: 'Cross-Origin-Opener-Policy', value: 'same-origin' },
];

/** Returns the page at a path; null for other paths. `find` returns the HTML of an id. */
export function previewPage(
  { method }: Pick<LocalRequest, 'method'>,
  path: string,
  find: (id: string) => string | null,
): LocalResponse | null {
  if (!path.startsWith(PREFIX)) return null;
  if (method !== 'GET') return failure(405, 'Only GET is possible here', [{ name: 'Allow', value: 'GET' }]);
  const html = find(path.slice(PREFIX.length));
  if (html === null) return failure(404, 'This preview is not kept any more: open it again from the app');
  return response(200, 'text/html; charset=utf-8', html, ISOLATED);
}
