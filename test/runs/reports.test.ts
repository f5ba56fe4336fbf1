// The reports of `collection run`, each read by a program made for its format: JSON by a parser, JUnit XML by
// a validator, the page by Chromium.
import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import chromium from '@sparticuz/chromium';
import { chromium as browserType, type Browser, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import type { RequestRecord } from '../../src/runs/reporters/shared/records.ts';
import { callCli } from '../helpers/called-cli.ts';
import { runCli, type CliResult } from '../helpers/cli.ts';
import { writeCollection } from '../helpers/collections.ts';
import { startEcho, type Echo } from '../helpers/echo.ts';
import { temporaryHome, type TemporaryHome } from '../helpers/home.ts';
import { missing } from '../helpers/need.ts';
import { closedPort } from '../helpers/ports.ts';

const EVIL = '</script><script>document.title = "taken"</script><img src="http://evil.example/x">';

let echo: Echo;
let home: TemporaryHome;
let folder: string;
let ended: CliResult;

beforeAll(async () => {
  echo = await startEcho();
  home = temporaryHome();
  folder = join(home.path, 'work');
  mkdirSync(folder);
  const port = await closedPort();
  const file = writeCollection(folder, `Shop ${EVIL.slice(0, 9).replace('/', ' ')}`, [
    {
      folder: 'Users',
      items: [
        {
          name: `Get ${EVIL}`,
          url: `${echo.url}/get?evil=${EVIL}`,
          header: [{ key: 'X-Evil', value: EVIL }],
          test: `pm.test('passes \\u0007', () => {});
            pm.test('fails <b>', () => pm.expect('\\u001b[31ma').to.equal('b\\u0000'));
            pm.test.skip('later', () => {});
            console.log(${JSON.stringify(EVIL)}, '\\u0000');`,
        },
      ],
    },
    { name: 'Post', method: 'POST', url: `${echo.url}/post`, body: '{"big": 12345678901234567890}' },
    { name: 'Binary', url: `${echo.url}/binary` },
    { name: 'Refused', url: `http://127.0.0.1:${port}/` },
    { name: 'Broken', url: `${echo.url}/get`, before: 'nothing.here();' },
    { name: 'Left out', url: `${echo.url}/get`, before: 'pm.execution.skipRequest();' },
  ]);
  ended = await callCli(['collection', 'run', file, '-n', '2', '-r', 'cli,json,junit,html'], {
    home: home.path,
    cwd: folder,
  });
});

afterAll(async () => {
  await echo[Symbol.asyncDispose]();
  home.remove();
});

function report(name: string): string {
  return readFileSync(join(folder, name), 'utf8');
}

function modeOf(path: string): number {
  return statSync(path).mode & 0o777;
}

test('all are written, readable as the umask says', () => {
  expect([ended.code, ended.stderr]).toEqual([1, '']);
  const written = join(folder, 'any-file');
  writeFileSync(written, '');
  for (const name of ['cloak-run.json', 'cloak-run.xml', 'cloak-run.html'])
    if (process.platform !== 'win32') expect(modeOf(join(folder, name))).toBe(modeOf(written));
});

test('elsewhere where that is said', async () => {
  const file = writeCollection(folder, 'elsewhere', [{ name: 'A', url: `${echo.url}/get` }]);
  const flags = ['json', 'junit', 'html'].flatMap((name) => [`--reporter-${name}-export`, `own.${name}`]);
  const { code, stdout } = await callCli(['collection', 'run', file, '-r', 'json,junit,html', ...flags], {
    home: home.path,
    cwd: folder,
  });
  expect([code, stdout]).toEqual([0, '']);
  expect(report('own.json')).toContain('"version":1');
  expect(report('own.junit')).toContain('<testsuites');
  expect(report('own.html')).toContain('<!doctype html>');
});

test.skipIf(missing('cat', 'mkfifo'))('into a pipe where that is said', async () => {
  const file = writeCollection(folder, 'piped', [{ name: 'A', url: `${echo.url}/get` }]);
  const pipe = join(folder, 'pipe');
  execFileSync('mkfifo', [pipe]);
  const reading = promisify(execFile)('cat', [pipe]);
  const args = ['collection', 'run', file, '-r', 'json', '--reporter-json-export', pipe];
  const { code } = await runCli(args, { home: home.path, cwd: folder });
  expect(code).toBe(0);
  expect(JSON.parse((await reading).stdout)).toMatchObject({ totals: { requests: 1 } });
});

test('the one for people steers no terminal', () => {
  expect(ended.stdout).not.toMatch(/[\x00-\x09\x0b-\x1f\x7f-\x9f]/);
  expect(ended.stdout).toMatch(
    /^2 iterations, 10 requests \(2 failed\), 4 tests \(2 failed\), 2 script errors, /m,
  );
});

describe('JSON', () => {
  const parsed = () =>
    JSON.parse(report('cloak-run.json')) as {
      readonly requests: readonly RequestRecord[];
      readonly totals: Readonly<Record<string, unknown>>;
    };

  test('keeps iterations apart, and counts', () => {
    const { requests, totals } = parsed();
    const names = ['Post', 'Binary', 'Refused', 'Broken', 'Left out'];
    expect(requests.map(({ iteration, name }) => [iteration, name])).toEqual(
      [0, 1].flatMap((iteration) => [`Get ${EVIL}`, ...names].map((name) => [iteration, name])),
    );
    expect(totals).toMatchObject({
      requests: 10,
      failedRequests: 2,
      tests: 4,
      failedTests: 2,
      scriptErrors: 2,
    });
  });

  test('holds what was sent and what came', () => {
    const [get, post, binary, refused] = parsed().requests;
    expect(get).toMatchObject({ failed: true, folders: ['Users'], response: { status: 200 } });
    expect(get?.tests.map(({ passed, skipped }) => [passed, skipped])).toEqual([
      [true, false],
      [false, false],
      [expect.any(Boolean), true],
    ]);
    expect(get?.request?.headers).toContainEqual({ name: 'X-Evil', value: EVIL });
    expect(post?.request?.body).toEqual({ size: 29, leftOut: 0, text: '{"big": 12345678901234567890}' });
    expect(binary?.response?.body).toEqual({ size: 4, leftOut: 0, base64: 'AP8BgA==' });
    expect(refused).toMatchObject({
      request: null,
      response: null,
      error: expect.stringContaining('refused') as string,
    });
  });
});

describe('JUnit XML', () => {
  test('is valid by the schema of Jenkins', async () => {
    const schema = readFileSync(new URL('./schemas/junit-4.xsd', import.meta.url), 'utf8');
    const errors = async (contents: string) =>
      (await validateXML({ xml: { fileName: 'report.xml', contents }, schema })).errors;
    expect(await errors(report('cloak-run.xml'))).toEqual([]);
    // Proves that the validator finds errors at all.
    const wrong = report('cloak-run.xml').replace('<properties>', '<properties/><unknown/><properties>');
    expect(await errors(wrong)).not.toEqual([]);
  });

  test('its numbers are those of its cases', async () => {
    interface Node {
      readonly $: Readonly<Record<string, string>>;
      readonly testsuite: readonly Node[];
      readonly testcase: readonly Readonly<Record<string, unknown>>[];
    }
    const { parseStringPromise } = createRequire(import.meta.url)('xml2js') as {
      readonly parseStringPromise: (xml: string) => Promise<{ readonly testsuites: Node }>;
    };
    const { testsuites } = await parseStringPromise(report('cloak-run.xml'));
    const counted = (node: Node, kind: string) =>
      node.testcase.filter((each) => each[kind] !== undefined).length;
    for (const suite of testsuites.testsuite)
      expect(suite.$).toMatchObject({
        tests: String(suite.testcase.length),
        failures: String(counted(suite, 'failure')),
        errors: String(counted(suite, 'error')),
        skipped: String(counted(suite, 'skipped')),
      });
    expect(testsuites.testsuite).toHaveLength(12);
    expect(testsuites.$).toMatchObject({ tests: '16', failures: '2', errors: '4' });
    expect(testsuites.testsuite.map(({ $ }) => $['name']?.slice(0, 12))).toContain('Iteration 2:');
  });
});

describe('the page', () => {
  let browser: Browser;
  let page: Page;
  /** Every URL that the page requested. */
  const asked: string[] = [];
  const errors: string[] = [];

  beforeAll(async () => {
    browser = await browserType.launch({
      executablePath: await chromium.executablePath(),
      args: chromium.args,
    });
    page = await browser.newPage();
    page.on('request', (request) => asked.push(request.url()));
    page.on('pageerror', (error) => errors.push(error.message));
    page.on('console', (message) => errors.push(message.text()));
    await page.goto(pathToFileURL(join(folder, 'cloak-run.html')).href);
  }, 120_000);

  afterAll(async () => {
    await browser.close();
  });

  const rows = () => page.locator('details');
  const showing = (text: string) => page.locator('#shown').getByText(text, { exact: true }).waitFor();
  const shown = () => page.locator('#shown').textContent();

  test('opens without a request to anywhere', async () => {
    expect(asked).toEqual([pathToFileURL(join(folder, 'cloak-run.html')).href]);
    expect(await page.title()).toContain('Shop');
  });

  test('prints the result', async () => {
    expect(await page.locator('#head').innerText()).toMatch(
      /✗ Failed[^]*Requests\s+10 2 failed\s+Tests\s+4 2 failed/,
    );
    expect(await shown()).toBe('12 shown');
    expect(await page.locator('h2').allInnerTexts()).toEqual(['Iteration 1', 'Iteration 2']);
  });

  test('shows a request with its headers, bodies and tests when it is opened', async () => {
    const opened = async (at: number): Promise<string> => {
      await rows().nth(at).locator('summary').click();
      await rows().nth(at).locator('.details').waitFor();
      return rows().nth(at).innerText();
    };
    const text = await opened(0);
    for (const part of [`Get ${EVIL}`, '✗ fails <b>', 'AssertionError: expected', `log: ${EVIL}`, 'X-Evil'])
      expect(text).toContain(part);
    expect(await opened(1)).toContain('"big": 12345678901234567890');
  });

  test('filters by failure, by text and by iteration', { tags: ['full'] }, async () => {
    await page.locator('#failed').check();
    await showing('6 of 12 shown');
    await page.locator('#iteration').fill('2');
    await showing('3 of 12 shown');
    await page.locator('#text').fill('NOTHING');
    await showing('1 of 12 shown');
    expect(await rows().locator('.name').allInnerTexts()).toEqual([expect.stringContaining('Broken')]);
    await page.locator('#text').fill('');
    await page.locator('#iteration').fill('');
    await page.locator('#failed').uncheck();
    await showing('12 shown');
  });

  test.each([
    [1280, 'light'],
    [1280, 'dark'],
    [360, 'light'],
    [360, 'dark'],
    [390, 'light'],
    [390, 'dark'],
  ] as const)('fits a window %i wide with everything open, %s', async (width, colorScheme) => {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme });
    await page.evaluate('document.querySelectorAll("details").forEach((each) => { each.open = true; })');
    await expect.poll(() => page.locator('details:not(:has(> .details))').count()).toBe(0);
    const [needed, back, beyond] = await page.evaluate<[number, string, readonly string[]]>(
      `[
        document.documentElement.scrollWidth,
        getComputedStyle(document.body).backgroundColor,
        [...document.querySelectorAll('body *')]
          .filter((each) => each.getBoundingClientRect().right > ${width})
          .map((each) => each.outerHTML.slice(0, 80)),
      ]`,
    );
    expect(needed).toBeLessThanOrEqual(width);
    expect(beyond).toEqual([]);
    expect(back).toBe(colorScheme === 'light' ? 'rgb(255, 255, 255)' : 'rgb(20, 23, 27)');
  });

  test('runs nothing of what it shows, and asks for nothing', async () => {
    expect(await page.title()).toContain('Shop');
    expect(asked).toHaveLength(1);
    expect(errors).toEqual([]);
  });

  test('its policy stands when it is served', async () => {
    const text = report('cloak-run.html');
    const server = createServer((request, response) => {
      if (request.url === '/') response.writeHead(200, { 'Content-Type': 'text/html' }).end(text);
      else response.writeHead(404).end();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const before = asked.length;
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    await page.goto(url);
    expect(await shown()).toBe('12 shown');
    expect(asked.slice(before)).toEqual([url]);
    // Injected markup cannot contact another server.
    const fetched = await page.evaluate("fetch('/x').then(() => 'done', () => 'refused')");
    expect(fetched).toBe('refused');
    server.close();
    server.closeAllConnections();
  });
});
