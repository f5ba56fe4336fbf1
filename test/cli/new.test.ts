// Files of a workspace that are begun on the command line, and the schemas that editors check them by.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { FILE_KINDS } from '../../src/cli/schema/kinds.ts';
import { REQUEST_TYPES } from '../../src/collections/model/request.ts';
import { Workspace } from '../../src/collections/storage/workspace.ts';
import { callCli } from '../helpers/called-cli.ts';
import { kindOf, schemaErrors } from '../helpers/file-schemas.ts';
import { temporaryHome } from '../helpers/home.ts';
import { startOrigin } from '../helpers/origin.ts';

const home = temporaryHome();
const seen: string[] = [];
const origin = await startOrigin((request, response) => {
  seen.push(`${request.method} ${request.url}`);
  response.writeHead(200).end('{}');
});
let count = 0;
let folder = '';

beforeEach(() => {
  count += 1;
  folder = join(home.path, `ws-${count}`);
});

afterAll(async () => {
  await origin[Symbol.asyncDispose]();
  home.remove();
});

const cli = (...args: readonly string[]) =>
  callCli([...args, '--workspace', folder], { home: home.path, cwd: home.path });

/** Runs a command that must end well, and returns what it prints. */
async function done(...args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await cli(...args);
  expect({ code, stderr: stderr.replaceAll(/^created .*\n/gm, '') }).toEqual({ code: 0, stderr: '' });
  return stdout.trim();
}

const text = (path: string): string => readFileSync(join(folder, path), 'utf8');

describe('new', () => {
  test('a workspace from nothing: its files are right, and run', async () => {
    expect(await done('new', 'collection', 'My Shop')).toBe(
      join(folder, 'collections/my-shop/collection.yaml'),
    );
    const request = await done(
      'new',
      'request',
      'My Shop/Orders/Late ones/Get it',
      '--url',
      `${origin.http}/o/:id?a=b&c&a=d`,
    );
    expect(relative(folder, request)).toBe('collections/my-shop/orders/late-ones/get-it.request.yaml');
    await done('new', 'environment', 'Staging');
    await done('new', 'flow', 'Check: all');
    for (const path of files()) expect([path, schemaErrors(kindOf(path)!, text(path))]).toEqual([path, []]);
    writeFileSync(request, readFileSync(request, 'utf8').replace('  id: ""', '  id: 7'));
    const { code, stdout } = await cli('collection', 'run', 'My Shop', '-e', 'Staging');
    expect([code, stdout]).toEqual([0, expect.stringContaining('is answered')]);
    await done('flow', 'run', 'Check: all', '--silent');
    expect(seen).toEqual(['GET /o/7?a=b&c&a=d', 'GET /o/7?a=b&c&a=d']);
  });

  test('requests of every type can be read', async () => {
    await done('new', 'collection', 'All');
    for (const type of REQUEST_TYPES)
      for (const method of ['GET', 'POST'])
        await done('new', 'request', `All/${type}/${method}`, '--type', type, '--method', method);
    for (const path of files()) expect([path, schemaErrors(kindOf(path)!, text(path))]).toEqual([path, []]);
    const workspace = new Workspace(folder);
    const [stored] = await workspace.collections();
    expect(workspace.problems).toEqual([]);
    const types = stored!.collection.items.flatMap((item) =>
      item.kind === 'folder'
        ? item.folder.items.map((each) => each.kind === 'request' && each.request.type)
        : [],
    );
    for (const type of REQUEST_TYPES) expect(types.filter((each) => each === type)).toHaveLength(2);
    expect(text('collections/all/http/post.request.yaml')).toContain('\nbody:\n');
    expect(text('collections/all/http/get.request.yaml')).toContain('{{baseUrl}}');
  });

  test('a folder is found by its name, and gets its file when it has none', async () => {
    await done('new', 'collection', 'Shop');
    mkdirSync(join(folder, 'collections/shop/bare'));
    await done('new', 'request', 'shop/Bare/A');
    writeFileSync(join(folder, 'collections/shop/bare/folder.yaml'), 'id: f\nname: Renamed\n');
    await done('new', 'request', 'Shop/Renamed/B');
    expect(readdirSync(join(folder, 'collections/shop/bare')).sort()).toEqual([
      'a.request.yaml',
      'b.request.yaml',
      'folder.yaml',
    ]);
  });

  test('what is there stays, and mistakes say what to do', async () => {
    await done('new', 'collection', 'Shop');
    await done('new', 'request', 'Shop/A');
    const before = text('collections/shop/a.request.yaml');
    const wrong = [
      [
        ['new', 'request', 'Shop/A'],
        /a\.request\.yaml is there already, and stays as it is: give another name/,
      ],
      [['new', 'collection', 'Shop'], /collection\.yaml is there already/],
      [
        ['new', 'request', 'Shp/B'],
        /no collection Shp: did you mean Shop\? Or make it: proxyctl new collection "Shp"/,
      ],
      [['new', 'request', 'Shop'], /Shop is not a path of a request: give COLLECTION\/NAME/],
      [['new', 'request', 'Shop//B'], /not a path of a request/],
      [
        ['new', 'request', 'Shop/B', '--type', 'htp'],
        /--type htp is not a type of request: did you mean http\?/,
      ],
      [['new', 'environment', ' '], /the name is empty: give a name/],
    ] as const;
    for (const [args, message] of wrong) {
      const { code, stdout, stderr } = await cli(...args);
      expect([code, stdout]).toEqual([1, '']);
      expect(stderr).toMatch(message);
    }
    expect(text('collections/shop/a.request.yaml')).toBe(before);
    expect(files()).toEqual(['collections/shop/a.request.yaml', 'collections/shop/collection.yaml']);
  });
});

test('a mistake is told with its line, and with what is possible', async () => {
  await done('new', 'collection', 'Shop');
  const mistakes = [
    [
      'headrs: []',
      /:3: headrs: there is no such field \(did you mean headers\?\)\. There are id, name, .*examples/,
    ],
    [
      'auth:\n  type: basc',
      /:4: auth\.type is "basc": give one of inherit, none, .* \(did you mean basic\?\)/,
    ],
    [
      'auth:\n  type: basic\n  user: a',
      /:5: auth\.user: .*\(did you mean username\?\)\. There are type, username, password/,
    ],
    ['type: htp', /:3: type is "htp": give one of http, .* \(did you mean http\?\)/],
    ['settings:\n  timeoutMs: 1.5', /:4: settings\.timeoutMs is a number: give a whole number/],
    ['body:\n  type: raw\n  langage: json', /:5: body\.langage: .*\(did you mean language\?\)/],
    ['tags: ["a,b"]', /:3: tags\[0\] is not valid: give a tag without a comma/],
  ] as const;
  for (const [at, [lines]] of mistakes.entries())
    writeFileSync(join(folder, `collections/shop/w${at}.request.yaml`), `id: w${at}\nname: w\n${lines}\n`);
  const { stderr } = await cli('collection', 'list');
  const told = stderr.trim().split('\n');
  for (const [at, [, message]] of mistakes.entries()) expect(told[at]).toMatch(message);
});

describe('schema', () => {
  const run = (...args: readonly string[]) =>
    callCli(['schema', ...args], { home: home.path, cwd: home.path });

  test('prints each kind, and lists them', async () => {
    const { stdout } = await run();
    const kinds = stdout
      .trim()
      .split('\n')
      .map((line) => line.split(' ')[0]!);
    expect(kinds).toContain('request');
    for (const kind of kinds) {
      const published = resolve(import.meta.dirname, `../../schemas/${kind}.schema.json`);
      expect((await run(kind)).stdout).toBe(readFileSync(published, 'utf8'));
    }
    expect(await run('reqest')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('did you mean request?'),
    });
  });

  test('is set up for editors, without a loss', async () => {
    const settings = join(folder, '.vscode/settings.json');
    mkdirSync(join(folder, '.vscode'), { recursive: true });
    writeFileSync(settings, '{\n  // mine\n  "editor.tabSize": 2,\n}\n');
    expect(await run('--install', folder)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining(settings),
    });
    const after = readFileSync(settings, 'utf8');
    expect(after).toContain('  // mine\n  "editor.tabSize": 2,\n}\n');
    const named = [...after.matchAll(/"\.\/(\.proxyctl\/[^"]+)": "([^"]+)"/g)];
    expect(named).toHaveLength(FILE_KINDS.length);
    for (const [, path = ''] of named) expect(JSON.parse(text(path))).toHaveProperty('title');
    await run('--install', folder);
    expect(readFileSync(settings, 'utf8')).toBe(after);
    // New files name their schema for JetBrains.
    await done('new', 'collection', 'Shop');
    const line = text('collections/shop/collection.yaml').split('\n')[0]!;
    const schema = resolve(folder, 'collections/shop', line.replace('# $schema: ', ''));
    expect(existsSync(schema)).toBe(true);
  });

  test('a workspace inside of the folder has its path in the patterns', async () => {
    await run('--install', folder, '--workspace', join(folder, 'test/api'));
    expect(text('.vscode/settings.json')).toContain('"/test/api/collections/**/*.request.yaml"');
    expect(await run('--install', join(folder, 'a'), '--workspace', folder)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('give a folder above it'),
    });
  });

  test('settings that cannot be read stay, and what to paste is printed', async () => {
    mkdirSync(join(folder, '.vscode'), { recursive: true });
    writeFileSync(join(folder, '.vscode/settings.json'), '{ broken');
    const { code, stderr } = await run('--install', folder);
    expect([code, stderr]).toEqual([1, expect.stringContaining('"yaml.schemas": {\n    "./.proxyctl/')]);
    expect(text('.vscode/settings.json')).toBe('{ broken');
  });
});

/** Returns the paths of the files of the workspace that have a schema. */
function files(): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => kindOf(path) !== null)
    .sort();
}
