// Requests of any type that are not saved, opened in the API client.
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import type { TestApp } from './app.ts';
import { openUi } from './pages.ts';

/** Makes a request that has no file, and returns its id. */
export async function makeDraft(app: Pick<TestApp, 'result'>, request: object): Promise<string> {
  const id = crypto.randomUUID();
  const changes = Object.entries({ name: 'Tried', ...request }).map(([field, value]) => ({
    field,
    value: value as unknown,
  }));
  await app.result('client.change_draft', { kind: 'request', id, changes, isNew: true });
  return id;
}

/** Opens the client with a request that has no file. */
export async function openDraft(
  browser: Browser,
  app: TestApp,
  request: object,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const id = await makeDraft(app, request);
  const { page } = await openUi(browser, app, options);
  await page.evaluate(`location.hash = '#/client?kind=request&id=${id}'`);
  await page.getByRole('tablist', { name: 'Request', exact: true }).waitFor();
  return page;
}
