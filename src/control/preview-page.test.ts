import { expect, test } from 'vitest';
import { previewPage } from './preview-page.ts';

const find = (id: string): string | null => (id === 'known' ? '<!doctype html>' : null);
const get = { method: 'GET' } as const;

test('a page that is kept, in an origin of its own', () => {
  const page = previewPage(get, '/preview/known', find);
  expect(page).toMatchObject({ status: 200, body: '<!doctype html>' });
  const policy = page?.headers.find(({ name }) => name === 'Content-Security-Policy')?.value;
  expect(policy).toMatch(/^sandbox allow-scripts allow-popups; default-src 'none'/);
  expect(policy).not.toContain('allow-same-origin');
});

test('other paths, ids and methods', () => {
  expect(previewPage(get, '/previews', find)).toBeNull();
  expect(previewPage(get, '/preview/other', find)?.status).toBe(404);
  expect(previewPage({ method: 'POST' }, '/preview/known', find)?.status).toBe(405);
});
