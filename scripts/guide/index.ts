// Takes the pictures of docs/guide/ while the stories of the guide are played through: `npm run screenshots -- --guide`.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { startTestApp } from '../../test/helpers/app.ts';
import { openUi } from '../../test/helpers/pages.ts';
import { startGuideServer } from './server.ts';
import { stories } from './stories.ts';

const VIEWPORT = { width: 1280, height: 720 };
const MAX_BYTES = 80 * 1024;

/**
 * Plays stories, each in an app of its own, and writes their pictures to `folder`. `names`: the stories to play; all
 * where it is empty.
 */
export async function takeGuidePictures(
  browser: Browser,
  folder: string,
  names: readonly string[] = [],
): Promise<void> {
  const wrong = names.find((name) => !Object.hasOwn(stories, name));
  if (wrong !== undefined)
    throw new Error(`there is no story ${wrong}: give ${Object.keys(stories).join(', ')}`);
  mkdirSync(folder, { recursive: true });
  for (const [name, play] of Object.entries(stories)) {
    if (names.length > 0 && !names.includes(name)) continue;
    const server = await startGuideServer();
    const app = await startTestApp();
    const { page } = await openUi(browser, app, { viewport: VIEWPORT });
    const picture = (name: string): Promise<void> => takePicture(page, join(folder, `${name}.webp`));
    await play({ app, server, page, picture });
    await page.context().close();
    await app.close();
    await server.close();
  }
}

async function takePicture(page: Page, path: string): Promise<void> {
  await page.waitForTimeout(300);
  const session = await page.context().newCDPSession(page);
  for (const quality of [80, 60, 40]) {
    const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality });
    const bytes = Buffer.from(data, 'base64');
    if (bytes.length > MAX_BYTES) continue;
    writeFileSync(path, bytes);
    break;
  }
  await session.detach();
}
