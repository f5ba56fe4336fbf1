// Browsers over HTTP/2: a page that asks many times, and then tells the origin how many answers were right. Each request
// is recorded as it was. HTTP2_CLIENT_COUNT chooses how many there are.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import chromium from '@sparticuz/chromium';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { browserProfile, type BrowserName } from '../../src/cli/browser/index.ts';
import { EACH, HOST, Http2Load, lengthOfBody, THREADS, TIMEOUT_MS } from '../helpers/http2-load.ts';
import { findProgram, missing } from '../helpers/need.ts';

let load: Http2Load;
let told: (path: string) => void = () => undefined;

const PAGE = `<!doctype html><link rel="icon" href="data:,"><script>
  async function loop() {
    let right = 0;
    for (let n = 0; n < ${EACH}; n += 1) {
      const answer = await fetch('/', { method: 'POST', body: 'x'.repeat(3000), cache: 'no-store' });
      right += answer.status === 200 && (await answer.text()) === '3000';
    }
    return right;
  }
  Promise.all(Array.from({ length: ${THREADS} }, loop))
    .then((counts) => counts.reduce((sum, count) => sum + count), (error) => error)
    .then((outcome) => fetch('/told/' + encodeURIComponent(outcome)));
</script>`;

beforeAll(async () => {
  load = await Http2Load.start((stream, headers, raw) => {
    const { ':path': path = '' } = headers;
    if (path.startsWith('/told/')) told(decodeURIComponent(path.slice('/told/'.length)));
    if (path !== '/page') {
      lengthOfBody(stream, headers, raw);
      return;
    }
    stream.respond({ ':status': 200, 'content-type': 'text/html' });
    stream.end(PAGE);
  });
});
afterAll(() => load[Symbol.asyncDispose]());
beforeEach(() => load.clear());

/** Opens the page, and resolves with what it has told. */
async function browse(name: BrowserName, program: string, options: readonly string[]): Promise<string> {
  const { ca, port } = load.proxy.engine;
  const url = `https://${HOST}:${load.origin.port}/page`;
  const answered = new Promise<string>((resolve) => (told = resolve));
  const profile = await browserProfile(name, {
    program,
    proxyPort: port,
    caPem: ca.certPem,
    caPath: ca.certPath,
    args: [...options, url],
  });
  const [file = '', ...args] = profile.command;
  const child = spawn(file, args, { stdio: 'ignore', env: { ...process.env, ...profile.env } });
  const ended = once(child, 'exit');
  try {
    return await Promise.race([answered, ended.then(() => 'the browser ended')]);
  } finally {
    child.kill('SIGKILL');
    await ended;
    await profile.remove();
  }
}

/** Expects no other POST: one that failed, and that the browser sent again, would be one more. */
async function expectAllRight(): Promise<void> {
  const posts = Object.entries(await load.ends()).filter(([kind]) => kind.startsWith('POST '));
  expect(posts).toEqual([['POST HTTP/2 completed 200', EACH * THREADS]]);
}

test.skipIf(process.platform !== 'linux')('Chromium', { timeout: TIMEOUT_MS }, async () => {
  const program = await chromium.executablePath();
  const options = [...chromium.args, '--headless', '--remote-debugging-port=0'];
  expect(await browse('chromium', program, options)).toBe(String(EACH * THREADS));
  await expectAllRight();
});

test.skipIf(missing('firefox-esr'))('Firefox', { timeout: TIMEOUT_MS, tags: ['full'] }, async () => {
  const program = findProgram('firefox-esr') ?? '';
  expect(await browse('firefox', program, ['--headless'])).toBe(String(EACH * THREADS));
  await expectAllRight();
});
