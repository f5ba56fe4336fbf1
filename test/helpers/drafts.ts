import type { TestApp } from './app.ts';

/** Drops what a test has typed and not saved, so that the next one does not find it. */
export async function dropDrafts({ result }: Pick<TestApp, 'result'>): Promise<void> {
  const names = Object.keys(await result('ui.drafts'));
  await result('ui.change_drafts', { changes: names.map((name) => ({ name, drop: true })) });
}

/** Drops the drafts of the workspace; a page that was closed may have sent its last changes a moment ago. */
export async function dropClientDrafts({ result }: Pick<TestApp, 'result'>): Promise<void> {
  for (;;) {
    const { drafts } = await result('client.drafts');
    if (drafts.length === 0) return;
    for (const { kind, id } of drafts)
      await result('client.discard_drafts', { objects: [{ kind, id }] }).catch(() => undefined);
  }
}
