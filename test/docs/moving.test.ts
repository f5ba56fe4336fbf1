// Plays the changes of docs/api-client/moving.md through: a repository of each program, with the line of the page.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { callCli } from '../helpers/called-cli.ts';
import { temporaryHome, type TemporaryHome } from '../helpers/home.ts';
import { serverOf, type TestServer } from '../helpers/small-server.ts';
import { writeFiles } from '../helpers/written-files.ts';

const page = readFileSync(new URL('../../docs/api-client/moving.md', import.meta.url), 'utf8');

/** Returns the line that a section of the page takes out, and the one that it adds. */
function changeIn(section: string): { readonly removed: string; readonly added: readonly string[] } {
  const [, text = ''] = page.split(`## From ${section}\n`);
  const [, diff = ''] = /```diff\n(.*?)```/s.exec(text) ?? [];
  const lines = (sign: string): readonly string[] =>
    diff.split('\n').filter((line) => line.startsWith(`${sign} `));
  expect([lines('-').length, lines('+').length]).toEqual([1, 1]);
  const [, command = ''] = /- run: npx proxyctl (.*)$/.exec(lines('+')[0]!) ?? [];
  const added = [...command.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');
  return { removed: lines('-')[0]!, added };
}

let home: TemporaryHome;
let server: TestServer;
let base: string;

beforeEach(async () => {
  home = temporaryHome();
  server = await serverOf(() => ({ status: 200, body: '{"ok":true}' }));
  base = server.url;
});

afterEach(async () => {
  await server[Symbol.asyncDispose]();
  home.remove();
});

/** Returns the requests that have arrived, each as one line. */
function seen(): readonly string[] {
  return server.arrived.map(({ method, url }) => `${method} ${url}`);
}

function write(files: Readonly<Record<string, string>>): void {
  writeFiles(home.path, files);
}

const TEST = "pm.test('it answers', () => pm.expect(pm.response.json().ok).to.be.true);";

test('a repository with Newman in its workflow', async () => {
  write({
    'api/shop.postman_collection.json': JSON.stringify({
      info: { name: 'Shop', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
      item: [
        {
          name: 'Orders',
          request: { method: 'GET', url: '{{base}}/orders' },
          event: [{ listen: 'test', script: { exec: [TEST] } }],
        },
      ],
    }),
    'api/ci.postman_environment.json': JSON.stringify({ name: 'CI', values: [{ key: 'base', value: base }] }),
  });
  const { removed, added } = changeIn('Newman');
  // Nothing but the name of the program changes.
  expect(removed).toContain(`npx newman run ${added.slice(2).join(' ')}`);
  const { code, stdout } = await callCli(added, { home: join(home.path, 'home'), cwd: home.path });
  expect([code, seen()]).toEqual([0, ['GET /orders']]);
  expect(stdout).toContain('✓ it answers');
  expect(readFileSync(join(home.path, 'results.xml'), 'utf8')).toContain('it answers');
});

test('a repository with folders of Postman', { tags: ['full'] }, async () => {
  write({
    'postman/collections/Shop API/.resources/definition.yaml': '$kind: collection\nname: Shop API',
    'postman/collections/Shop API/Orders.request.yaml': `$kind: http-request\nurl: "{{base}}/orders"\nmethod: GET\nscripts:\n  - type: afterResponse\n    code: |-\n      ${TEST}`,
    'postman/environments/CI.environment.yaml': `name: CI\nvalues:\n  - key: base\n    value: ${base}`,
  });
  const { removed, added } = changeIn("Postman's folders");
  expect(removed).toContain(`"${added[2]}"`);
  const byName = await callCli(added, { home: join(home.path, 'home'), cwd: home.path });
  const byFile = await callCli([...added.slice(0, -1), 'postman/environments/CI.environment.yaml'], {
    home: join(home.path, 'home'),
    cwd: home.path,
  });
  expect([byName.code, byFile.code, seen()]).toEqual([0, 0, ['GET /orders', 'GET /orders']]);
  expect(byName.stdout).toContain('✓ it answers');
});

test('a repository with Bruno', async () => {
  write({
    'bruno/bruno.json': '{"version":"1","name":"Shop","type":"collection"}',
    'bruno/environments/CI.bru': `vars {\n  base: ${base}\n}\n`,
    'bruno/Orders.bru':
      'meta {\n  name: Orders\n  type: http\n  seq: 1\n}\n\nget {\n  url: {{base}}/orders\n  body: none\n  auth: none\n}\n\n' +
      "assert {\n  res.body.ok: eq true\n}\n\ntests {\n  test('it answers', () => expect(res.status).to.equal(200));\n}\n",
  });
  const { added } = changeIn('Bruno');
  const cwd = join(home.path, 'bruno');
  const { code, stdout } = await callCli(added, { home: join(home.path, 'home'), cwd });
  expect([code, seen()]).toEqual([0, ['GET /orders']]);
  expect(stdout).toMatch(/✓ res\.body\.ok: eq true\s+✓ it answers/);
  expect(readFileSync(join(cwd, 'results.xml'), 'utf8')).toContain('it answers');
});
