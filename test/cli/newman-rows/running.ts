// Options of Newman beside ours: what is run, how often and for how long.
import { expect } from 'vitest';
import { serverOf } from '../../helpers/small-server.ts';
import type { Beside } from '../../helpers/newman-beside.ts';
import { FAILS, SCHEMA, code, sent, itemsOf, type Rows } from './items.ts';

/** Returns the rows about what is run, how often and for how long. */
export function runningRows(both: Beside): Rows {
  const { collection, item, variables } = itemsOf(both);
  return {
    'run <file or URL>': async () => {
      const file = collection('c', item('a'));
      await both.same([file], sent, ['GET /get?a']);
      const text = JSON.stringify({ info: { name: 'c', schema: SCHEMA }, item: [item('u')] });
      await using server = await serverOf(() => ({ status: 200, body: text }));
      await both.same([`${server.url}/c.json`], sent, ['GET /get?u']);
      both.write('folder/.resources/definition.yaml', '$kind: collection\nname: F\n');
      both.write('folder/One.request.yaml', `$kind: http-request\nmethod: GET\nurl: ${both.echo.url}/v3\n`);
      await both.differ(['folder'], sent, { newman: [], ours: ['GET /v3'] });
    },
    '-e, -g': async () => {
      const file = collection('c', item('a', { url: `${both.echo.url}/get?e={{e}}&g={{g}}&b={{b}}` }));
      const environment = variables('e', 'environment', { e: '1', b: 'environment' });
      const globals = variables('g', 'globals', { g: '2', b: 'globals' });
      await both.same([file, '-e', environment, '-g', globals], sent, ['GET /get?e=1&g=2&b=environment']);
      await both.same([file, '-e', 'nowhere.json'], code, 1);
    },
    '-d, -n': async () => {
      const file = collection('c', item('a', { url: `${both.echo.url}/get?d={{d}}` }));
      both.write('d.csv', 'd\n1\n"a b"\n');
      both.write('d.json', [{ d: 'x' }, { d: true }]);
      await both.same([file, '-d', 'd.csv'], sent, ['GET /get?d=1', 'GET /get?d=a%20b']);
      await both.same([file, '-d', 'd.json'], sent, ['GET /get?d=x', 'GET /get?d=true']);
      await both.same([file, '-d', 'd.csv', '-n', '3'], ({ sent: { length } }) => length, 3);
      await both.same([file, '-d', 'd.csv', '-n', '1'], sent, ['GET /get?d=1']);
    },
    '--folder': async () => {
      const file = collection('c', item('a'), { name: 'F', item: [item('b'), item('c')] }, item('d'));
      await both.same([file, '--folder', 'F'], sent, ['GET /get?b', 'GET /get?c']);
      await both.same([file, '--folder', 'd', '--folder', 'c'], sent, ['GET /get?c', 'GET /get?d']);
      await both.same([file, '--folder', 'G', '--bail', 'folder'], code, 1);
      await both.same([file, '--folder', 'G'], (done) => [done.code, done.sent], [1, []]);
    },
    '--global-var, --env-var': async () => {
      const file = collection('c', item('a', { url: `${both.echo.url}/get?e={{e}}&g={{g}}` }));
      const environment = variables('e', 'environment', { e: '1' });
      await both.same([file, '--env-var', 'e=a=b', '--global-var', 'g=2', '--global-var', 'h=3'], sent, [
        'GET /get?e=a=b&g=2',
      ]);
      await both.same([file, '-e', environment, '--env-var', 'e=2'], sent, ['GET /get?e=2&g={{g}}']);
    },
    '--timeout, --timeout-request': async () => {
      const never = item('a', { url: `${both.echo.url}/never` });
      await both.same([collection('one', never), '--timeout', '400'], code, 1);
      const file = collection('c', never, item('b'));
      const limited = [file, '--timeout-request', '400'];
      await both.same(limited, (done) => [done.code, done.sent], [1, ['GET /never', 'GET /get?b']]);
    },
    '--timeout-script': async () => {
      const file = collection('c', item('a', { test: 'for (;;);' }), item('b'));
      await both.same([file, '--timeout-script', '300'], code, 1);
      const slow = collection(
        'slow',
        item('a', { test: 'const end = Date.now() + 1500; while (Date.now() < end);' }),
      );
      await both.differ([slow], code, { newman: 0, ours: 1 });
    },
    '--delay-request': async () => {
      const times: number[] = [];
      await using server = await serverOf(() => {
        times.push(performance.now());
        return { status: 200 };
      });
      const file = collection('c', item('a', { url: server.url }), item('b', { url: server.url }));
      await both.same([file, '--delay-request', '300'], code, 0);
      const [first = 0, second = 0, third = 0, fourth = 0] = times;
      expect([second - first, fourth - third].map((pause) => pause >= 290)).toEqual([true, true]);
    },
    '--bail, --bail folder, --bail failure': async () => {
      const file = collection('c', item('a', { test: FAILS }), item('b'));
      for (const [bail, count] of [
        [['--bail'], 1],
        [['--bail', 'failure'], 1],
        [['--bail', 'folder'], 2],
      ] as const)
        await both.same([file, ...bail], (done) => [done.code, done.sent.length], [1, count]);
    },
    '-x, --suppress-exit-code': async () => {
      const file = collection('c', item('a', { test: FAILS }));
      await both.same([file], code, 1);
      await both.same([file, '-x'], code, 0);
      await both.same([file, '--suppress-exit-code'], code, 0);
    },
    'HTTP_PROXY, HTTPS_PROXY, NO_PROXY': async () => {
      const file = collection('c', item('a', { url: 'http://any.test/x' }));
      await both.same([file], ({ received }) => received.map(({ url }) => url), ['any.test/x'], {
        HTTP_PROXY: both.echo.url,
      });
      await both.same([file], sent, [], { HTTP_PROXY: both.echo.url, NO_PROXY: 'any.test' });
    },
    '-h, -v': async () => {
      await both.same(['--help'], ({ code: exit, stdout }) => [exit, stdout.includes('--iteration-data')], [
        0,
        true,
      ]);
    },
    '': async () => {
      const file = collection('c', item('a'));
      for (const args of [['--parallel', '2'], ['-r', 'html'], ['--allow-broken']])
        await both.differ([file, ...args], ({ code: exit, sent: { length } }) => length === 1 && exit === 0, {
          newman: args[0] === '-r',
          ours: true,
        });
    },
  };
}
