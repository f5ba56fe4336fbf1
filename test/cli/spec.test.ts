// `proxyctl spec` as a user types it: lines, exit codes, and errors that name the file.
import { execFileSync } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { callCli } from '../helpers/called-cli.ts';
import { temporaryHome } from '../helpers/home.ts';

const HEAD = 'openapi: 3.0.3\ninfo:\n  title: A\n  version: "1"\nservers:\n  - url: https://a.test\n';
const OPERATION = `paths:
  /a:
    get:
      summary: A
      operationId: a
      security: []
      responses:
        "200": {description: ok}
        "404": {description: none}
`;

test.each([
  [
    'no error',
    `${HEAD}${OPERATION}`,
    0,
    /^warning {2}info-license {2}.* {2}api\.yaml:2:1$/m,
    '0 errors, 1 warning\n',
  ],
  ['an error', `${HEAD}paths: []\n`, 1, /^error {4}struct {2}.* {2}api\.yaml:7:\d+$/m, '1 error, '],
  [
    'no YAML',
    'a: b: c\n',
    1,
    /^error {4}syntax {2}bad indentation.* {2}api\.yaml:1:5$/m,
    '1 error, 0 warnings\n',
  ],
])('a file with %s', async (_, text, code, line, summary) => {
  using home = temporaryHome();
  await writeFile(join(home.path, 'api.yaml'), text);
  const result = await callCli(['spec', 'lint', 'api.yaml'], { home: home.path, cwd: home.path });
  expect(result.stdout).toMatch(line);
  expect(result.stderr).toContain(summary);
  expect(result.code).toBe(code);
});

test('JSON for programs', async () => {
  using home = temporaryHome();
  await writeFile(join(home.path, 'api.yaml'), `${HEAD}${OPERATION}`);
  const result = await callCli(['spec', 'lint', 'api.yaml', '--json'], { home: home.path, cwd: home.path });
  expect(JSON.parse(result.stdout)).toMatchObject([{ severity: 'warning', rule: 'info-license', line: 2 }]);
});

test('a file that is not there, and one that is something else', { tags: ['full'] }, async () => {
  using home = temporaryHome();
  await writeFile(join(home.path, 'other.yaml'), 'hello: 1\n');
  const ask = (file: string) => callCli(['spec', 'lint', file], { home: home.path, cwd: home.path });
  expect(await ask('no.yaml')).toMatchObject({ code: 1, stderr: 'error: no.yaml: there is no such file\n' });
  const other = await ask('other.yaml');
  expect(other).toMatchObject({ code: 1, stdout: '' });
  expect(other.stderr).toContain('other.yaml is no API description that is known');
});

test('what changed between two versions, and whether it breaks clients', async () => {
  using home = temporaryHome();
  await writeFile(join(home.path, 'old.yaml'), `${HEAD}${OPERATION}`);
  await writeFile(join(home.path, 'new.yaml'), `${HEAD}${OPERATION.replace('/a:', '/b:')}`);
  const ask = (...args: readonly string[]) =>
    callCli(['spec', 'diff', ...args], { home: home.path, cwd: home.path });
  expect(await ask('old.yaml', 'new.yaml')).toMatchObject({
    code: 1,
    stdout: 'error    GET /a  the operation was removed\ninfo     GET /b  the operation is new\n',
    stderr: '1 breaking change, 0 warnings, 1 other; 0 operations compared\n',
  });
  expect(await ask('old.yaml', 'new.yaml', '--allow-breaking')).toMatchObject({ code: 0 });
  // The file beside the new version ignores what is known.
  const ignores = join(home.path, 'new.ignore.yaml');
  await writeFile(ignores, 'ignore:\n  - operation: GET /a\n    what: the operation was *\n');
  expect(await ask('old.yaml', 'new.yaml')).toMatchObject({
    code: 0,
    stdout: 'info     GET /b  the operation is new\n',
    stderr: '0 breaking changes, 0 warnings, 1 other; 0 operations compared, 1 ignored\n',
  });
  await writeFile(ignores, 'ignore: all\n');
  expect((await ask('old.yaml', 'new.yaml')).stderr).toMatch(/^error: .*new\.ignore\.yaml: ignore /);
  await rm(ignores);
  expect(await ask('old.yaml', 'old.yaml')).toMatchObject({
    code: 0,
    stdout: 'no differences; 1 operation compared\n',
  });
  expect(await ask('old.yaml', 'no.yaml')).toMatchObject({
    code: 1,
    stderr: 'error: no.yaml: there is no such file\n',
  });
  const deprecated = OPERATION.replace('responses:', 'deprecated: true\n      responses:');
  await writeFile(join(home.path, 'deprecated.yaml'), `${HEAD}${deprecated}`);
  expect(await ask('old.yaml', 'deprecated.yaml')).toMatchObject({ code: 0 });
  expect(await ask('old.yaml', 'deprecated.yaml', '--deprecation-days', '90')).toMatchObject({
    code: 1,
    stdout: expect.stringContaining('GET /a  the operation is deprecated without a day on which it goes'),
  });
  expect((await ask('old.yaml', 'old.yaml', '--deprecation-days', 'soon')).stderr).toContain(
    '--deprecation-days "soon" is not a number',
  );
  const git = (...args: readonly string[]) => execFileSync('git', args, { cwd: home.path });
  git('init', '-q');
  git('add', 'new.yaml');
  git('-c', 'user.name=Ada', '-c', 'user.email=ada@example.test', 'commit', '-qm', 'One');
  await writeFile(join(home.path, 'new.yaml'), `${HEAD}${OPERATION}`);
  expect(await ask('HEAD:new.yaml', 'new.yaml')).toMatchObject({
    code: 1,
    stdout: 'error    GET /b  the operation was removed\ninfo     GET /a  the operation is new\n',
  });
  expect((await ask('HEAD:none.yaml', 'new.yaml')).stderr).toContain('HEAD does not have none.yaml');
});

test('changes are filtered, ignored, and printed in formats for people and programs', async () => {
  using home = temporaryHome();
  const old = `${HEAD}${OPERATION}`;
  const parameters =
    'parameters: [{ name: <a>, in: query, required: true }, { $ref: other.yaml#/B }]\n      ';
  await writeFile(join(home.path, 'old.yaml'), old);
  await writeFile(join(home.path, 'new.yaml'), old.replace('responses:', `${parameters}responses:`));
  const ask = (...args: readonly string[]) =>
    callCli(['spec', 'diff', 'old.yaml', 'new.yaml', ...args], { home: home.path, cwd: home.path });
  const what = 'the required query parameter <a> is new';
  const missing = '"other.yaml#/B" is in another document, which is not read: it was left out';
  expect((await ask()).stdout).toBe(`error    GET /a  ${what}\nnot compared  the new version: ${missing}\n`);
  expect(JSON.parse((await ask('--format', 'json')).stdout)).toEqual([
    {
      id: 'new-required-request-parameter',
      level: 'error',
      breaking: true,
      warning: false,
      operation: 'GET /a',
      what,
      line: 9,
    },
  ]);
  expect((await ask('--format', 'github')).stdout).toBe(
    `::error file=new.yaml,line=9,title=GET /a::${what}\n::notice file=new.yaml,title=not compared::the new version: ${missing}\n`,
  );
  const markdown = (await ask('--format', 'markdown')).stdout;
  expect(markdown).toContain(
    '## Breaking changes\n\n- `GET /a`\n  - the required query parameter &#60;a&#62; is new\n',
  );
  expect(markdown).toContain('1 operation compared, 1 part could not be compared.');
  const page = (await ask('--format', 'html')).stdout;
  expect(page).toContain('<li>the required query parameter &lt;a&gt; is new</li>');
  expect(page).not.toMatch(/<script|https?:\/\//);
  await writeFile(
    join(home.path, 'known.yaml'),
    `ignore: [{ what: 'the * parameter * is new', comment: c }]\n`,
  );
  expect(await ask('--ignore', 'known.yaml', '--fail-on', 'info')).toMatchObject({ code: 0 });
  expect((await ask('--ignore', 'none.yaml')).stderr).toBe(
    'error: --ignore none.yaml: there is no such file\n',
  );
  await writeFile(join(home.path, 'new.yaml'), old.replace('get:', 'get:\n      deprecated: true'));
  expect(await ask('--fail-on', 'warning')).toMatchObject({ code: 0 });
  expect(await ask('--fail-on', 'info')).toMatchObject({ code: 1 });
  expect((await ask('--level', 'warning')).stdout).toBe(
    '0 breaking changes, 0 warnings, 1 other; 1 operation compared\n',
  );
});

test('recorded traffic is compared with a description', async () => {
  using home = temporaryHome();
  await writeFile(join(home.path, 'api.yaml'), `${HEAD}${OPERATION}`);
  const entry = (path: string, status: number): object => ({
    startedDateTime: '2026-01-01T00:00:00.000Z',
    time: 1,
    request: {
      method: 'GET',
      url: `https://a.test${path}`,
      httpVersion: 'HTTP/1.1',
      headers: [],
      queryString: [],
      cookies: [],
      headersSize: -1,
      bodySize: 0,
    },
    response: {
      status,
      statusText: '',
      httpVersion: 'HTTP/1.1',
      headers: [],
      cookies: [],
      content: { size: 0, mimeType: '', text: '' },
      redirectURL: '',
      headersSize: -1,
      bodySize: 0,
    },
    cache: {},
    timings: { send: 0, wait: 1, receive: 0 },
  });
  const har = (entries: readonly object[]): string =>
    JSON.stringify({ log: { version: '1.2', creator: { name: 'a', version: '1' }, entries } });
  await writeFile(join(home.path, 'bad.har'), har([entry('/a', 200), entry('/a', 500), entry('/b', 200)]));
  await writeFile(join(home.path, 'good.har'), har([entry('/a', 200)]));
  const ask = (...args: readonly string[]) =>
    callCli(['spec', 'check', 'api.yaml', ...args], { home: home.path, cwd: home.path });
  expect(await ask('bad.har')).toMatchObject({
    code: 1,
    stdout: expect.stringMatching(
      /^GET \/a: response 500: the status 500 is not documented: .* \(request 2\)\nGET a\.test\/b: the path is not documented \(request 3\)\n$/,
    ),
    stderr: '2 of 3 exchanges violate it, 1 of 1 operations seen\n',
  });
  await writeFile(
    join(home.path, 'api.ignore.yaml'),
    "ignore:\n  - what: '*the status * is not documented*'\n  - what: the path is not documented\n",
  );
  expect(await ask('bad.har')).toMatchObject({
    code: 0,
    stdout: '',
    stderr: '0 of 3 exchanges violate it, 1 of 1 operations seen, 2 kinds ignored\n',
  });
  await rm(join(home.path, 'api.ignore.yaml'));
  expect(await ask('good.har')).toMatchObject({ code: 0, stdout: '' });
  expect(JSON.parse((await ask('good.har', '--json')).stdout)).toMatchObject({ checked: 1, broken: 0 });
  expect((await ask('none.har')).stderr).toMatch(/^error: none\.har cannot be opened/);
});

test(
  'a description is imported, and its collection follows new versions of it',
  { tags: ['full'] },
  async () => {
    using home = temporaryHome();
    const api = (paths: string): Promise<void> => writeFile(join(home.path, 'api.yaml'), `${HEAD}${paths}`);
    const ask = (...args: readonly string[]) =>
      callCli(['spec', ...args], { home: home.path, cwd: home.path });
    await api(OPERATION);
    expect(await ask('import', 'api.yaml')).toMatchObject({
      code: 0,
      stdout: 'specification A\ncollection A, 1 request\n',
    });
    await api(`${OPERATION}    post: {summary: B, responses: {"200": {description: ok}}}\n`);
    expect(await ask('sync', 'api.yaml', '--dry-run')).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^\+ POST B {2}[\w-]+\n$/),
      stderr: 'A: 1 added, 0 updated, 0 removed; nothing was written\n',
    });
    expect(await ask('sync', 'api.yaml')).toMatchObject({
      code: 0,
      stdout: '+ POST B\n',
      stderr: 'A: 1 added, 0 updated, 0 removed\n',
    });
    const unchanged = { code: 0, stdout: '', stderr: 'A: no request has changed\n' };
    expect(await ask('sync', 'api.yaml')).toMatchObject(unchanged);
    expect(await ask('sync', 'A')).toMatchObject(unchanged);
    await api(OPERATION.replace('summary: A', 'summary: C').replace('operationId: a', 'operationId: c'));
    expect(await ask('sync', 'api.yaml', '--spec', 'a')).toMatchObject({
      stdout: '~ GET C\n- POST B\n',
      stderr: 'A: 0 added, 1 updated, 1 removed (in .trash)\n',
    });
  },
);

test('what is no description, and what is not there', { tags: ['full'] }, async () => {
  using home = temporaryHome();
  await writeFile(join(home.path, 'other.yaml'), 'hello: 1\n');
  const ask = (...args: readonly string[]) => callCli(['spec', ...args], { home: home.path, cwd: home.path });
  const importing = await ask('import', 'other.yaml');
  expect(importing).toMatchObject({ code: 1, stdout: '' });
  expect(importing.stderr).toMatch(/^error: other\.yaml: it is /);
  expect(await ask('sync', 'none.yaml')).toMatchObject({
    code: 1,
    stderr: 'error: none.yaml: there is no such file\n',
  });
  expect((await ask('sync', 'None')).stderr).toMatch(/^error: there is no specification "None" in /);
  expect((await ask('sync', 'None', '--spec', 'A')).stderr).toMatch(/^error: --spec goes with a file/);
});
