// The parts of the editor's extension that need no editor, with the real program: what it asks, and how it reads answers.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { runCommand, sendCommand } from '../../extensions/vscode/src/command.ts';
import { requestsIn } from '../../extensions/vscode/src/http-file.ts';
import { runProgram } from '../../extensions/vscode/src/process.ts';
import { keyOf, outcomesOf, worstByName } from '../../extensions/vscode/src/report.ts';
import { trafficLine } from '../../extensions/vscode/src/traffic-line.ts';
import { buildExtension } from '../../scripts/vscode/build.ts';
import { callCli } from '../helpers/called-cli.ts';
import { launcher } from '../helpers/cli.ts';
import { startEcho } from '../helpers/echo.ts';
import { temporaryHome } from '../helpers/home.ts';

const SETTINGS = { command: ['proxyctl'], environment: '' };

const FILE = (url: string): string => `@base = ${url}

### List orders
GET {{base}}/orders HTTP/1.1
Accept: application/json

> {% client.test("arrives", () => client.assert(response.status === 200)); %}

###
# @name create
POST {{base}}/orders
Content-Type: application/json

{ "GET": "of no request" }

### Broken
GET {{base}}/broken

> {% client.test("is there", () => client.assert(response.status === 404, "it is there")); %}
`;

test('requests are found, sent by their lines, and their tests are read', async () => {
  await using echo = await startEcho();
  using home = temporaryHome();
  const file = join(home.path, 'api.http');
  writeFileSync(file, FILE(echo.url));
  const found = requestsIn(readFileSync(file, 'utf8'));
  expect(found).toEqual([
    { name: 'List orders', line: 3 },
    { name: 'create', line: 10 },
    { name: 'Broken', line: 16 },
  ]);
  const called = (args: readonly string[]) => callCli([...args], { home: home.path, cwd: home.path });
  const sent = await called(sendCommand(SETTINGS, file, found[1]!.line).args);
  expect(sent.code).toBe(0);
  expect(echo.received).toMatchObject([{ method: 'POST' }]);
  const report = join(home.path, 'report.json');
  await called(runCommand(SETTINGS, file, { names: [], report }).args);
  const outcomes = worstByName(outcomesOf(readFileSync(report, 'utf8')));
  const stateOf = (name: string) => outcomes.get(keyOf([], name));
  expect(found.map(({ name }) => stateOf(name)?.state)).toEqual(['passed', 'passed', 'failed']);
  expect(stateOf('Broken')?.failures.join()).toMatch(/is there.*it is there/);
  await called(runCommand(SETTINGS, file, { names: ['create'], report }).args);
  expect(outcomesOf(readFileSync(report, 'utf8')).map(({ name }) => name)).toEqual(['create']);
  expect(() => outcomesOf('{"version":2}')).toThrow('another version');
});

test('lines of the list are read', () => {
  expect(trafficLine('#12 [curl] 200 GET https://a.test/b?c 143ms 26B 🔒')).toEqual({
    id: 12,
    app: 'curl',
    status: '200',
    method: 'GET',
    url: 'https://a.test/b?c',
    rest: '143ms 26B 🔒',
  });
  expect(trafficLine('1 request')).toBeNull();
});

test('a program that is missing is named, with what to do', async () => {
  const missing = { program: 'proxyctl-that-is-not-there', args: [] };
  await expect(runProgram(missing, { cwd: process.cwd() })).rejects.toThrow('install proxyctl, or set');
  const ended = await runProgram({ program: process.execPath, args: [launcher, '--version'] }, { cwd: '.' });
  expect(ended).toMatchObject({ code: 0, stdout: expect.stringMatching(/^\d+\.\d+/) as string });
});

test('the package has what the editor asks for', async () => {
  using home = temporaryHome();
  const path = await buildExtension(home.path);
  const files = unzipSync(readFileSync(path));
  const text = (name: string): string => Buffer.from(files[name]!).toString();
  const manifest = JSON.parse(text('extension/package.json')) as {
    main: string;
    type?: string;
    contributes: { yamlValidation: readonly { url: string }[]; commands: readonly { command: string }[] };
  };
  expect(manifest.type).toBeUndefined();
  const named = [manifest.main, ...manifest.contributes.yamlValidation.map(({ url }) => url)];
  for (const name of named) expect(Object.keys(files)).toContain(`extension/${name.replace(/^\.\//, '')}`);
  const code = text('extension/extension.js');
  for (const { command } of manifest.contributes.commands) expect(code).toContain(`"${command}"`);
  expect(code.match(/require\("([^"]+)"\)/g)?.every((each) => /"(?:node:\w|vscode)/.test(each))).toBe(true);
  expect(text('extension.vsixmanifest')).toMatch(/<Identity [^>]*Id="proxyctl"/);
});
