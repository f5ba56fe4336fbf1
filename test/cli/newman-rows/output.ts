// Options of Newman beside ours: what is printed and reported.
import { join } from 'node:path';
import type { Beside, Done } from '../../helpers/newman-beside.ts';
import { FAILS, PASSES, says, itemsOf, type Rows } from './items.ts';

/** Returns the rows about what is printed and reported. */
export function outputRows(both: Beside): Rows {
  const { collection, item } = itemsOf(both);
  return {
    '--verbose, --silent, --color, --disable-unicode': async () => {
      const file = collection('c', item('a', { test: PASSES }));
      await both.same([file, '--silent'], ({ stdout }) => stdout, '');
      const patterns = [/application\/json/, /\x1b\[/, /[√✓]/];
      const shown = ({ stdout }: Done) => patterns.map((pattern) => pattern.test(stdout));
      await both.same([file], shown, [false, false, true]);
      await both.same([file, '--verbose'], says(/application\/json/), true);
      await both.same([file, '--color', 'on'], says(/\x1b\[/), true);
      await both.same([file, '--disable-unicode'], says(/[√✓→]/), false);
    },
    '-r cli, --reporter-cli-*': async () => {
      const test = `${PASSES}${FAILS}console.log('a word');`;
      const file = collection('c', item('a', { test }));
      await both.same([file], says(/(?=[^]*a word)(?=[^]*one is one)(?=[^]*one is two)/), true);
      const shown = async (option: string, pattern: RegExp) => {
        await both.same([file, `--reporter-cli-${option}`], says(pattern), false);
      };
      await shown('silent', /./);
      await shown('no-assertions', /one is one/);
      await shown('no-success-assertions', /one is one/);
      await shown('no-console', /a word/);
      await shown('no-failures', /one is two[^]*one is two/);
      await shown('no-summary', /\brequests?\b.*\d[^]*average/);
      await shown('no-banner', /^newman/m);
      await both.same([file, '--reporter-cli-show-timestamps'], says(/\d\d?:\d\d:\d\d/), true);
    },
    '-r json, --reporter-json-export': async () => {
      const file = collection('c', item('a', { test: PASSES + FAILS }), item('b'));
      const args = [file, '-r', 'json', '--reporter-json-export', 'report.json'];
      await both.same(args, (done) => [done.code, done.stdout], [1, '']);
      const newman = (done: Done) => done.json('report.json');
      await both.differ(args, (done) => 'totals' in newman(done), { newman: false, ours: true });
      const shape = (done: Done) => {
        const { collection: found, run } = newman(done);
        const { stats, executions, failures } = run;
        return {
          name: found.info.name,
          requests: stats.requests,
          assertions: stats.assertions,
          executions: executions.map(
            (each: {
              item: { name: string };
              response: { code: number };
              assertions?: { assertion: string }[];
            }) => [
              each.item.name,
              each.response.code,
              (each.assertions ?? []).map(({ assertion }) => assertion),
            ],
          ),
          failures: failures.map(
            (each: { error: { name: string; test: string }; at: string; source: { name: string } }) => [
              each.error.name,
              each.error.test,
              each.at,
              each.source.name,
            ],
          ),
        };
      };
      await both.same([...args, '--reporter-json-structure', 'newman'], shape, {
        name: 'c',
        requests: { total: 2, pending: 0, failed: 0 },
        assertions: { total: 2, pending: 0, failed: 1 },
        executions: [
          ['a', 200, ['one is one', 'one is two']],
          ['b', 200, []],
        ],
        failures: [['AssertionError', 'one is two', 'assertion:1 in test-script', 'a']],
      });
    },
    '-r junit, --reporter-junit-export': async () => {
      const file = collection('c', item('a', { test: PASSES + FAILS }));
      const counted = (done: Done) => {
        const xml = done.text('report.xml');
        return ['<testsuite ', '<testcase ', '<failure '].map((tag) => xml.split(tag).length - 1);
      };
      await both.same([file, '-r', 'junit', '--reporter-junit-export', 'report.xml'], counted, [1, 2, 1]);
    },
    '-r progress, -r emojitrain': async () => {
      const file = collection('c', item('a'));
      for (const name of ['progress', 'emojitrain'])
        await both.differ([file, '-r', name], ({ code: exit, sent: { length } }) => [exit, length], {
          newman: [0, 1],
          ours: [1, 0],
        });
    },
    '-r NAME, --reporter-NAME-*, --reporter-*': async () => {
      both.write(
        'node_modules/newman-reporter-mine/index.js',
        `module.exports = function (emitter, options) {
        emitter.on('assertion', (error, { assertion, item }) => console.log('mine', item.name, assertion, error && error.message));
        emitter.on('done', () => console.log(JSON.stringify(options)));
      };`,
      );
      const file = collection('c', item('a', { test: FAILS }));
      const args = [
        '-r',
        'mine,json',
        '--reporter-mine-two-words',
        'x',
        '--reporter-mine-flag',
        '--reporter-all',
        'y',
        '--reporter-json-export',
        'r.json',
      ];
      const lines = ({ stdout }: Done) =>
        stdout
          .split('\n')
          .filter((line) => line !== '')
          .map((line) => (line.startsWith('{') ? JSON.parse(line) : line));
      const env = { NODE_PATH: join(both.folder('ours'), 'node_modules') };
      await both.same(
        [file, ...args],
        lines,
        ['mine a one is two expected 1 to equal 2', { twoWords: 'x', flag: true, all: 'y' }],
        env,
      );
      await both.same([file, '-r', 'nobody-wrote-it'], ({ stdout }) => stdout.includes('one is two'), false);
    },
  };
}
