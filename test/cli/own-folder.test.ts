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
