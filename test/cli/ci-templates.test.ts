// The templates for GitHub and GitLab: their script, run as a runner runs it, and what they hand to it.
import { execFile } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { parse } from 'yaml';
import { launcher } from '../helpers/cli.ts';
import { startEcho, type Echo } from '../helpers/echo.ts';

const project = fileURLToPath(new URL('../..', import.meta.url));
const script = join(project, 'ci', 'run.sh');
const bin = mkdtempSync(join(tmpdir(), 'proxyctl-ci-bin-'));
let folder: string;
let echo: Echo;

beforeAll(async () => {
  echo = await startEcho();
  const program = join(bin, 'proxyctl');
  writeFileSync(program, `#!/bin/sh\nexec '${process.execPath}' '${launcher}' "$@"\n`);
  chmodSync(program, 0o755);
});
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'proxyctl-ci-'));
  return () => rmSync(folder, { recursive: true });
});
afterAll(async () => {
  rmSync(bin, { recursive: true });
  await echo[Symbol.asyncDispose]();
});

interface Ended {
  readonly code: number;
  readonly output: string;
}

function run(env: NodeJS.ProcessEnv): Promise<Ended> {
  const own = {
    PATH: `${bin}${delimiter}${process.env['PATH']}`,
    HOME: folder,
    PROXYCTL_HOME: join(folder, 'home'),
  };
  return new Promise((resolve) => {
    execFile('bash', [script], { cwd: folder, env: { ...own, ...env } }, (error, stdout, stderr) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, output: stdout + stderr }),
    );
  });
}

const read = (name: string): string => readFileSync(join(folder, name), 'utf8');

test('a command is captured, with the summary of the job and annotations', async () => {
  const github = { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: join(folder, 'summary.md') };
  const command = { PROXYCTL_COMMAND: `test "a  b" != "a b" && curl -s ${echo.url}/status/500` };
  const first = await run({ ...github, ...command, PROXYCTL_OPTIONS: "--port 0 --ssl '*' --fail-on-5xx" });
  expect(first.code).toBe(1);
  expect(first.output).toContain('::error ');
  expect(read('summary.md')).toContain('/status/500');
  expect(read('proxyctl-report/junit.xml')).toContain('<testsuites');
  for (const name of ['report.md', 'report.html', 'report.json'])
    expect(existsSync(join(folder, 'proxyctl-report', name)), name).toBe(true);
});

test('a baseline is written by the first run, and compared by the next', async () => {
  const options = {
    PROXYCTL_OPTIONS: '--port 0',
    PROXYCTL_BASELINE: 'api.schemas.json',
    PROXYCTL_FOLDER: 'out',
  };
  const command = { PROXYCTL_COMMAND: `curl -s ${echo.url}/get` };
  expect(await run({ ...options, ...command })).toMatchObject({ code: 0 });
  expect(existsSync(join(folder, 'api.schemas.json'))).toBe(true);
  expect(await run({ ...options, ...command })).toMatchObject({ code: 0 });
});

test('a collection is run, with the reports that GitLab reads', async () => {
  mkdirSync(join(folder, 'collections', 'shop'), { recursive: true });
  writeFileSync(join(folder, 'collections', 'shop', 'collection.yaml'), 'name: Shop\n');
  writeFileSync(
    join(folder, 'collections', 'shop', 'list.request.yaml'),
    `url: ${echo.url}/get\nscripts:\n  test: pm.test('is there', () => pm.response.to.have.status(404))\n`,
  );
  const ran = await run({ GITLAB_CI: 'true', PROXYCTL_COLLECTION: 'collections/shop' });
  expect(ran.code).toBe(1);
  expect(read('proxyctl-report/junit.xml')).toContain('is there');
  expect(JSON.parse(read('proxyctl-report/code-quality.json'))).toHaveLength(1);
});

test.each([
  [{}, 'give a command or a collection'],
  [{ PROXYCTL_COMMAND: 'a', PROXYCTL_COLLECTION: 'b' }, 'not both'],
  [{ PROXYCTL_COLLECTION: 'b', PROXYCTL_BASELINE: 'c' }, 'a collection has none'],
])('%j is refused', async (env, reason) => {
  const { code, output } = await run(env);
  expect([code, output]).toEqual([2, expect.stringContaining(reason)]);
});

test('every input and variable reaches the script', () => {
  const asked = new Set(readFileSync(script, 'utf8').match(/PROXYCTL_[A-Z]+(?=:-)/g));
  const action = parse(readFileSync(join(project, 'action.yml'), 'utf8')) as {
    readonly inputs: Readonly<Record<string, object>>;
    readonly runs: { readonly steps: readonly { readonly env?: Readonly<Record<string, string>> }[] };
  };
  const passed = Object.assign({}, ...action.runs.steps.map(({ env }) => env)) as Record<string, string>;
  const gitlab = parse(readFileSync(join(project, 'ci', 'gitlab.yml'), 'utf8')) as {
    readonly '.proxyctl': { readonly variables: Readonly<Record<string, string>> };
  };
  for (const name of asked) {
    expect(Object.keys(passed)).toContain(name);
    expect(Object.keys(gitlab['.proxyctl'].variables)).toContain(name);
  }
  const text = readFileSync(join(project, 'action.yml'), 'utf8');
  for (const input of Object.keys(action.inputs)) expect(text).toContain(`inputs.${input}`);
});
