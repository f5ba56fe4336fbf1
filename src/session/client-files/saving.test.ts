// A change that is typed while its object is being saved is not lost, whatever it makes of the object.
import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { temporaryHome } from '../../../test/helpers/home.ts';
import { draftValue } from '../../collections/drafts/draft.ts';
import { newRequest } from '../../collections/model/request.ts';
import { Workspace } from '../../collections/storage/workspace.ts';
import { ClientFiles } from './index.ts';

const KEY = { kind: 'request', id: 'list' } as const;
const ACT = { label: 'Saved', window: '' };

test('taken back to what the file was', async () => {
  using home = temporaryHome();
  const request = newRequest({ id: 'list', name: 'List', url: 'http://a' });
  await new Workspace(home.path).addCollection({
    id: 'shop',
    name: 'Shop',
    docs: '',
    auth: { type: 'none' },
    variables: [],
    scripts: { preRequest: '', test: '' },
    items: [{ kind: 'request', request }],
  });
  const files = await ClientFiles.open({ folder: home.path, emit: () => undefined });
  const type = (docs: string): Promise<void> =>
    files.change(KEY, { isNew: false, window: '' }, () => [{ field: 'docs', value: docs }]);
  try {
    for (let turns = 0; turns < 60; turns += 1) {
      await type('typed');
      // Taken back before it began, there is nothing to save.
      const saving = files.save([KEY], ACT).catch(() => undefined);
      for (let at = 0; at < turns; at += 1) await turn();
      await type('');
      await saving;
      const draft = files.drafts.get(KEY);
      const stored = await files.stored(KEY);
      expect(draft === undefined ? stored?.fields['docs'] : draftValue(draft)['docs']).toBe('');
      if (draft !== undefined) await files.save([KEY], ACT);
      expect(files.drafts.get(KEY)).toBeUndefined();
    }
  } finally {
    await files.close();
  }
});
