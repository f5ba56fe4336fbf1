// Signing in with OAuth 2.0 in a real browser, against a local authorization server: the page, its wait, the token that
// was obtained, and secrets that are typed.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../helpers/app.ts';
import { serious } from '../helpers/axe.ts';
import { startOrigin } from '../helpers/origin.ts';
import { openUi, startBrowser } from '../helpers/pages.ts';

let tokens = 0;
/** The `Authorization` of each request for `/orders`. */
const seen: (string | undefined)[] = [];

const origin = await startOrigin((request, response) => {
  const { pathname: path, searchParams } = new URL(request.url!, 'http://origin');
  const json = (value: object) =>
    response.setHeader('Content-Type', 'application/json').end(JSON.stringify(value));
  switch (path) {
    case '/authorize': {
      const back = new URL(searchParams.get('redirect_uri')!);
      back.searchParams.set('code', 'the-code');
      back.searchParams.set('state', searchParams.get('state')!);
      return response.writeHead(302, { Location: back.href }).end();
    }
    case '/token':
      tokens += 1;
      return json({ access_token: `t0ken-${tokens}`, refresh_token: 'r3fresh', expires_in: 3600 });
    case '/device':
      return json({
        device_code: 'd',
        user_code: 'WXYZ-1234',
        verification_uri: `${origin.http}/type-it`,
        expires_in: 600,
        interval: 600,
      });
    default:
      seen.push(request.headers.authorization);
      return response.end(`orders for ${request.headers.authorization}`);
  }
});
const browser = await startBrowser();
const job = test.skipIf(browser === null);
let running: TestApp;

beforeAll(async () => {
  running = await startTestApp();
  await running.result('create_collection', { name: 'Shop' });
  await running.result('save_environment', { name: 'Dev', variables: [] });
  await running.result('set_active_environment', { environment: 'Dev' });
  // Builds the pages.
  if (browser !== null) await (await openUi(browser, running)).page.context().close();
}, 120_000);

afterAll(async () => {
  await browser?.close();
  await running.close();
  await origin.close();
});

interface Shown {
  readonly page: Page;
  readonly pane: Locator;
  readonly token: Locator;
}

let requests = 0;

/** Opens a request with this authorization, at its editor. */
async function withAuth(auth: object, work: (shown: Shown) => Promise<void>): Promise<void> {
  const { id } = await running.result('create_request', {
    collection: 'Shop',
    name: `Orders ${++requests}`,
    url: `${origin.http}/orders`,
    auth,
  });
  const { page, errors } = await openUi(browser!, running);
  page.setDefaultTimeout(10_000);
  await page.evaluate(`location.hash = '#/client?kind=request&id=${id}'`);
  const editors = page.getByRole('tablist', { name: 'Request', exact: true });
  await editors.getByRole('tab', { name: 'Auth' }).click();
  await work({
    page,
    pane: page.getByRole('region', { name: 'Response', exact: true }),
    token: page.getByRole('region', { name: 'Token' }),
  });
  expect(errors).toEqual([]);
  await page.context().close();
}

const oauth = (grant: string, more: object = {}): object => ({
  type: 'oauth2',
  grant,
  clientId: 'shop',
  clientSecret: 'hidden-client-secret',
  authUrl: `${origin.http}/authorize`,
  accessTokenUrl: `${origin.http}/token`,
  deviceUrl: `${origin.http}/device`,
  ...more,
});

job(
  'the user signs in on a page that opens by a click alone; the token is shown, renewed and forgotten',
  async () => {
    await withAuth(oauth('authorizationCodePkce'), async ({ page, pane, token }) => {
      await token.getByText(/you sign in on a page/).waitFor();
      await page.keyboard.press('Control+Enter');
      await pane.getByText('It needs you to sign in').waitFor();
      expect(tokens).toBe(0);
      await token.getByRole('button', { name: 'Sign in and send' }).click();
      const note = pane.getByRole('note');
      await note.getByText('Sign in on this page').waitFor();
      await note.getByText(/^[34]:\d\d left$/).waitFor();
      expect(page.context().pages()).toHaveLength(1);
      expect(await serious(page, '[data-send]')).toEqual([]);
      const opened = page.context().waitForEvent('page');
      await note.getByRole('link', { name: 'Open the page' }).click();
      await (await opened).waitForURL(/^http:\/\/127\.0\.0\.1/);
      await pane.getByText('orders for Bearer').waitFor();
      expect(seen).toEqual(['Bearer t0ken-1']);
      expect(await note.count()).toBe(0);

      await token.getByText(/^Valid (?:59|60) min$/).waitFor();
      await token.getByText('By its refresh token').waitFor();
      expect(await token.getByText('t0ken-1').count()).toBe(0);
      expect(await serious(page, '[role=tabpanel]')).toEqual([]);
      await page.keyboard.press('Control+Enter');
      await expect.poll(() => seen).toEqual(['Bearer t0ken-1', 'Bearer t0ken-1']);

      await token.getByRole('button', { name: 'Forget' }).click();
      await token.getByText(/There is none yet/).waitFor();
      expect((await running.result('client.tokens')).tokens).toEqual([]);
      // The response before is no reason not to show the page.
      await token.getByRole('button', { name: 'Sign in and send' }).click();
      await note.getByRole('button', { name: 'Stop' }).click();
      await pane.getByRole('tab', { name: 'Stopped' }).waitFor();
      expect(await note.count()).toBe(0);
    });
  },
);

job('a device code says what to type, and where', async () => {
  await withAuth(oauth('deviceCode'), async ({ page, pane, token }) => {
    await token.getByRole('button', { name: 'Sign in and send' }).click();
    const note = pane.getByRole('note');
    await note.getByText('WXYZ-1234').waitFor();
    await note.getByText(`${origin.http}/type-it`).waitFor();
    await page.keyboard.press('Control+.');
    await pane.getByRole('tab', { name: 'Stopped' }).waitFor();
  });
});

job('a token that is typed goes on being typed, is sent, and becomes a secret in one step', async () => {
  await withAuth({ type: 'bearer', token: '' }, async ({ page, pane }) => {
    const field = page.getByRole('textbox', { name: 'Token' });
    await field.click();
    // The app has each part before the next is typed.
    for (const part of ['abcd', 'efgh', '1234']) {
      await page.keyboard.type(part);
      await expect.poll(async () => JSON.stringify(await running.result('client.drafts'))).toContain('••••');
    }
    seen.length = 0;
    await page.keyboard.press('Control+Enter');
    await pane.getByText('orders for Bearer').waitFor();
    expect(seen).toEqual(['Bearer abcdefgh1234']);

    await page.getByRole('button', { name: 'Make it a secret' }).click();
    await expect.poll(() => field.textContent()).toBe('{{token}}');
    const { folder } = await running.result('client.workspace');
    expect(readFileSync(join(folder, '.local/secrets.json'), 'utf8')).toContain('abcdefgh1234');
    const environments = await running.result('list_environments');
    expect(environments[0].variables).toMatchObject([{ name: 'token', secret: true }]);
    await page.keyboard.press('Control+Enter');
    await expect.poll(() => seen).toEqual(['Bearer abcdefgh1234', 'Bearer abcdefgh1234']);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => field.textContent()).toBe('abcdefgh1234');
    await expect.poll(async () => (await running.result('list_environments'))[0].variables).toEqual([]);
  });
});

job('a header that looks like a token becomes a secret, its scheme stays', async () => {
  await withAuth({ type: 'none' }, async ({ page }) => {
    const { id } = (await running.result('client.workspace')).tree[0].items.at(-1);
    const changes = [{ field: 'headers', value: [{ name: 'Authorization', value: 'Bearer abcd1234efgh' }] }];
    await running.result('client.change_draft', { kind: 'request', id, changes });
    await page
      .getByRole('tab', { name: /^Headers/ })
      .first()
      .click();
    await page.getByText('Authorization looks like a token.').waitFor();
    await page.getByRole('button', { name: 'Make it a secret' }).click();
    await page.getByText('Bearer {{authorization}}').waitFor();
    const typed = async (): Promise<unknown> =>
      (await running.result('client.object', { kind: 'request', id })).draft.value.headers;
    await expect.poll(typed).toMatchObject([{ name: 'Authorization', value: 'Bearer {{authorization}}' }]);
    expect(await page.getByText('looks like a token').count()).toBe(0);
  });
});
