// The surroundings in which a story of the guide plays, and the steps that several stories take.
import type { Page } from 'playwright-core';
import type { TestApp } from '../../test/helpers/app.ts';
import type { Origin } from '../../test/helpers/origin.ts';

export interface Scene {
  readonly app: TestApp;
  readonly server: Origin;
  readonly page: Page;
  /** Takes a picture for `docs/guide/`. */
  readonly picture: (name: string) => Promise<void>;
}

/** Changes the body of the request that is open in the API client. */
export async function editBody(page: Page, change: (text: string) => string): Promise<void> {
  await page.getByRole('tablist', { name: 'Request' }).getByRole('tab', { name: /^Body/ }).click();
  const body = page.getByRole('textbox', { name: 'Body', exact: true });
  const text = change((await body.innerText()).replaceAll('\u00a0', ' '));
  await body.click();
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText(text);
}

export async function requestTab(page: Page, name: RegExp): Promise<void> {
  await page.getByRole('region', { name: 'Request', exact: true }).getByRole('tab', { name }).click();
}

export async function show(page: Page, path: string): Promise<void> {
  await page.evaluate(`location.hash = '#${path}'`);
}
