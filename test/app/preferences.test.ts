// Preferences of the web UI are kept by the app: merged, announced to every page, and there again after a restart.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { startTestApp } from '../helpers/app.ts';
import { temporaryHome } from '../helpers/home.ts';

const home = temporaryHome();
const file = join(home.path, 'preferences.json');

afterAll(() => home.remove());

test('changes of several windows merge, are announced, and outlast the app', async () => {
  const first = await startTestApp({ home: home.path });
  const revision = first.app.changes.preferences.revision;
  await first.result('ui.change_preferences', { changes: { filters: { slow: 'duration:>1s' }, width: 200 } });
  await first.result('ui.change_preferences', { changes: { filters: { failed: 'is:error' } } });
  await Promise.all([
    first.result('ui.change_preferences', { changes: { filters: { slow: null, mine: 'app:curl' } } }),
    first.result('ui.change_preferences', { changes: { order: ['id', 'path'] } }),
  ]);
  expect(first.app.changes.preferences.revision).toBe(revision + 4);
  await first.close();
  const all = { filters: { failed: 'is:error', mine: 'app:curl' }, width: 200, order: ['id', 'path'] };
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ version: 1, preferences: all });
  await using second = await startTestApp({ home: home.path });
  expect(await second.result('ui.preferences')).toEqual(all);
});

test('a file that cannot be read is moved aside, and said', async () => {
  writeFileSync(file, '{"version": 1, "preferences": []}');
  await using app = await startTestApp({ home: home.path });
  expect(await app.result('ui.preferences')).toEqual({});
  expect(app.said.join('\n')).toContain('preferences is not an object: give names with values');
  expect(readdirSync(home.path).some((name) => name.startsWith('preferences.json.corrupt-'))).toBe(true);
});
