import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { version } from '../base/product.ts';
import { defineCommand } from './command.ts';
import { errorMessage, runProgram } from './program.ts';

const run = defineCommand({
  name: 'run',
  summary: 'Runs something',
  examples: [],
  configure: (c) => c.argument('[command...]').option('--port <n>', 'where', '9090').option('--quiet'),
  action: ([command], { port, quiet }) => {
    process.stdout.write(JSON.stringify({ command, port, quiet }));
    return Number(port) === 1 ? 9 : 0;
  },
});

const fail = defineCommand({
  name: 'fail',
  summary: 'Fails',
  examples: [],
  action: () => Promise.reject(new Error('port 9090 is in use')),
});

let stdout: string;
let stderr: string;

beforeEach(() => {
  stdout = stderr = '';
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => ((stdout += String(text)), true));
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => ((stderr += String(text)), true));
});

afterEach(() => {
  vi.restoreAllMocks();
});

async function type(...args: readonly string[]) {
  const exitCode = await runProgram([{ title: 'All', commands: [run, fail] }], args);
  return { exitCode, stdout, stderr };
}

describe('a command', () => {
  test('gets its options and arguments, and gives the exit code', async () => {
    expect(await type('run', '--port', '1', 'a', 'b')).toEqual({
      exitCode: 9,
      stdout: '{"command":["a","b"],"port":"1"}',
      stderr: '',
    });
  });

  test.each([
    [['--', 'curl', '--version', '-h', '--port', '5']],
    [['--', 'help']],
    [['--', 'sh', '-c', 'x', '--', 'y']],
    [['--', '--odd']],
  ])('everything behind -- is its argument: %s', async (args) => {
    const { exitCode, stdout } = await type('run', '--quiet', ...args);
    expect({ exitCode, ...JSON.parse(stdout) }).toEqual({
      exitCode: 0,
      command: args.slice(1),
      port: '9090',
      quiet: true,
    });
  });

  test('that throws prints the message and exits with 1', async () => {
    expect(await type('fail')).toEqual({ exitCode: 1, stdout: '', stderr: 'error: port 9090 is in use\n' });
  });
});

describe('a wrong command line is one error line and exit code 1', () => {
  test.each([
    [['--bogus'], "error: unknown option '--bogus'\n"],
    [['run', '--bogus'], "error: unknown option '--bogus'\n"],
    [['run', '--quite'], "error: unknown option '--quite' (Did you mean --quiet?)\n"],
    [['run', '--port'], "error: option '--port <n>' argument missing\n"],
    [['--x\u001b[2J'], "error: unknown option '--x?[2J'\n"],
    [['rum'], "error: unknown command 'rum' (Did you mean run?)\n"],
    [['fail', 'x'], "error: too many arguments for 'fail'. Expected 0 arguments but got 1: x.\n"],
  ])('%s', async (args, expected) => {
    expect(await type(...args)).toEqual({ exitCode: 1, stdout: '', stderr: expected });
  });

  test('none at all is told how to', async () => {
    const { exitCode, stdout, stderr } = await type();
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
    expect(stderr).toMatch(/^Usage: proxyctl /);
  });
});

describe('help and version exit with 0', () => {
  test.each([[['--version']], [['-V']]])('%s', async (args) => {
    expect(await type(...args)).toEqual({ exitCode: 0, stdout: `${version}\n`, stderr: '' });
  });

  test.each([[['--help']], [['-h']], [['help']]])('%s lists the commands', async (args) => {
    const { exitCode, stdout, stderr } = await type(...args);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(stdout).toMatch(/^Usage: proxyctl \[options\] \[command\]\n/);
    expect(stdout).toMatch(/^ {2}run \[options\] \[command\.\.\.\] +Runs something$/m);
  });

  test.each([[['run', '--help']], [['help', 'run']]])('%s explains one', async (args) => {
    const { exitCode, stdout } = await type(...args);
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/^Usage: proxyctl run \[options\] \[command\.\.\.\]\n\nRuns something\.\n/);
  });
});

describe('the message of an error', () => {
  test.each([
    [new Error('plain'), 'plain'],
    [new TypeError(), 'TypeError'],
    ['thrown text', 'thrown text'],
    [undefined, 'undefined'],
    [
      new AggregateError([new Error('connect ECONNREFUSED ::1:9'), new Error('other')]),
      'connect ECONNREFUSED ::1:9',
    ],
    [new AggregateError([], 'all failed'), 'all failed'],
    [new AggregateError([]), 'AggregateError'],
    [new Error('red \u001b[31m bell \u0007 c1 \u009b tab \t'), 'red ?[31m bell ? c1 ? tab ?'],
    [new Error('two\nlines'), 'two\nlines'],
  ])('%o: %s', (error, message) => {
    expect(errorMessage(error)).toBe(message);
  });
});
