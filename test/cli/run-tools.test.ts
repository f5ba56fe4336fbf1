// `proxyctl run --tools`: the debugging tools of a file, without a user interface.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callCli } from '../helpers/called-cli.ts';
import { runCli, startCli, type CliResult } from '../helpers/cli.ts';
import { temporaryHome, type TemporaryHome } from '../helpers/home.ts';
import { missing } from '../helpers/need.ts';
import { startOrigin, type Origin } from '../helpers/origin.ts';

let origin: Origin;
let home: TemporaryHome;

beforeAll(async () => {
  origin = await startOrigin((request, response) => {
    response.writeHead(200, { 'Content-Type': 'text/plain', 'Set-Cookie': ['a=1', 'b=2'] });
    response.end(
      `origin ${request.method ?? ''} ${request.url ?? ''} ${String(request.headers['x-by'] ?? '')}\n`,
    );
  });
  home = temporaryHome();
});

afterAll(async () => {
  await origin.close();
  home.remove();
});

const env = (): NodeJS.ProcessEnv => ({ NODE_EXTRA_CA_CERTS: origin.caPath });
/** Starts a process, whose command writes to its output. */
const run = (...args: readonly string[]): Promise<CliResult> =>
  runCli(['run', '--port', '0', '--ssl', '*', ...args], { home: home.path, env: env(), cwd: home.path });
/** A run that ends before its command starts. */
const refused = (...args: readonly string[]): Promise<CliResult> =>
  callCli(['run', '--port', '0', '--ssl', '*', ...args], { home: home.path, env: env(), cwd: home.path });
const curl = (...args: readonly string[]): readonly string[] => ['--', 'curl', '-sS', '-i', ...args];

let files = 0;
/** Writes a file of tools into a new folder. */
function toolsFile(content: unknown): string {
  const folder = join(home.path, `tools-${(files += 1)}`);
  mkdirSync(folder);
  const path = join(folder, 'tools.json');
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}
const toolsOf = (tools: object): string => toolsFile({ version: 1, tools });
const on = (...rules: readonly object[]): object => ({ enabled: true, rules });

describe('a file that is wrong', () => {
  const rules = (tool: string, rule: unknown): object => ({
    version: 1,
    tools: { [tool]: { rules: [rule] } },
  });

  test.each<[string, unknown, RegExp]>([
    [
      'no JSON',
      '{"version": 1,\n "tools": {\n  "mapLocal" {}}}',
      /invalid JSON at line 3, column 14: expected/,
    ],
    ['empty', '', /invalid JSON at line 1, column 1/],
    ['a list', [], /the file is \[\]: give an object with version and tools/],
    ['no version', { tools: {} }, /version is missing: give 1/],
    ['another version', { version: 2, tools: {} }, /version is 2: give 1/],
    ['no tools', { version: 1 }, /tools is not an object/],
    [
      'an unknown field',
      { version: 1, tools: {}, extra: 1 },
      /extra is not a field: expected one of version, tools/,
    ],
    [
      'an unknown tool',
      { version: 1, tools: { mapLocale: {} } },
      /"mapLocale" is not a tool: did you mean mapLocal\?/,
    ],
    [
      'an unknown field of a tool',
      { version: 1, tools: { mapLocal: { rule: [] } } },
      /tools\.mapLocal\.rule is not a field: did you mean rules\?/,
    ],
    [
      'a wrong value of a tool',
      { version: 1, tools: { mapLocal: { enabled: 1 } } },
      /tools\.mapLocal\.enabled is 1: give true or false/,
    ],
    [
      'rules that are none',
      { version: 1, tools: { mapLocal: { rules: {} } } },
      /rules is \{\}: give a list of rules/,
    ],
    ['rules of noCaching', rules('noCaching', {}), /noCaching has no rules/],
    [
      'a rule that is none',
      rules('mapLocal', 1),
      /tools\.mapLocal\.rules\[0\]: a Map Local rule is an object/,
    ],
    [
      'an unknown field of a rule',
      rules('mapLocal', { name: 'Mine', sttus: 1 }),
      /tools\.mapLocal\.rules\[0\] \("Mine"\): sttus is not a field of Map Local rules: did you mean status\?/,
    ],
    [
      'a wrong value',
      rules('mapLocal', { status: 99 }),
      /rules\[0\]: status is 99: give a whole number from 200/,
    ],
    [
      'a wrong regex',
      rules('blockList', { pattern: '(?=a)', patternType: 'regex' }),
      /rules\[0\]: pattern is "\(\?=a\)": give/,
    ],
    ['an inner field', rules('mockSets', { mocks: [{ status: 'x' }] }), /mocks\[0\]\.status is "x": give/],
    [
      'two of one id',
      { version: 1, tools: { alerts: { rules: [{ id: 'a' }, { id: 'a' }] } } },
      /another rule has that id/,
    ],
  ])('%s: exit 1, and nothing has started', async (_, content, error) => {
    const file = toolsFile(content);
    const left = join(home.path, 'started');
    const record = join(home.path, `wrong-${files}.har`);
    const { code, stdout, stderr } = await refused('--tools', file, '--record', record, '--', 'touch', left);
    expect(code).toBe(1);
    expect(stdout).toBe('');
    expect(stderr).toMatch(error);
    expect(stderr.startsWith(`error: the tools ${file} cannot be used: `)).toBe(true);
    expect(stderr).not.toMatch(/listening|\n.*\n/);
    expect([left, record, `${record}.part`].map((path) => existsSync(path))).toEqual([false, false, false]);
  });

  test('no file', async () => {
    const { code, stderr } = await refused('--tools', 'none.json', '--', 'true');
    expect([code, stderr]).toEqual([1, 'error: the tools none.json cannot be used: there is no such file\n']);
  });

  test('a folder', async () => {
    const { code, stderr } = await refused('--tools', home.path, '--', 'true');
    expect(code).toBe(1);
    expect(stderr).toMatch(/^error: the tools .* cannot be used: .*\n$/);
  });
});

describe.skipIf(missing('curl'))('a command', () => {
  test(
    'gets what the tools make of its traffic, files beside that of the tools among it',
    { tags: ['full'] },
    async () => {
      const file = toolsOf({
        mapLocal: on(
          { pattern: '*/file', source: 'file', filePath: 'answer.txt' },
          { pattern: '*/folder/*', source: 'directory', directory: './public' },
          { pattern: '*/body', status: 203, body: { file: 'answer.txt' } },
        ),
        scripting: on({ name: 'by script', pattern: '*/scripted', filePath: 'script.js' }),
      });
      const folder = join(file, '..');
      mkdirSync(join(folder, 'public'));
      writeFileSync(join(folder, 'answer.txt'), 'from the file\n');
      writeFileSync(join(folder, 'public', 'a.txt'), 'from the folder\n');
      writeFileSync(
        join(folder, 'script.js'),
        `function onRequest(context, url, request) {
        request.headers['X-By'] = context.scriptName;
        console.log('asked for', request.path);
        console.warn('two\\nlines, and \\x1b[2J');
      }`,
      );
      const paths = ['/file', '/folder/a.txt', '/body', '/scripted', '/plain'];
      const { code, stdout, stderr } = await run(
        '--tools',
        file,
        ...curl(...paths.map((path) => origin.https + path)),
      );
      expect(code).toBe(0);
      for (const text of [
        'from the file\n',
        'from the folder\n',
        'origin GET /scripted script.js\n',
        'origin GET /plain \n',
      ])
        expect(stdout).toContain(text);
      expect(stdout.match(/from the file/g)).toHaveLength(2);
      expect(stdout).toContain('HTTP/2 203');
      expect(stderr).toContain('by script: log: asked for /scripted\n');
      expect(stderr).toContain('by script: warn: two\n    lines, and \\x1b[2J\n');
      expect(stderr).toMatch(/5 requests, /);
    },
  );

  test('a script that cannot run is refused before anything starts', async () => {
    const file = toolsOf({ scripting: on({ name: 'broken', code: 'function onRequest( {' }) });
    const { code, stdout, stderr } = await run('--tools', file, ...curl(`${origin.http}/a`));
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(
      /rules\[0\] \("broken"\): code is .*give a script without syntax errors: .*line 1/,
    );
  });

  test('breakpoints stay off, since nobody could release what they hold', { tags: ['full'] }, async () => {
    const file = toolsOf({ breakpoint: on({ pattern: '*' }) });
    const { code, stdout, stderr } = await run('--tools', file, ...curl(`${origin.http}/a`));
    expect(code).toBe(0);
    expect(stdout).toContain('origin GET /a');
    expect(stderr).toContain('Breakpoint is left off: in a run nobody can let go what it would hold\n');
  });

  test(
    'what is hidden, or not on the allow list, is neither printed, counted nor recorded',
    { tags: ['full'] },
    async () => {
      const record = join(home.path, 'hidden.har');
      const seen = async (tools: object): Promise<readonly string[]> => {
        const command = curl(
          '-o',
          '/dev/null',
          ...['/api/1', '/ads/1', '/api/2'].map((path) => origin.https + path),
        );
        const { stderr } = await run('--tools', toolsOf(tools), '--record', record, ...command);
        const { log } = JSON.parse(readFileSync(record, 'utf8')) as {
          log: { entries: readonly { request: { url: string } }[] };
        };
        const printed = [...stderr.matchAll(/^#.* GET https:\/\/[^/]*(\S+)/gm)].map(([, path = '']) => path);
        expect(log.entries.map(({ request }) => new URL(request.url).pathname)).toEqual(printed);
        expect(stderr).toContain(`${printed.length} request`);
        return printed;
      };
      expect(await seen({ blockList: on({ pattern: '*/ads/*', action: 'none', hide: true }) })).toEqual([
        '/api/1',
        '/api/2',
      ]);
      expect(await seen({ allowList: on({ pattern: '*/ads/*' }) })).toEqual(['/ads/1']);
      expect(await seen({ blockList: { enabled: false, rules: [{ hide: true }] } })).toHaveLength(3);
    },
  );

  test('what was recorded is answered again without the server', { tags: ['full'] }, async () => {
    const recording = join(home.path, 'recording.har');
    const gone = await startOrigin((request, response) => {
      response.writeHead(201, { 'Content-Type': 'text/plain; charset=utf-8', 'Set-Cookie': ['a=1', 'b=2'] });
      response.end(`für ${request.url ?? ''}`);
    });
    const urls = [`${gone.https}/a?x=1`, `${gone.http}/b`, `${gone.https}/a?x=1`];
    const caEnv = { NODE_EXTRA_CA_CERTS: gone.caPath };
    const options = { home: home.path, env: caEnv, cwd: home.path };
    const args = ['run', '--port', '0', '--ssl', '*'];
    await runCli([...args, '--record', recording, ...curl(...urls)], options);
    await gone.close();
    const file = toolsOf({ mockSets: on({ name: 'replayed', source: '../recording.har' }) });
    const again = await runCli(
      [...args, '--tools', file, ...curl(...urls, `${gone.https}/never`, `${origin.http}/other`)],
      options,
    );
    expect(again.code).toBe(0);
    const { stdout } = again;
    expect(stdout.match(/für \/a\?x=1/g)).toHaveLength(2);
    expect(stdout.match(/für \/b/g)).toHaveLength(1);
    expect(stdout.match(/set-cookie: b=2/gi)).toHaveLength(4);
    expect(stdout).toContain('404: not recorded (mock set "replayed")');
    expect(stdout).toContain('origin GET /other');
  });

  test('a missing recording is reported, and the servers respond', async () => {
    const file = toolsOf({ mockSets: on({ name: 'set', source: 'none.har' }) });
    const { stdout, stderr } = await run('--tools', file, ...curl(`${origin.http}/a`));
    expect(stdout).toContain('origin GET /a');
    expect(stderr).toMatch(
      /^Mock Sets: set: the recording \/.*none\.har cannot be used: there is no such file$/m,
    );
  });
});

test('`status` names the tools that are on', async () => {
  const file = toolsOf({ noCaching: { enabled: true }, mapLocal: on(), blockList: { enabled: false } });
  await using cli = startCli(['run', '--port', '0', '--tools', file], { home: home.path });
  const [, port = ''] = await cli.saying(/listening on http:\S+:(\d+)/);
  const { stdout } = await runCli(['status', '--port', port], { home: home.path });
  expect(JSON.parse(stdout)).toMatchObject({ activeTools: ['noCaching', 'mapLocal'] });
});
