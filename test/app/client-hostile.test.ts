// Drafts under hostile conditions, with real processes: an app that is killed, another program that edits the same
// files, and Git that checks out other branches meanwhile.
import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { parseYaml } from '../../src/documents/yaml.ts';
import { seeded } from '../fuzz/random.ts';
import { startTestApp } from '../helpers/app.ts';
import { ask } from '../helpers/ask.ts';
import { startCli } from '../helpers/cli.ts';
import { temporaryHome } from '../helpers/home.ts';
import { scaled } from '../helpers/scale.ts';

const KILLS = scaled({ quick: 2, full: 20 }, 'DRAFT_KILLS');
const EDITS = scaled({ quick: 25, full: 200 }, 'DRAFT_EDITS');
const CHECKOUTS = scaled({ quick: 12, full: 150 }, 'DRAFT_CHECKOUTS');
const EDITOR = fileURLToPath(new URL('../helpers/workspace-editor.ts', import.meta.url));

type Result = ReturnType<typeof JSON.parse>;
type Call = (method: string, params?: object) => Promise<Result>;

/** Makes a collection with requests; returns their ids. */
async function makeRequests(call: Call, count: number): Promise<readonly string[]> {
  await call('create_collection', { name: 'Shop' });
  const ids: string[] = [];
  for (let at = 0; at < count; at += 1)
    ids.push((await call('create_request', { collection: 'Shop', name: `R${at}`, url: '0' })).id);
  return ids;
}

/** Returns the requests of the files by their ids; each has to parse. */
function requestsIn(folder: string): ReadonlyMap<string, Record<string, unknown>> {
  const shop = join(folder, 'collections/shop');
  const files = readdirSync(shop).filter((name) => name.endsWith('.request.yaml'));
  return new Map(
    files.map((name) => {
      const value = parseYaml(readFileSync(join(shop, name), 'utf8')) as Record<string, unknown>;
      return [String(value['id']), value];
    }),
  );
}

test(`an app that is killed has whatever it has acknowledged (${KILLS} times)`, async () => {
  using home = temporaryHome();
  const random = seeded(40);
  const acknowledged = new Map<string, number>();
  let ids: readonly string[] = [];
  let count = 0;
  for (let kill = 0; kill <= KILLS; kill += 1) {
    await using app = startCli(['app', '--no-open', '--port', '0'], { home: home.path });
    const [, url = ''] = await app.saying(/listening on (http:\S+)/);
    const headers = { 'X-Proxy-Token': readFileSync(join(home.path, 'api-token'), 'utf8') };
    const call: Call = async (method, params = {}) => {
      const body = JSON.stringify({ method, params });
      const { status, text } = await ask(`${url}/api/rpc`, { method: 'POST', headers, body });
      if (status !== 200) throw new Error(text);
      return JSON.parse(text).result;
    };
    if (kill === 0) ids = await makeRequests(call, 3);
    const { drafts, broken } = await call('client.drafts');
    expect(broken).toEqual([]);
    const found = new Map(
      drafts.map(({ id, value }: Result) => [id, Number((value.url as string).replace('typed ', ''))]),
    );
    for (const [id, value] of acknowledged) expect(found.get(id)).toBeGreaterThanOrEqual(value);
    if (kill === KILLS) break;
    const before = count;
    const typing = ids.map(async (id) => {
      for (;;) {
        const value = (count += 1);
        const changes = [{ field: 'url', value: `typed ${value}` }];
        await call('client.change_draft', { kind: 'request', id, changes });
        acknowledged.set(id, value);
      }
    });
    const dead = Promise.allSettled(typing);
    while (count < before + 10 + random.int(40)) await delay(1);
    app.child.kill('SIGKILL');
    await dead;
    await app.ended;
  }
  expect(acknowledged.size).toBe(3);
});

test(`another process that edits the same requests loses nothing, and takes nothing (${EDITS} edits)`, async () => {
  await using app = await startTestApp();
  const folder = join(app.home, 'Workspace');
  const ids = await makeRequests(app.result, 3);
  const editor = spawn(process.execPath, [EDITOR, folder, 'Shop', ...ids], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const done = new Map<string, number>();
  createInterface(editor.stdout).on('line', (line) => {
    const [id = '', count = ''] = line.split(' ');
    done.set(id, Number(count));
  });
  const typed = new Map<string, string>();
  const random = seeded(41);
  for (let edit = 0; edit < EDITS || done.size < ids.length; edit += 1) {
    const key = { kind: 'request', id: random.pick(ids) };
    const url = `url ${edit}`;
    await app.result('client.change_draft', { ...key, changes: [{ field: 'url', value: url }] });
    typed.set(key.id, url);
    if (random.oneIn(2)) await app.result('client.save_draft', key);
  }
  editor.stdin.end();
  const [code] = await once(editor, 'exit');
  expect(code).toBe(0);
  const { drafts } = await app.result('client.drafts');
  expect(drafts.flatMap(({ conflicts }: Result) => conflicts)).toEqual([]);
  const objects = drafts.map(({ kind, id }: Result) => ({ kind, id }));
  if (objects.length > 0) await app.result('client.save_drafts', { objects });
  const requests = requestsIn(folder);
  for (const id of ids)
    expect(requests.get(id)).toMatchObject({
      ...(typed.has(id) && { url: typed.get(id) }),
      docs: `docs ${done.get(id)}`,
      headers: [{ name: 'Accept', value: `type/${done.get(id)}` }],
    });
  expect(requests.size).toBe(ids.length);
});

test(`a checkout while drafts are typed and saved takes no typed field (${CHECKOUTS} times)`, async () => {
  using home = temporaryHome();
  await using app = await startTestApp({ home: home.path });
  const folder = join(home.path, 'Workspace');
  const ids = await makeRequests(app.result, 6);
  const git = (...args: readonly string[]): string =>
    execFileSync('git', args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  git('init', '-q', '-b', 'main');
  git('config', 'user.name', 'Ada');
  git('config', 'user.email', 'ada@example.test');
  git('add', 'collections');
  git('commit', '-qm', 'main');
  git('checkout', '-qb', 'other');
  for (const id of ids.slice(0, 4))
    await app.result('update_request', { collection: 'Shop', request: id, changes: { docs: 'of other' } });
  git('commit', '-qam', 'other');
  await app.close();
  // The repository is found when the workspace is opened.
  await using again = await startTestApp({ home: home.path });
  const random = seeded(42);
  let branch = 'other';
  let switched = 0;
  for (let round = 0; round < CHECKOUTS; round += 1) {
    const typed = new Map<string, string>();
    const type = async (id: string): Promise<void> => {
      const url = `round ${round} ${random.int(1000)}`;
      const changes = [{ field: 'url', value: url }];
      await again.result('client.change_draft', { kind: 'request', id, changes });
      typed.set(id, url);
    };
    for (const id of ids) if (random.oneIn(2)) await type(id);
    const next = branch === 'main' ? 'other' : 'main';
    const pause = random.int(12);
    const checkout = delay(pause)
      .then(() => promisify(execFile)('git', ['checkout', '-q', next], { cwd: folder }))
      .then(() => {
        branch = next;
        switched += 1;
      })
      // Git refuses where a save was sooner.
      .catch(() => undefined);
    const saves = [...typed.keys()].map((id) => again.rpc('client.save_draft', { kind: 'request', id }));
    await Promise.all([checkout, ...saves, type(random.pick(ids))]);
    const { drafts } = await again.result('client.drafts');
    const requests = requestsIn(folder);
    expect(requests.size).toBe(ids.length);
    for (const [id, url] of typed) {
      const draft = drafts.find((each: Result) => each.id === id);
      expect([requests.get(id)?.['url'], draft?.value.url]).toContain(url);
    }
    git('commit', '-qam', `round ${round}`, '--allow-empty');
  }
  expect(switched).toBeGreaterThan(0);
});

test('a save in the middle of a checkout waits for its end', async () => {
  using home = temporaryHome();
  const folder = join(home.path, 'Workspace');
  await using app = await startTestApp({ home: home.path });
  const [id = '', other = ''] = await makeRequests(app.result, 2);
  execFileSync('git', ['init', '-q'], { cwd: folder });
  await app.close();
  await using again = await startTestApp({ home: home.path });
  const key = { kind: 'request', id };
  await again.result('client.change_draft', { ...key, changes: [{ field: 'url', value: 'typed' }] });
  const file = (name: string): string => join(folder, `collections/shop/${name}.request.yaml`);
  const [text, second] = [readFileSync(file('r0'), 'utf8'), readFileSync(file('r1'), 'utf8')];
  // Git removes a file before it writes that of the other branch.
  writeFileSync(join(folder, '.git/index.lock'), '');
  rmSync(file('r0'));
  rmSync(file('r1'));
  let isSaved = false;
  const saving = again.rpc('client.save_draft', key).finally(() => (isSaved = true));
  const begun = again.rpc('client.change_draft', {
    kind: 'request',
    id: other,
    changes: [{ field: 'url', value: 'typed too' }],
  });
  await delay(150);
  expect(isSaved).toBe(false);
  writeFileSync(file('r0'), `${text}docs: of the other branch\n`);
  writeFileSync(file('r1'), second);
  rmSync(join(folder, '.git/index.lock'));
  expect(await saving).toMatchObject({ status: 200 });
  expect(await begun).toMatchObject({ status: 200, value: { draft: { value: { url: 'typed too' } } } });
  const requests = requestsIn(folder);
  expect(requests.get(id)).toMatchObject({ url: 'typed', docs: 'of the other branch' });
  expect(requests.get(other)).toMatchObject({ url: '0' });
});

test('what the app does with Git itself is taken back, in a repository that is watched', async () => {
  using home = temporaryHome();
  const folder = join(home.path, 'Workspace');
  const git = (...args: readonly string[]): string =>
    execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@b.test', ...args], {
      cwd: folder,
      encoding: 'utf8',
    });
  const first = await startTestApp({ home: home.path });
  const [id = ''] = await makeRequests(first.result, 1);
  await first.close();
  git('init', '-q');
  git('add', 'collections');
  git('commit', '-qm', 'one');
  await using app = await startTestApp({ home: home.path });
  await app.result('update_request', { collection: 'Shop', request: id, changes: { url: 'changed' } });
  git('add', '--all', 'collections');
  const paths = ['collections/shop/r0.request.yaml'];
  expect(await app.result('client.git_discard', { paths, window: 'w' })).toEqual({ discarded: 1 });
  expect(requestsIn(folder).get(id)).toMatchObject({ url: '0' });
  await app.result('client.undo', { window: 'w' });
  expect(requestsIn(folder).get(id)).toMatchObject({ url: 'changed' });
});
