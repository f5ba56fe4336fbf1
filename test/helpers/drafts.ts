import type { TestApp } from './app.ts';

/** Drops what a test has typed and not saved, so that the next one does not find it. */
export async function dropDrafts({ result }: Pick<TestApp, 'result'>): Promise<void> {
  const names = Object.keys(await result('ui.drafts'));
  await result('ui.change_drafts', { changes: names.map((name) => ({ name, drop: true })) });
}
