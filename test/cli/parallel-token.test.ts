// Iterations that run at the same time share one token, which is obtained once.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { callCli } from '../helpers/called-cli.ts';
import { temporaryHome, type TemporaryHome } from '../helpers/home.ts';
import { serverOf, type TestServer } from '../helpers/small-server.ts';
import { writeFiles } from '../helpers/written-files.ts';

let home: TemporaryHome;
let server: TestServer;

beforeEach(async () => {
  home = temporaryHome();
  server = await serverOf(({ url, headers }) => {
    if (url !== '/token') return { status: headers.authorization === 'Bearer T1' ? 200 : 403 };
    const count = server.arrived.filter((each) => each.url === '/token').length;
    return {
      status: 200,
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ access_token: `T${count}`, token_type: 'Bearer' }),
    };
  });
});

afterEach(async () => {
  await server[Symbol.asyncDispose]();
  home.remove();
});

test('--parallel 4 -n 12 asks for one token', async () => {
  const fields = {
    grant_type: 'client_credentials',
    accessTokenUrl: `${server.url}/token`,
    clientId: 'c',
    clientSecret: 's',
  };
  const oauth2 = Object.entries(fields).map(([key, value]) => ({ key, value, type: 'string' }));
  const test = "pm.test('it is let in', () => pm.response.to.have.status(200));";
  writeFiles(home.path, {
    'c.json': JSON.stringify({
      info: { name: 'C', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
      auth: { type: 'oauth2', oauth2 },
      event: [{ listen: 'test', script: { exec: [test] } }],
      item: [{ name: 'R', request: `${server.url}/r` }],
    }),
  });
  const { code, stdout } = await callCli(['collection', 'run', 'c.json', '--parallel', '4', '-n', '12'], {
    home: home.path,
    cwd: home.path,
  });
  expect([code, stdout.includes('12 tests (0 failed)')]).toEqual([0, true]);
  expect(server.arrived.filter(({ url }) => url === '/token')).toHaveLength(1);
  expect(server.arrived.filter(({ url }) => url === '/r')).toHaveLength(12);
});
