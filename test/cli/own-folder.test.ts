// A collection as a workspace has it, given by its folder.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { callCli } from '../helpers/called-cli.ts';
import { startEcho } from '../helpers/echo.ts';
import { temporaryHome } from '../helpers/home.ts';

test.each([
  ['collections', ['-e', 'dev'], 'in a workspace, with its environments'],
  ['other', ['--env-var', 'base=URL'], 'outside of one'],
])('%s: it runs with its scripts, %s', async (parent, flags) => {
  await using echo = await startEcho();
  using home = temporaryHome();
  const shop = join(home.path, parent, 'shop');
  mkdirSync(shop, { recursive: true });
  mkdirSync(join(home.path, 'environments'));
  writeFileSync(join(home.path, 'environments', 'dev.yaml'), `variables: { base: ${echo.url} }\n`);
  writeFileSync(join(shop, 'collection.yaml'), 'name: Shop\n');
  const script = "pm.test('answers', () => pm.response.to.have.status(200));";
  writeFileSync(
    join(shop, 'list.request.yaml'),
    `url: {{base}}/list\nscripts:\n  test: ${JSON.stringify(script)}\n`,
  );
  const run = (): ReturnType<typeof callCli> =>
    callCli(
      ['collection', 'run', join(parent, 'shop'), ...flags.map((flag) => flag.replace('URL', echo.url))],
      { home: join(home.path, 'data'), cwd: home.path },
    );
  const ran = await run();
  expect(ran).toMatchObject({ code: 0, stderr: '' });
  expect(ran.stdout).toContain('✓ answers');
  expect(echo.received).toMatchObject([{ url: expect.stringMatching(/\/list$/) as string }]);
  writeFileSync(join(shop, 'broken.request.yaml'), 'url: [\n');
  expect(await run()).toMatchObject({
    code: 1,
    stderr: expect.stringContaining(join('shop', 'broken.request.yaml:2')) as string,
  });
});

test('a request is sent by its file, whatever the workspace is', async () => {
  await using echo = await startEcho();
  using home = temporaryHome();
  const users = join(home.path, 'collections', 'shop', 'users');
  mkdirSync(users, { recursive: true });
  writeFileSync(join(home.path, 'collections', 'shop', 'collection.yaml'), 'name: Shop\n');
  writeFileSync(join(users, 'folder.yaml'), 'name: Users\n');
  writeFileSync(join(users, 'list.request.yaml'), `id: own\nname: All\nurl: ${echo.url}/list\n`);
  writeFileSync(join(users, 'broken.request.yaml'), 'url: [\n');
  writeFileSync(join(home.path, 'lost.request.yaml'), `url: ${echo.url}/list\n`);
  const send = (file: string): ReturnType<typeof callCli> =>
    callCli(['send', file], { home: join(home.path, 'data'), cwd: users });
  expect(await send('list.request.yaml')).toMatchObject({ code: 0 });
  expect(echo.received).toMatchObject([{ url: expect.stringMatching(/\/list$/) as string }]);
  expect((await send('broken.request.yaml')).stderr).toContain('broken.request.yaml:2');
  expect((await send('../../../lost.request.yaml')).stderr).toContain(
    'lost.request.yaml lies in no collection: no folder above it has a collection.yaml',
  );
});
