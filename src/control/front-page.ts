// The page for a person who opens the address of the proxy in a browser: it says what this is and where to go. Programs
// get an error of the API instead. The page shows nothing of the traffic.
import type { LocalRequest, LocalResponse } from '../base/local-http.ts';
import { productName } from '../base/product.ts';
import { namesProxy } from './authority.ts';
import { staticPage } from './static-page.ts';

/** Returns true when a browser, rather than a program, requests a page by a name of the proxy. */
export function asksForPage(request: LocalRequest, path: string, port: number): boolean {
  const accepted = request.headers.filter(({ name }) => name.toLowerCase() === 'accept');
  return (
    (request.method === 'GET' || request.method === 'HEAD') &&
    !path.startsWith('/api/') &&
    accepted.some(({ value }) => value.includes('text/html')) &&
    namesProxy(request, port)
  );
}

/** `hasUi`: true under the app, which has pages of its own. */
export function frontPage(
  { openedBy }: LocalRequest,
  path: string,
  { port, hasUi }: { readonly port: number; readonly hasUi: boolean },
): LocalResponse {
  const where = !openedBy.isLoopback ? ELSEWHERE : hasUi ? NO_SUCH_PAGE : headless(port);
  const status = path === '/' ? 200 : 404;
  return staticPage(
    status,
    productName,
    `<h1>This is ${productName}</h1>
<p>A proxy listens at this address: programs send their requests through it, and it shows them.</p>
${where}
<h2>HTTPS</h2>
<p>To have its HTTPS shown, a browser, program or device has to trust the <a href="/ssl">root certificate of this proxy</a>.</p>`,
  );
}

const ELSEWHERE = '<p>Its other pages open only on the machine that it runs on.</p>';

const NO_SUCH_PAGE = '<p>There is no such page. <a href="/">The app</a> is at the start.</p>';

function headless(port: number): string {
  return `<p>It was started without pages, by <code>proxyctl run</code> or as a library. To see the traffic here, stop it and start the app:</p>
<pre><code>proxyctl app</code></pre>
<p>In a terminal, the commands for a running proxy show it now:</p>
<pre><code>proxyctl list --port ${port}
proxyctl show ID --port ${port}</code></pre>`;
}
