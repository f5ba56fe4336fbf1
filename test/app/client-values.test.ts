// Values that scripts set in the window of the API client: they go on to the next send, are written into files, and are
// forgotten; the command line does not see them.
import { readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../helpers/app.ts';
import { callCli } from '../helpers/called-cli.ts';
import { ClientConsole } from '../helpers/client-console.ts';
import { temporaryHome, type TemporaryHome } from '../helpers/home.ts';
import { startOrigin } from '../helpers/origin.ts';
import { readWorkspaceEvents } from '../helpers/workspace-events.ts';

const SECRET = 'a-password-of-the-shop';
const origin = await startOrigin((request, response) => response.end(request.url));
let workspace: TemporaryHome;
let app: TestApp;
let client: ClientConsole;
let staging: string;

async function start(): Promise<void> {
  app = await startTestApp({ workspaceFolder: workspace.path });
  client = new ClientConsole(app).follow();
}

async function stop(): Promise<void> {
  await client[Symbol.asyncDispose]();
  await app.close();
}

beforeEach(async () => {
  workspace = temporaryHome();
  await start();
  ({ id: staging } = await call('save_environment', {
    name: 'Staging',
    variables: [
      { name: 'token', value: 'of-the-file', docs: 'From the login' },
      { name: 'password', value: SECRET, secret: true },
    ],
  }));
  await call('set_active_environment', { environment: 'Staging' });
  await call('create_collection', { name: 'Shop' });
  await call('create_request', { collection: 'Shop', name: 'List', url: `${origin.http}/{{token}}` });
});
afterEach(async () => {
  await stop();
  workspace.remove();
});
afterAll(() => origin.close());

const call = (method: string, params: object = {}) => app.result(method, params);
const read = (path: string): string => readFileSync(join(workspace.path, path), 'utf8');
const environmentFile = (): string => read('environments/staging.yaml');
const LIST = { url: `${origin.http}/{{token}}-{{count}}-{{base}}` };

/** Sends a request with a script before it, and returns the path that the server saw. */
async function sent(preRequest = '', request: object = LIST): Promise<string> {
  const channel = await client.send(
    { id: 'login', name: 'Login', ...request, scripts: { preRequest } },
    { throughProxy: false, collection: 'Shop' },
  );
  await client.until(channel, 'end');
  return (await client.body(channel)).toString();
}

const SETS = `pm.environment.set('token', 'of-the-script');
  pm.globals.set('count', 7);
  pm.collectionVariables.set('base', { a: [true] });`;

test('what a script sets goes on to the next send, to the preview and to completion, over a restart', async () => {
  await sent(SETS);
  for (const isAgain of [false, true]) {
    if (isAgain) {
      await stop();
      await start();
    }
    expect(await sent()).toBe('/of-the-script-7-%7B%22a%22:[true]%7D');
    const { variables } = await call('client.variables', { collection: 'Shop' });
    expect(variables.find(({ name }: { name: string }) => name === 'token')).toMatchObject({
      scope: 'environment',
      owner: 'Staging',
      value: 'of-the-script',
      setBy: { request: 'login', name: 'Login', time: expect.any(Number) },
      overrides: [{ value: 'of-the-file', setBy: null }],
    });
    const preview = await call('client.preview', { request: LIST, collection: 'Shop' });
    expect(preview.url).toContain('/of-the-script-7-');
    expect(preview.variables).toContainEqual(
      expect.objectContaining({ name: 'count', scope: 'globals', resolved: '7', value: '7' }),
    );
    const { values, notSaved } = await call('client.script_values');
    expect(notSaved).toBeNull();
    expect(values).toMatchObject([
      { scope: 'environment', owner: staging, ownerName: 'Staging', name: 'token', value: 'of-the-script' },
      { scope: 'collection', ownerName: 'Shop', name: 'base', value: { a: [true] } },
      { scope: 'globals', owner: 'globals', ownerName: 'globals', name: 'count', value: 7, isUnset: false },
    ]);
  }
  expect(statSync(join(workspace.path, '.local/values.json')).mode & 0o777).toBe(0o600);
  expect(environmentFile()).toContain('of-the-file');
});

test('the command line starts from the files', async () => {
  await sent(SETS);
  await call('client.script_values');
  const { code } = await callCli(['collection', 'run', 'Shop', '--workspace', workspace.path], {
    home: app.home,
  });
  expect(code).toBe(0);
  expect(origin.received.at(-1)?.url).toBe('/of-the-file');
});

test('a value that a script unsets is gone, until that is forgotten', async () => {
  await sent("pm.environment.unset('token')");
  expect(await sent()).toMatch(/^\/\{\{token\}\}|^\/%7B%7Btoken/);
  expect((await call('client.script_values')).values).toMatchObject([
    { name: 'token', isUnset: true, value: null },
  ]);
  expect(await call('client.forget_script_values', { scope: 'environment', owner: staging })).toEqual({
    forgotten: 1,
    notSaved: null,
  });
  expect(await sent()).toMatch(/^\/of-the-file/);
});

test('a value that is written into its file is what the command line writes, and can be taken back', async () => {
  await sent(SETS);
  const before = environmentFile();
  const key = { scope: 'environment', owner: staging, name: 'token' };
  expect(await call('client.keep_script_value', { ...key, window: 'w' })).toEqual({
    path: 'environments/staging.yaml',
  });
  const written = environmentFile();
  expect(await sent()).toMatch(/^\/of-the-script/);
  expect((await call('client.script_values')).values).toHaveLength(2);
  expect(await call('client.undo', { window: 'w' })).toEqual({ undone: 'Kept token' });
  expect(environmentFile()).toBe(before);
  expect((await call('client.script_values')).values).toContainEqual(
    expect.objectContaining({ name: 'token', value: 'of-the-script' }),
  );
  await call('set_variable', {
    scope: 'environment',
    owner: 'Staging',
    key: 'token',
    value: 'of-the-script',
  });
  expect(environmentFile()).toBe(written);
  const globals = { scope: 'globals', owner: 'globals', name: 'count' };
  await call('client.keep_script_value', globals);
  expect(read('globals.yaml')).toBe('variables:\n  - name: count\n    value: "7"\n    type: number\n');
  expect(await app.rpc('client.keep_script_value', globals)).toMatchObject({
    status: 422,
    field: 'name',
    error: expect.stringContaining('no script has set "count" there'),
  });
});

test('a secret stays one: its values are in the file of secrets alone', async () => {
  const NEW = 'the-next-password';
  await sent(`pm.environment.set('password', '${NEW}');
    pm.globals.set('header', 'Basic ' + pm.environment.get('password') + ' ${SECRET}');
    pm.globals.set('old', '${SECRET}')`);
  await stop();
  const files = readdirSync(join(workspace.path, '.local'), { withFileTypes: true, recursive: true })
    .filter((each) => each.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  const withSecrets = files.filter((path) =>
    [SECRET, NEW].some((secret) => readFileSync(path).includes(secret)),
  );
  expect(withSecrets).toEqual([join(workspace.path, '.local/secrets.json')]);
  await start();
  expect(await sent('', { url: `${origin.http}/{{password}}` })).toBe(`/••••••••`);
  expect(origin.received.at(-1)?.url).toBe(`/${NEW}`);
  const { values } = await call('client.script_values');
  expect(values.map(({ value, secret }: { value: string; secret: boolean }) => [value, secret])).toEqual(
    Array.from({ length: values.length }, () => ['••••••••', true]),
  );
  // Taking back a step that has changed a secret leaves the other secrets as they are.
  const key = { scope: 'environment', owner: staging, name: 'password', window: 'w' };
  await call('client.keep_script_value', key);
  await sent("pm.globals.set('old', 'another ' + pm.environment.get('password'))");
  await call('client.script_values');
  await call('client.undo', { window: 'w' });
  await call('client.forget_script_values', { name: 'password' });
  await sent('', { url: `${origin.http}/{{password}}` });
  expect(origin.received.at(-1)?.url).toBe(`/${SECRET}`);
  expect(environmentFile()).not.toContain(SECRET);
});

test('a value whose variable becomes secret afterwards moves to the secrets', async () => {
  await sent(SETS);
  await call('client.script_values');
  expect(read('.local/values.json')).toContain('of-the-script');
  const token = { scope: 'environment', owner: 'Staging', key: 'token', value: 'other', secret: true };
  await call('set_variable', token);
  expect((await call('client.preview', { request: LIST, collection: 'Shop' })).url).toContain('••••••••-7');
  expect((await call('client.script_values')).values).toContainEqual(
    expect.objectContaining({ name: 'token', value: '••••••••', secret: true }),
  );
  expect(read('.local/values.json')).not.toContain('of-the-script');
  expect(read('.local/secrets.json')).toContain('of-the-script');
  await sent();
  expect(origin.received.at(-1)?.url).toMatch(/^\/of-the-script/);
});

test('a run starts from script values, and leaves its own only when asked', async () => {
  await sent(SETS);
  await call('create_request', {
    collection: 'Shop',
    name: 'Log in',
    url: `${origin.http}/in`,
    scripts: { test: "pm.environment.set('token', 'of-the-run'); pm.environment.unset('password')" },
  });
  const run = async (more: object): Promise<void> => {
    const owner = { window: client.window, tab: 'run', collection: 'Shop', throughProxy: false };
    const { channel } = await call('client.run', { ...owner, ...more });
    await client.until(channel, 'end');
  };
  await run({});
  expect(origin.received.slice(-2).map(({ url }) => url)).toEqual(['/of-the-script', '/in']);
  expect(await sent()).toMatch(/^\/of-the-script/);
  await run({ keepsValues: true });
  expect(await sent()).toMatch(/^\/of-the-run/);
  expect((await call('client.script_values')).values).toContainEqual(
    expect.objectContaining({ name: 'token', request: { id: expect.any(String), name: 'Log in' } }),
  );
  const parallel = { window: 'w', tab: '', collection: 'Shop', keepsValues: true, parallel: 2 };
  expect(await app.rpc('client.run', parallel)).toMatchObject({ status: 422, field: 'keepsValues' });
});

test('each window hears of it, once for many values', async () => {
  await call('client.workspace');
  using events = await readWorkspaceEvents(app);
  await sent("for (let n = 0; n < 500; n += 1) pm.globals.set('n' + n, n)");
  await events.next('the event', ({ type }) => type === 'scriptValues');
  await call('client.script_values');
  expect(events.events.filter(({ type }) => type === 'scriptValues')).toEqual([]);
  const other = new ClientConsole(app, 'another window').follow();
  const channel = await other.send({ url: `${origin.http}/{{n499}}` }, { throughProxy: false });
  await other.until(channel, 'end');
  expect((await other.body(channel)).toString()).toBe('/499');
  await other[Symbol.asyncDispose]();
});

test('a damaged file and one of a later version are moved aside', async () => {
  const path = join(workspace.path, '.local/values.json');
  for (const text of ['{"version":1,"values":[', '{"version":2,"all":[]}']) {
    await sent(SETS);
    await stop();
    writeFileSync(path, text);
    await start();
    expect(await sent('', LIST)).toMatch(/^\/of-the-file/);
    expect(readFileSync(`${path}.broken`, 'utf8')).toBe(text);
  }
});
