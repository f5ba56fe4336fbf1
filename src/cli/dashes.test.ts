import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { command as list } from './commands/list.ts';
import { command as run } from './commands/run.ts';
import { command as setup } from './commands/setup.ts';
import { runProgram } from './program.ts';

let stderr: string;

beforeEach(() => {
  stderr = '';
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => ((stderr += String(text)), true));
});

afterEach(() => {
  vi.restoreAllMocks();
});

test.each([
  ['run curl -s http://a.test/', 'put -- before the command, as in "proxyctl run -- curl -s http://a.test/"'],
  ['run --quiet curl', 'put -- before the command, as in "proxyctl run --quiet -- curl"'],
  ['run curl -- x', 'put -- before the command, as in "proxyctl run -- curl -- x"'],
  ['run --ssl * npm test', `put -- before the command, as in "proxyctl run --ssl '*' -- npm test"`],
  ['setup python python3 a.py', 'put -- before the command, as in "proxyctl setup python -- python3 a.py"'],
  ['run --', 'nothing is behind --: give a command, as in "proxyctl run -- COMMAND"'],
  ['setup node --', 'nothing is behind --: give a command, as in "proxyctl setup node -- COMMAND"'],
  [
    'run --ssl -- curl a.test',
    '--ssl needs a value, and -- follows it: give one, as in "proxyctl run --ssl HOST -- curl a.test"',
  ],
  [
    'run --insecure -- true',
    '--insecure needs a value, and -- follows it: give one, as in "proxyctl run --insecure HOST -- true"',
  ],
  [
    'run --ssl --quiet -- true',
    '--ssl needs a value, and --quiet follows it: give one, as in "proxyctl run --ssl HOST --quiet -- true"',
  ],
  ['run --ssl=-- true', '--ssl needs a value, and -- follows it: give one'],
  [
    'list --host --',
    '--host needs a value, and -- follows it: give one, as in "proxyctl list --host HOST --"',
  ],
  ['run --ssl= -- true', '--ssl is empty: give a host'],
  ['run --ssl-app= -- true', '--ssl-app is empty: give a name'],
  ['run --record= -- true', '--record is empty: give a path'],
  ['list --host=', '--host is empty: give a host'],
  [
    'run --fail-on-schema-change npm test',
    '--fail-on-schema-change "npm" is not any or breaking: give one of them, and -- before a command',
  ],
])('%s', async (line, error) => {
  expect(await runProgram([{ title: 'All', commands: [run, setup, list] }], line.split(' '))).toBe(1);
  expect(stderr).toBe(`error: ${error}\n`);
});
