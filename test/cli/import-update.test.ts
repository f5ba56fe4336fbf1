// `import --update`: a file that is imported again brings its objects up to date, and what people added to them stays.
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { callCli } from '../helpers/called-cli.ts';
import { type CliResult } from '../helpers/cli.ts';
import { sampled } from '../helpers/scale.ts';

let folder: string;
let shop: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'update-'));
  shop = join(folder, 'W', 'collections', 'shop');
});

afterEach(() => rm(folder, { recursive: true, force: true }));

function importing(file: string, ...options: string[]): Promise<CliResult> {
  return callCli(['import', file, '--workspace', 'W', ...options], {
    home: join(folder, 'home'),
    cwd: folder,
  });
}

async function give(file: string, value: unknown): Promise<void> {
  await writeFile(join(folder, file), typeof value === 'string' ? value : JSON.stringify(value));
}

const collectionOf = (item: readonly object[]) => ({
  info: {
    _postman_id: 'shop-1',
    name: 'Shop',
    schema: 'https://schema.getpostman.com/json/collection/v2.1.0/',
  },
  item,
});
const requestOf = (name: string, url: string, more = {}) => ({
  name,
  request: { method: 'GET', url, ...more },
});

async function textsIn(path: string): Promise<Readonly<Record<string, string>>> {
  const files = (await readdir(path, { recursive: true, withFileTypes: true })).filter((entry) =>
    entry.isFile(),
  );
  const texts = await Promise.all(
    files.map(async ({ parentPath, name }) => [
      join(parentPath, name).slice(path.length + 1),
      await readFile(join(parentPath, name), 'utf8'),
    ]),
  );
  return Object.fromEntries(texts) as Readonly<Record<string, string>>;
}

/** Puts a test into a request, as an editor would. */
async function addTest(file: string): Promise<void> {
  await writeFile(file, `${await readFile(file, 'utf8')}scripts:\n  test: pm.test('ours', () => {})\n`);
}

test('a collection', { tags: ['full'] }, async () => {
  await give(
    'shop.json',
    collectionOf([requestOf('List', 'http://a.test/1'), requestOf('Old', 'http://a.test/old')]),
  );
  await importing('shop.json');
  await addTest(join(shop, 'list.request.yaml'));
  await writeFile(join(shop, 'README.md'), 'Ours');
  await give(
    'shop.json',
    collectionOf([
      { name: 'Users', item: [requestOf('Add', 'http://a.test/add', { method: 'POST' })] },
      requestOf('List', 'http://a.test/2'),
    ]),
  );
  const { code, stdout, stderr } = await importing('shop.json', '--update');
  expect([code, stdout.split('\n'), stderr]).toEqual([
    0,
    ['shop.json: collection Shop, 2 requests', 'shop.json: + Add', 'shop.json: ~ List', ''],
    'warning: shop.json: "Shop" has requests that the file does not have, and keeps them: Old\n',
  ]);
  const texts = await textsIn(shop);
  expect(Object.keys(texts).sort()).toEqual([
    'README.md',
    'collection.yaml',
    'list.request.yaml',
    'old.request.yaml',
    'users/add.request.yaml',
    'users/folder.yaml',
  ]);
  expect(texts['list.request.yaml']).toMatch(/http:\/\/a\.test\/2[^]*'ours'/);
  expect(await readdir(join(folder, 'W', 'collections'))).toEqual(['shop']);
  const again = await importing('shop.json', '--update');
  expect(again.stdout).toBe('shop.json: collection Shop, 2 requests\n');
  expect(await textsIn(shop)).toEqual(texts);
});

test('a folder that is gone leaves nothing, except for files of others', async () => {
  await give(
    'shop.json',
    collectionOf([
      { name: 'A', item: [requestOf('R', 'http://a.test')] },
      { name: 'B', item: [requestOf('S', 'http://b.test')] },
    ]),
  );
  await importing('shop.json');
  await writeFile(join(shop, 'b', 'notes.txt'), 'Ours');
  await give('shop.json', collectionOf([requestOf('R', 'http://a.test'), requestOf('S', 'http://b.test')]));
  expect(await importing('shop.json', '--update')).toMatchObject({ code: 0, stderr: '' });
  expect(Object.keys(await textsIn(shop)).sort()).toEqual([
    'b/notes.txt',
    'collection.yaml',
    'r.request.yaml',
    's.request.yaml',
  ]);
  expect(await readdir(shop)).not.toContain('a');
});

test.each(
  sampled(
    [
      ['shop.json', collectionOf([requestOf('List', 'http://a.test')]), 'collection "Shop"'],
      ['dev.json', { id: 'e', name: 'Dev', values: [{ key: 'a', value: 'b' }] }, 'environment "Dev"'],
      ['curl.txt', 'curl http://a.test/users', 'request "users"'],
      [
        'capture.har',
        {
          log: {
            version: '1.2',
            entries: [
              {
                request: { method: 'GET', url: 'http://a.test/', headers: [] },
                response: { status: 200, headers: [], content: { size: 0, text: '' } },
              },
            ],
          },
        },
        'collection "capture"',
      ],
    ],
    2,
  ),
)('without the option, %s becomes a copy with a warning', async (file, value, named) => {
  await give(file, value);
  expect((await importing(file)).stderr).toBe('');
  const { code, stderr } = await importing(file);
  expect([code, stderr]).toEqual([
    0,
    `warning: ${file}: the ${named} is there already, and this is a copy: --update brings it up to date and keeps tests, scripts, authorization and examples\n`,
  ]);
  const before = await textsIn(join(folder, 'W'));
  expect((await importing(file, '--update')).stderr).toBe('');
  expect(Object.keys(await textsIn(join(folder, 'W')))).toEqual(Object.keys(before));
});

test('an environment keeps values that the file does not have', async () => {
  const environmentOf = (...values: readonly object[]) => ({ id: 'e', name: 'Dev', values });
  await give(
    'dev.json',
    environmentOf({ key: 'token', value: 's3', type: 'secret' }, { key: 'host', value: 'a' }),
  );
  await importing('dev.json');
  await give(
    'dev.json',
    environmentOf(
      { key: 'host', value: 'b' },
      { key: 'token', value: '', type: 'secret' },
      { key: 'new', value: 'n' },
    ),
  );
  expect((await importing('dev.json', '--update')).code).toBe(0);
  expect(await readdir(join(folder, 'W', 'environments'))).toEqual(['dev.yaml']);
  expect(await readFile(join(folder, 'W', '.local', 'secrets.json'), 'utf8')).toContain('s3');
  expect(await readFile(join(folder, 'W', 'environments', 'dev.yaml'), 'utf8')).toMatch(
    /host[^]*b[^]*token[^]*new/,
  );
});

test('an OpenAPI file: its description is replaced, and the tests stay', { tags: ['full'] }, async () => {
  const openApi = (paths: object) => ({ openapi: '3.0.0', info: { title: 'Shop', version: '1' }, paths });
  const operation = { summary: 'List', responses: { 200: { description: 'Ok' } } };
  await give('api.json', openApi({ '/a': { get: operation } }));
  await importing('api.json');
  await addTest(join(shop, 'list.request.yaml'));
  await give(
    'api.json',
    openApi({ '/a': { get: operation }, '/b': { get: { ...operation, summary: 'New' } } }),
  );
  const { stdout } = await importing('api.json', '--update');
  expect(stdout).toContain('api.json: + New\n');
  expect(await readFile(join(shop, 'list.request.yaml'), 'utf8')).toContain("'ours'");
  const specs = await readdir(join(folder, 'W', 'specs'));
  expect(specs.sort()).toEqual(['shop.link.yaml', 'shop.yaml']);
  expect(await readFile(join(folder, 'W', 'specs', 'shop.yaml'), 'utf8')).toContain('/b');
});

describe('refuses', () => {
  beforeEach(async () => {
    await give('shop.json', collectionOf([{ name: 'A', item: [requestOf('R', 'http://a.test')] }]));
    await importing('shop.json');
  });

  test('a collection with a file that cannot be read', async () => {
    const file = join(shop, 'a', 'r.request.yaml');
    await writeFile(file, 'name: [');
    const { code, stderr } = await importing('shop.json', '--update');
    expect(code).toBe(1);
    expect(stderr).toMatch(/^error: shop\.json: .*cannot be updated.*r\.request\.yaml, line 1/);
    expect(await readFile(file, 'utf8')).toBe('name: [');
  });

  test('links', async () => {
    const elsewhere = join(folder, 'elsewhere');
    await mkdir(elsewhere);
    await rm(join(shop, 'a'), { recursive: true });
    await symlink(elsewhere, join(shop, 'a'));
    const { code, stderr } = await importing('shop.json', '--update');
    expect([code, stderr]).toEqual([1, expect.stringContaining('links are not followed')]);
    expect(await readdir(elsewhere)).toEqual([]);
  });
});
