// The libraries of protocols are loaded only by the requests that need them.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { NOTHING_IMPORTED } from '../../../src/collections/model/imported.ts';
import { newRequest } from '../../../src/collections/model/request.ts';
import { Workspace } from '../../../src/collections/storage/workspace.ts';
import { runCli } from '../../helpers/cli.ts';
import { writeCollection } from '../../helpers/collections.ts';
import { startEcho, type Echo } from '../../helpers/echo.ts';
import { temporaryHome, type TemporaryHome } from '../../helpers/home.ts';

let echo: Echo;
let home: TemporaryHome;
beforeAll(async () => {
  echo = await startEcho();
  home = temporaryHome();
});
afterAll(async () => {
  await echo[Symbol.asyncDispose]();
  home.remove();
});

/** Prints the packages that a process has loaded to standard error, when it ends. */
const SPY = `
  import { registerHooks } from 'node:module';
  const seen = new Set();
  registerHooks({ resolve(specifier, context, next) {
    const found = next(specifier, context);
    const name = /node_modules\\/((?:@[^/]+\\/)?[^/]+)/.exec(found.url)?.[1];
    if (name) seen.add(name);
    return found;
  } });
  process.on('exit', () => process.stderr.write('loaded: ' + [...seen].sort().join(' ') + '\\n'));
`;
const LIBRARIES = [
  'graphql',
  'ws',
  '@grpc/grpc-js',
  'pg',
  'mysql2',
  'mqtt',
  'socket.io-client',
  '@modelcontextprotocol/client',
];

async function loadedBy(args: readonly string[]): Promise<readonly string[]> {
  const spy = join(home.path, 'spy.mjs');
  writeFileSync(spy, SPY);
  const { stderr } = await runCli(args, {
    home: home.path,
    env: { NODE_OPTIONS: `--import=${spy}` },
    fromSources: true,
  });
  const lists = [...stderr.matchAll(/^loaded: (.*)$/gm)].map(([, names = '']) => names.split(' '));
  expect(lists.length).toBeGreaterThan(0);
  return LIBRARIES.filter((name) => lists.some((names) => names.includes(name)));
}

test('the help and a run of HTTP load none', { tags: ['full'] }, async () => {
  const file = writeCollection(home.path, 'http', [{ name: 'A', url: `${echo.url}/get` }]);
  expect(await loadedBy(['--help'])).toEqual([]);
  expect(await loadedBy(['collection', 'run', file])).toEqual([]);
});

test('a request loads that of its own type', async () => {
  const socket = newRequest({ id: 'socket', name: 'Socket', type: 'websocket', url: 'ws://127.0.0.1:1' });
  await new Workspace(home.path).import({ ...NOTHING_IMPORTED, requests: [socket] });
  expect(await loadedBy(['send', 'Socket', '--workspace', home.path])).toEqual(['ws']);
});

test('a query of GraphQL loads none, a subscription that of its connection', { tags: ['full'] }, async () => {
  const request = (name: string, query: string): object => ({
    id: name,
    name,
    type: 'graphql',
    method: 'POST',
    url: `${echo.url}/post`,
    body: { type: 'graphql', query },
  });
  const requests = [request('Query', '{ a }'), request('Subscription', 'subscription { a }')].map((each) =>
    newRequest(each as Parameters<typeof newRequest>[0]),
  );
  await new Workspace(home.path).import({ ...NOTHING_IMPORTED, requests });
  expect(await loadedBy(['send', 'Query', '--workspace', home.path])).toEqual([]);
  expect(await loadedBy(['send', 'Subscription', '--workspace', home.path])).toEqual(['ws']);
});
