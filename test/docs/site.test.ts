// The static site of the documentation: every link leads somewhere, and a browser that opens it from a folder asks nobody
// for anything.
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildSite } from '../../scripts/docs-site/index.ts';
import { brokenRules } from '../helpers/axe.ts';
import { startBrowser } from '../helpers/pages.ts';
import { temporaryHome } from '../helpers/home.ts';

const home = temporaryHome();
const site = join(home.path, 'site', '2.0.0');
let browser: Browser | null;

beforeAll(async () => {
  mkdirSync(join(home.path, 'site', '1.9.0'), { recursive: true });
  writeFileSync(join(home.path, 'site', '1.9.0', 'index.html'), '<h1>Of yesterday</h1>');
  await buildSite({ folder: join(home.path, 'site'), version: '2.0.0' });
  browser = await startBrowser();
}, 60_000);
afterAll(async () => {
  await browser?.close();
  home[Symbol.dispose]();
});

test('links, pictures and anchors lead to what is there', () => {
  const pages = globSync('**/*.html', { cwd: site });
  expect(pages.length).toBeGreaterThan(100);
  const broken = pages.flatMap((page) => {
    const html = readFileSync(join(site, page), 'utf8');
    return Array.from(html.matchAll(/ (?:href|src)="([^"]+)"/g), ([, link = '']) => link)
      .filter((link) => !/^[a-z]+:/.test(link) && !leadsSomewhere(page, link))
      .map((link) => `${page}: ${link}`);
  });
  expect(broken).toEqual([]);
});

function leadsSomewhere(page: string, link: string): boolean {
  const [path = '', anchor] = link.replaceAll('&amp;', '&').split('#');
  const file = path === '' ? join(site, page) : join(site, dirname(page), path);
  if (!existsSync(file)) return false;
  return anchor === undefined || readFileSync(file, 'utf8').includes(`id="${decodeURIComponent(anchor)}"`);
}

test('the reference has what the program declares', () => {
  const page = (name: string): string => readFileSync(join(site, 'reference', `${name}.html`), 'utf8');
  expect(page('commands')).toContain('id="proxyctl-collection-run"');
  expect(page('commands')).toContain('--fail-on-agent');
  expect(page('methods')).toContain('id="get_settings"');
  expect(page('settings')).toContain('<code>upstreamHttp2</code>');
  expect(page('tools').match(/<h2 /g)).toHaveLength(82);
});

async function open(path: string, width = 1440): Promise<{ page: Page; asked: string[]; errors: string[] }> {
  const page = await browser!.newPage({ viewport: { width, height: 900 } });
  const [asked, errors]: [string[], string[]] = [[], []];
  page.on('request', (each) => {
    if (!each.url().startsWith('file:')) asked.push(each.url());
  });
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  await page.goto(pathToFileURL(join(site, path)).href);
  return { page, asked, errors };
}

const isThere = await startBrowser().then(async (started) => {
  await started?.close();
  return started !== null;
});

describe.skipIf(!isThere)('in a browser', () => {
  test('pages are found by a word, with the keyboard', async () => {
    const { page, asked, errors } = await open('tools/breakpoint.html');
    await page.keyboard.press('/');
    await page.keyboard.type('client certificates');
    await page.locator('#hits a').first().waitFor();
    await page.keyboard.press('ArrowDown');
    const chosen = await page.locator('#hits [aria-selected=true]').getAttribute('href');
    expect(chosen).toMatch(/^\.\.\/.+\.html#/);
    await page.keyboard.press('Enter');
    await page.waitForURL(({ href }) => href.endsWith(chosen!.slice(2)));
    expect(await page.locator('h1').count()).toBe(1);
    expect([asked, errors]).toEqual([[], []]);
  });

  test('the theme stays, and another version is a choice away', async () => {
    const { page } = await open('index.html');
    await page.getByRole('button', { name: 'Dark theme' }).click();
    await page.getByRole('link', { name: 'Filters', exact: true }).click();
    await page.waitForURL(/filters\.html/);
    expect(await page.locator('html').getAttribute('data-theme')).toBe('dark');
    await page.locator('#version option', { hasText: '1.9.0' }).waitFor({ state: 'attached' });
    await page.getByLabel('Version').selectOption('1.9.0');
    await page.getByText('Of yesterday').waitFor();
  });

  test.for(['index.html', 'filters.html', 'reference/settings.html', 'guide/index.html'])(
    '%s has nothing that axe finds, and fits a phone',
    async (path) => {
      const { page } = await open(path, 390);
      expect(await brokenRules(page)).toEqual([]);
      expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
    },
  );
});
