// Drafts and files of a workspace on disks that are full, read-only or removed: real file systems.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { lacksMounts, memoryDisk, type Disk } from '../../../test/helpers/disks.ts';
import { until } from '../../../test/helpers/waiting.ts';
import { collectionFields } from '../../collections/model/collection.ts';
import { newRequest } from '../../collections/model/request.ts';
import { Workspace } from '../../collections/storage/workspace.ts';
import { ClientFiles } from './index.ts';

const KEY = { kind: 'request', id: 'list' } as const;
const ACT = { label: 'Saved', window: '' };

interface OnDisk extends AsyncDisposable {
  readonly disk: Disk;
  readonly files: ClientFiles;
  readonly path: string;
  readonly type: (field: string, value: string) => Promise<void>;
}

async function onDisk(): Promise<OnDisk> {
  const disk = memoryDisk(1024 * 1024);
  const item = { kind: 'request', request: newRequest({ id: KEY.id, name: 'List', url: 'a' }) } as const;
  const shop = { ...collectionFields.parse({ id: 'shop', name: 'Shop' }), items: [item] };
  await new Workspace(disk.path).addCollection(shop);
  const files = await ClientFiles.open({ folder: disk.path, emit: () => undefined });
  return {
    disk,
    files,
    path: join(disk.path, 'collections/shop/list.request.yaml'),
    type: (field, value) => files.change(KEY, { isNew: false, window: '' }, () => [{ field, value }]),
    async [Symbol.asyncDispose]() {
      await files.close();
      disk[Symbol.dispose]();
    },
  };
}

/** Takes all space that is left. */
function fill({ path }: Disk): string {
  const file = join(path, 'filler');
  try {
    writeFileSync(file, Buffer.alloc(4 * 1024 * 1024));
  } catch {
    // That is the purpose.
  }
  return file;
}

test.skipIf(lacksMounts())(
  'a full disk leaves the file whole and the draft in memory, until there is room',
  async () => {
    await using stored = await onDisk();
    const { files, disk, path, type } = stored;
    const before = readFileSync(path, 'utf8');
    const filler = fill(disk);
    await type('docs', 'x'.repeat(20_000));
    await files.drafts.flush();
    expect(files.drafts.error).toContain('no space is left');
    await expect(files.save([KEY], ACT)).rejects.toThrow(`${disk.path} cannot be written: no space is left`);
    expect(readFileSync(path, 'utf8')).toBe(before);
    expect(existsSync(join(disk.path, '.local/lock'))).toBe(false);
    expect(files.drafts.get(KEY)?.fields).toHaveProperty('docs');
    writeFileSync(filler, '');
    await until('the draft to be written', () => files.drafts.error === null);
    await files.save([KEY], ACT);
    expect(readFileSync(path, 'utf8')).toContain('xxx');
  },
);

test.skipIf(lacksMounts())('a disk that is read-only is said, and what is typed stays', async () => {
  await using stored = await onDisk();
  const { files, disk, path, type } = stored;
  const before = readFileSync(path, 'utf8');
  disk.mount('remount,ro');
  await type('url', 'typed');
  await files.drafts.flush();
  expect(files.drafts.error).toContain('read-only');
  await expect(files.save([KEY], ACT)).rejects.toThrow('read-only');
  expect(readFileSync(path, 'utf8')).toBe(before);
  disk.mount('remount,rw');
  await files.save([KEY], ACT);
  expect(readFileSync(path, 'utf8')).toContain('url: typed');
});

test.skipIf(lacksMounts())(
  'a disk that is removed takes nothing with it, and nothing is written in its place',
  async () => {
    await using stored = await onDisk();
    const { files, disk, path, type } = stored;
    disk.unmount();
    await type('url', 'typed').catch(() => undefined);
    await files.drafts.flush();
    await expect(files.save([KEY], ACT)).rejects.toThrow();
    expect(existsSync(path)).toBe(false);
    disk.mount('size=1048576');
  },
);

test.skipIf(lacksMounts())('a file that is not valid is named, and the rest lives', async () => {
  await using stored = await onDisk();
  const { files, disk } = stored;
  writeFileSync(join(disk.path, 'globals.yaml'), 'variables: [{name: a, colour: red}]\n');
  await files.workspace().exclusively(() => Promise.resolve());
  const file = files.index.files.get('globals.yaml');
  expect(file?.error).toMatchObject({ line: 1, reason: expect.stringContaining('colour') });
  expect(files.index.find('request', KEY.id)).toBeDefined();
});
