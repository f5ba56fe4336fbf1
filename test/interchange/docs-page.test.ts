// The documentation of a collection in a browser: search, code, contrast, narrow screens, paper, and hostile texts.
import { mkdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { snippetFormats } from '../../src/snippets/index.ts';
import { brokenRules, serious } from '../helpers/axe.ts';
import { callCli } from '../helpers/called-cli.ts';
import { temporaryHome } from '../helpers/home.ts';
import { startBrowser } from '../helpers/pages.ts';
import { themes } from '../helpers/scale.ts';

const HOSTILE =
  '</script><script>window.hacked=1</script><img src="http://evil.test/x" onerror="window.hacked=1">';
const LINKS = '[a](javascript:window.hacked=1) ![b](http://evil.test/y) <style>*{display:none}</style>';

const request = (name: string, method: string, url: string, more: object = {}) => ({
  name,
  request: { method, url, ...more },
});
const COLLECTION = {
  info: {
    name: 'Shop',
    description: 'All **things** of the shop.',
    schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
  },
  variable: [{ key: 'baseUrl', value: 'https://shop.test' }],
  auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{token}}' }] },
  item: [
    {
      name: 'Users',
      item: [
        request('List users', 'GET', '{{baseUrl}}/users?page=1', { description: 'With their addresses.' }),
        {
          ...request('Add a user', 'POST', '{{baseUrl}}/users', {
            header: [{ key: 'X-Trace', value: 'abc' }],
            body: { mode: 'raw', raw: '{"name":"Ann"}', options: { raw: { language: 'json' } } },
          }),
          response: [{ name: 'Created', code: 201, body: '{"id":1,"address":{"city":"Rome"}}' }],
        },
      ],
    },
    { name: 'Orders', item: [request('Delete an order', 'DELETE', '{{baseUrl}}/orders/:id')] },
    {
      name: HOSTILE,
      item: [
        {
          ...request(HOSTILE, 'GET', `{{baseUrl}}/${HOSTILE}`, {
            description: `${LINKS}\n\n${HOSTILE}`,
            header: [{ key: HOSTILE, value: HOSTILE, description: LINKS }],
          }),
          response: [{ name: HOSTILE, code: 200, body: HOSTILE + 'x'.repeat(1_000_000) }],
        },
      ],
    },
  ],
};

const home = temporaryHome();
let browser: Browser | null;
let file: string;

beforeAll(async () => {
  browser = await startBrowser();
  await mkdir(home.path, { recursive: true });
  await writeFile(join(home.path, 'shop.json'), JSON.stringify(COLLECTION));
  file = join(home.path, 'shop.html');
  const written = await callCli(['docs', 'shop.json', '--out', file], { home: home.path, cwd: home.path });
  expect(written).toMatchObject({ code: 0, stdout: `${file}\n` });
});
afterAll(async () => {
  await browser?.close();
  home[Symbol.dispose]();
});

interface Opened {
  readonly page: Page;
  /** Addresses that the page asked for, besides its own. */
  readonly requests: readonly string[];
  readonly errors: readonly string[];
}

async function open(options: BrowserContextOptions = {}, path = file): Promise<Opened> {
  const context = await browser!.newContext(options);
  const page = await context.newPage();
  const requests: string[] = [];
  const errors: string[] = [];
  const own = pathToFileURL(path).href;
  page.on('request', (each) => {
    if (!each.url().startsWith(own) && !each.url().startsWith('data:,')) requests.push(each.url());
  });
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  await page.goto(own);
  return { page, requests, errors };
}

const isThere = await startBrowser().then(async (started) => {
  await started?.close();
  return started !== null;
});

describe.skipIf(!isThere)('the page', () => {
  test('finds requests by name, path and description', async () => {
    const { page } = await open();
    const contents = page.getByRole('navigation', { name: 'Contents' });
    const shown = (): Promise<readonly string[]> =>
      contents.locator('li[data-for]:visible').allTextContents();
    expect(await shown()).toHaveLength(4);
    const search = page.getByRole('searchbox', { name: 'Search requests' });
    await search.fill('orders');
    expect(await shown()).toEqual(['DELETE Delete an order']);
    await search.fill('addresses');
    expect(await shown()).toEqual(['GET List users']);
    await search.fill('nothing like it');
    expect(await page.getByRole('status').textContent()).toBe('0 requests');
    await search.press('Escape');
    expect(await shown()).toHaveLength(4);
    await page.locator('main').click();
    await page.keyboard.press('/');
    await search.fill('add a user');
    await search.press('Enter');
    await expect.poll(() => page.evaluate('location.hash')).toBe('#part-1-2');
  });

  test('shows code in each format', { tags: ['full'] }, async () => {
    const { page, errors } = await open();
    const code = page.locator('section', { hasText: 'Add a user' }).last().locator('.code code');
    expect(await code.textContent()).toContain("curl 'https://shop.test/users'");
    expect(await code.textContent()).toContain('Bearer {{token}}');
    const format = page.getByLabel('Code format');
    for (const { id, label } of snippetFormats.slice(1)) {
      await format.selectOption(id);
      await expect.poll(() => page.locator('.format').first().textContent()).toBe(label);
      expect(await code.textContent()).toContain('shop.test');
    }
    expect(errors).toEqual([]);
  });

  test('shows the fields of bodies and responses', async () => {
    const { page } = await open();
    await page.getByText('Example: Created (201').click();
    await page.getByText('Fields of the response').first().click();
    const rows = await page.locator('details[open] .wide tbody tr').allTextContents();
    expect(rows).toContain('address.citystring');
  });

  test.each(themes)('has nothing serious for axe when %s', async (colorScheme) => {
    const { page } = await open({ colorScheme, viewport: { width: 1280, height: 900 } });
    await page.evaluate('for (const each of document.querySelectorAll("details")) each.open = true');
    expect(await serious(page)).toEqual([]);
    await page.getByRole('button', { name: colorScheme === 'light' ? 'Dark' : 'Light' }).click();
    expect(await serious(page)).toEqual([]);
  });

  test('fits a screen of 390 pixels, with the contents behind a button', { tags: ['full'] }, async () => {
    const { page } = await open({ viewport: { width: 390, height: 844 } });
    await page.evaluate('for (const each of document.querySelectorAll("details")) each.open = true');
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
    const link = page.getByRole('link', { name: 'DELETE Delete an order' });
    expect(await link.isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Contents' }).click();
    await link.click();
    expect(await link.isVisible()).toBe(false);
    expect(await page.getByRole('heading', { name: 'Delete an order' }).isVisible()).toBe(true);
    expect(await serious(page)).toEqual([]);
  });

  test('a large page has each part once, shown where it is opened, and stays inert', async () => {
    const body = JSON.stringify({ text: HOSTILE, rows: 'x'.repeat(9000) });
    const items = Array.from({ length: 300 }, (_, at) => ({
      ...request(`Request ${at}`, 'GET', `{{baseUrl}}/${at}`),
      response: [{ name: HOSTILE, code: 200, body }],
    }));
    await writeFile(join(home.path, 'large.json'), JSON.stringify({ ...COLLECTION, item: items }));
    const large = join(home.path, 'large.html');
    await callCli(['docs', 'large.json', '--out', large], { home: home.path, cwd: home.path });
    expect((await stat(large)).size).toBeLessThan(1_000_000);
    const { page, requests, errors } = await open({}, large);
    expect(await page.getByText('xxxxxxxxxx').count()).toBe(0);
    await page.locator('#request-7 summary, section:has(> h2:text-is("Request 7")) summary').first().click();
    await page.getByText('xxxxxxxxxx').first().waitFor();
    expect(await brokenRules(page)).toEqual([]);
    await page.emulateMedia({ media: 'print' });
    await page.evaluate('dispatchEvent(new Event("beforeprint"))');
    expect(await page.locator('details[open] > pre').count()).toBe(300);
    expect(await page.evaluate('window.hacked')).toBeUndefined();
    expect(await page.locator('main img, main script').count()).toBe(0);
    expect([...requests, ...errors]).toEqual([]);
    const { page: plain } = await open({ javaScriptEnabled: false }, large);
    await plain.getByText('need its script').waitFor();
  });

  test('is inert: nothing of the collection runs, and nothing is fetched', async () => {
    const { page, requests, errors } = await open();
    await page.evaluate('for (const each of document.querySelectorAll("details")) each.open = true');
    await page.getByLabel('Code format').selectOption('markdown');
    await expect.poll(() => page.locator('.format').first().textContent()).toBe('Markdown');
    await page.getByRole('searchbox').fill('hacked');
    expect(await page.evaluate('window.hacked')).toBeUndefined();
    expect(await page.locator('main img, main script, main style, a[href^="javascript:"]').count()).toBe(0);
    expect(await page.getByText('more characters were left out').count()).toBe(1);
    expect([...requests, ...errors]).toEqual([]);
  });

  test('can be read without scripts, and printed with everything open', async () => {
    const { page: plain } = await open({ javaScriptEnabled: false });
    expect(await plain.getByRole('heading', { name: 'Add a user' }).isVisible()).toBe(true);
    expect(await plain.getByRole('searchbox').isVisible()).toBe(false);
    const { page } = await open();
    await page.emulateMedia({ media: 'print' });
    await page.evaluate('dispatchEvent(new Event("beforeprint"))');
    expect(await page.locator('main details:not([open])').count()).toBe(0);
    expect(await page.getByRole('navigation').isVisible()).toBe(false);
    await page.evaluate('dispatchEvent(new Event("afterprint"))');
    expect(await page.locator('main details[open]').count()).toBe(0);
  });
});

describe('the command', () => {
  test('shows the schemas of the description that a collection follows', { tags: ['full'] }, async () => {
    const schema = {
      type: 'object',
      required: ['name'],
      properties: {
        name: { type: 'string', description: 'Its **name**' },
        parent: { $ref: '#/components/schemas/Pet' },
      },
    };
    const api = {
      openapi: '3.1.0',
      info: { title: 'Pets', version: '1' },
      paths: {
        '/pets': {
          post: {
            summary: 'Add a pet',
            requestBody: {
              content: { 'application/json': { schema: { $ref: '#/components/schemas/Pet' } } },
            },
            responses: { 201: { description: 'Created' } },
          },
        },
      },
      components: { schemas: { Pet: schema } },
    };
    await writeFile(join(home.path, 'pets.json'), JSON.stringify(api));
    const options = { home: home.path, cwd: home.path };
    await callCli(['spec', 'import', 'pets.json'], options);
    for (const source of ['Pets', 'pets.json']) {
      const { stdout } = await callCli(['docs', source, '--out', '-'], options);
      expect(stdout).toContain('<code>name</code> <span class="required">required</span>');
      expect(stdout).toContain('Its <strong>name</strong>');
      expect(stdout).toContain('<code>parent</code>');
    }
  });

  test('uses the values of the environment, and says what is wrong', { tags: ['full'] }, async () => {
    const options = { home: home.path, cwd: home.path };
    const environment = { name: 'E', values: [{ key: 'baseUrl', value: 'https://staging.test' }] };
    await writeFile(join(home.path, 'e.json'), JSON.stringify(environment));
    const { stdout } = await callCli(['docs', 'shop.json', '-e', 'e.json', '--out', '-'], options);
    expect(stdout).toContain('https://staging.test/users');
    expect(await callCli(['docs', 'Nothing', '--out', 'x.html'], options)).toMatchObject({ code: 1 });
    const folder = await callCli(['docs', 'shop.json', '--out', home.path], options);
    expect(folder).toMatchObject({ code: 1, stderr: `error: --out ${home.path} is a folder: give a file\n` });
  });
});
