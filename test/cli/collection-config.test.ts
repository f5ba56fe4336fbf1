// Run configurations of a workspace on the command line: the same files that the window saves.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runConfiguration } from '../../src/collections/model/run-configuration.ts';
import { Workspace } from '../../src/collections/storage/workspace.ts';
import { parseYaml } from '../../src/documents/yaml.ts';
import { callCli } from '../helpers/called-cli.ts';
import { temporaryHome } from '../helpers/home.ts';
import { startOrigin } from '../helpers/origin.ts';

const home = temporaryHome();
const folder = join(home.path, 'api');
const broken = new Set<string>();
const seen: string[] = [];
const origin = await startOrigin((request, response) => {
  const url = request.url ?? '';
  seen.push(url);
  response.writeHead(broken.has(url) ? 500 : 200).end('ok');
});

const run = (...args: readonly string[]) =>
  callCli(['collection', 'run', ...args, '--workspace', folder], { home: home.path, cwd: home.path });

beforeAll(async () => {
  const files: Readonly<Record<string, string>> = {
    'collections/shop/collection.yaml': 'id: shop\nname: Shop\norder: [a, b]\n',
    'environments/ci.yaml':
      'id: env\nname: CI\nvariables:\n  - name: key\n    secret: true\n  - name: plain\n    value: "1"\n',
    'datasets/users.csv': 'user\nann\nben\n',
  };
  for (const name of ['a', 'b'])
    Object.assign(files, {
      [`collections/shop/${name}.request.yaml`]: `id: ${name}\nname: ${name}\nurl: '${origin.http}/${name}/{{user}}'\nscripts:\n  test: pm.test('is fine', () => pm.response.to.have.status(200))\n`,
    });
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  await new Workspace(folder).runConfigurations.save(
    runConfiguration.parse({
      id: 'nightly',
      name: 'Nightly run',
      collection: 'shop',
      only: ['b', 'a'],
      isOrdered: true,
      environment: 'env',
      dataset: 'users',
      reports: ['junit'],
    }),
  );
});
afterAll(async () => {
  await origin.close();
  home.remove();
});

test('a configuration stands for the options, and options win over it', async () => {
  expect(readFileSync(join(folder, 'runs/nightly-run.yaml'), 'utf8')).not.toContain('parallel');
  const { code, stdout } = await run('--config', 'Nightly run');
  expect([code, seen.splice(0)]).toEqual([0, ['/b/ann', '/a/ann', '/b/ben', '/a/ben']]);
  expect(stdout).toContain('4 requests');
  expect(readFileSync(join(home.path, 'cloak-run.xml'), 'utf8')).toContain('<testsuites');
  await run('--config', 'Nightly run', '--folder', 'a', '-n', '1');
  expect(seen.splice(0)).toEqual(['/a/ann']);
  const { stderr } = await run('--config', 'Nightly rum');
  expect(stderr).toMatch(/^error: there is no run "Nightly rum" in .*; did you mean "Nightly run"\?/);
  expect((await run()).stderr).toBe('error: collection is missing: give a collection, or --config NAME\n');
});

test('limits, redirects and variables are part of a configuration', async () => {
  await new Workspace(folder).runConfigurations.save(
    runConfiguration.parse({
      id: 'strict',
      name: 'Strict',
      collection: 'shop',
      only: ['a'],
      envVars: { user: 'cid' },
      totalTimeoutMs: 60_000,
      scriptTimeoutMs: 2000,
      ignoreRedirects: true,
      failsOnEarlyEnd: true,
    }),
  );
  expect((await run('--config', 'Strict')).code).toBe(0);
  expect(seen.splice(0)).toEqual(['/a/cid']);
  // The option comes later, and wins.
  await run('--config', 'Strict', '--env-var', 'user=dan');
  expect(seen.splice(0)).toEqual(['/a/dan']);
  const { stdout } = await run(
    'Shop',
    '--folder',
    'a',
    '--env-var',
    'x=1=2',
    '--timeout',
    '5',
    '--ci',
    'command',
  );
  expect(stdout).toBe('proxyctl collection run Shop --folder a --timeout 5 --env-var x=1=2\n');
});

test('what failed in the last run of the same runs again, with its data', async () => {
  broken.add('/a/ben');
  expect((await run('--config', 'Nightly run')).code).toBe(1);
  seen.length = 0;
  expect((await run('--config', 'Nightly run', '--failed')).code).toBe(1);
  broken.clear();
  expect((await run('--config', 'Nightly run', '--failed')).code).toBe(0);
  expect(seen.splice(0)).toEqual(['/a/ben', '/a/ben']);
  const { code, stderr } = await run('--config', 'Nightly run', '--failed');
  expect([code, stderr]).toEqual([1, 'error: nothing failed in that run: run it as a whole\n']);
});

test('the same run for continuous integration: without the values of secrets', async () => {
  const { stdout } = await run('--config', 'Nightly run', '--ci', 'github');
  expect(parseYaml(stdout)).toMatchObject({
    jobs: { api: { steps: [{}, {}, { env: { KEY: '${{ secrets.KEY }}' } }, {}] } },
  });
  expect(stdout).toContain(`npx proxyctl collection run --config 'Nightly run' --workspace .`);
  const command = await run('Shop', '-e', 'CI', '--bail', '--ci', 'command');
  expect(command.stdout).toBe('proxyctl collection run Shop -e CI --bail\n');
  expect(seen).toEqual([]);
  const { stderr } = await run('Shop', '--ci', 'jenkins');
  expect(stderr).toContain('give any of command, shell, github, gitlab');
});
