// The checks of `proxyctl run` on AI agents, with a real program that asks a model and runs its tool.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { callCli } from '../helpers/called-cli.ts';
import type { CliResult } from '../helpers/cli.ts';
import { temporaryHome, type TemporaryHome } from '../helpers/home.ts';
import { missing } from '../helpers/need.ts';
import { startOrigin, type Origin } from '../helpers/origin.ts';

const KEY = ['sk', 'live', '51HxYzAbCdEfGhIjKlMnOpQr'].join('_');
const AGENT = `
import { execFileSync } from 'node:child_process';
const [origin, question, program] = process.argv.slice(2);
const ask = async (messages) => {
  const body = JSON.stringify({ model: 'gpt-5-mini', messages });
  const headers = { 'Content-Type': 'application/json' };
  const response = await fetch(origin + '/v1/chat/completions', { method: 'POST', headers, body });
  return (await response.json()).choices[0].message;
};
const messages = [{ role: 'user', content: question }];
const message = await ask(messages);
const result = program === undefined
  ? await (await fetch(origin + '/orders/7')).text()
  : execFileSync(program, ['-s', origin + '/orders/7']).toString();
await ask([...messages, message, { role: 'tool', tool_call_id: message.tool_calls[0].id, content: result }]);
`;

let home: TemporaryHome;
let origin: Origin;
/** The tool that the model calls. */
let tool = 'delete_order';

beforeAll(async () => {
  home = temporaryHome();
  writeFileSync(join(home.path, 'agent.mjs'), AGENT);
  origin = await startOrigin((request, response) => {
    response.setHeader('Content-Type', 'application/json');
    if (request.method === 'GET') return void response.end('{"id":7}');
    let body = '';
    request.on('data', (piece: Buffer) => (body += piece.toString()));
    request.on('end', () => {
      const call = { id: 'call_order_7', type: 'function', function: { name: tool, arguments: '{"id":7}' } };
      const message = body.includes('"role":"tool"')
        ? { role: 'assistant', content: 'Done.' }
        : { role: 'assistant', content: null, tool_calls: [call] };
      const usage = { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 };
      response.end(
        JSON.stringify({
          model: 'gpt-5-mini',
          choices: [{ index: 0, message, finish_reason: 'stop' }],
          usage,
        }),
      );
    });
  });
});
afterAll(async () => {
  await origin.close();
  home.remove();
});
beforeEach(() => {
  tool = 'delete_order';
});

const run = (flags: readonly string[], question = 'Delete order 7'): Promise<CliResult> =>
  callCli(['run', '--port', '0', '--quiet', ...flags, '--', 'node', 'agent.mjs', origin.http, question], {
    home: home.path,
    env: { GITHUB_ACTIONS: '', GITHUB_STEP_SUMMARY: '' },
    cwd: home.path,
  });

test('conditions that a run meets fail it, each with a reason; the sums stand in a line', async () => {
  const flags = ['tool:delete_*', 'tokens>200', 'errors>0', 'steps>3', 'cost>1'].flatMap((text) => [
    '--fail-on-agent',
    text,
  ]);
  const { code, stderr } = await run(flags);
  expect(code).toBe(1);
  const lines = stderr.split('\n');
  expect(lines).toContain('1 run of an AI agent, 4 steps, 240 tokens, unknown cost, 0 errors');
  expect(lines.filter((line) => line.startsWith('--fail-on-agent'))).toEqual([
    expect.stringMatching(/tool:delete_\*: delete_order was called in step 2 of run \d+ \(Delete order 7\)$/),
    expect.stringMatching(/tokens>200: it is 240/),
    expect.stringMatching(/steps>3: it is 4/),
    expect.stringMatching(/the cost of 2 calls of gpt-5-mini .* is not known/),
  ]);
});

test('prices of a file of settings count; conditions that are not met pass', async () => {
  const prices = [{ model: 'gpt-5*', input: 1000, output: 5000 }];
  writeFileSync(join(home.path, 'prices.json'), JSON.stringify({ modelPrices: prices }));
  const { code, stderr } = await run(['--settings', 'prices.json', '--fail-on-agent', 'cost>0.5']);
  expect(stderr).toMatch(/240 tokens, \$0\.400, 0 errors/);
  expect(code).toBe(0);
});

test('a baseline is written once, and then tells what has changed', async () => {
  const path = join(home.path, 'agent.json');
  const first = await run(['--agent-baseline', 'agent.json']);
  expect(first.stderr).toMatch(/The agent baseline .*agent\.json was written, with 1 run/);
  expect(JSON.parse(readFileSync(path, 'utf8')).runs).toEqual([
    { tools: ['delete_order'], models: ['gpt-5-mini'], tokens: 240 },
  ]);
  expect((await run(['--agent-baseline', 'agent.json'])).code).toBe(0);
  tool = 'archive_order';
  const changed = await run(['--agent-baseline', 'agent.json']);
  expect(changed.code).toBe(1);
  expect(changed.stderr).toMatch(/--agent-baseline: call 1 is of archive_order, was of delete_order/);
});

test('a secret in a prompt is a finding', async () => {
  const { code, stderr } = await run(['--fail-on-secrets'], `Use ${KEY}`);
  expect(code).toBe(1);
  expect(stderr).toMatch(/--fail-on-secrets: high: Stripe live key, sent to a model in body of POST/);
});

test.skipIf(process.platform !== 'linux' || missing('curl'))(
  'a request of a program that the agent starts is part of its run, by the processes',
  async () => {
    const path = join(home.path, 'lines.ndjson');
    const args = [
      'run',
      '--port',
      '0',
      '--quiet',
      '--ndjson',
      path,
      '--',
      'node',
      'agent.mjs',
      origin.http,
      'Order 7?',
      'curl',
    ];
    const { code } = await callCli(args, { home: home.path, cwd: home.path });
    expect(code).toBe(0);
    const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
    const exchanges = lines.map(
      (line) => JSON.parse(line) as { id: number; app: string; method: string; run: number },
    );
    const { id } = exchanges[0]!;
    expect(exchanges.map(({ app, method, run: of }) => [app, method, of])).toEqual([
      ['node', 'POST', id],
      ['curl', 'GET', id],
      ['node', 'POST', id],
    ]);
  },
);

test('what cannot be checked fails, and a wrong condition ends it before it starts', async () => {
  const none = await callCli(
    [
      'run',
      '--port',
      '0',
      '--quiet',
      '--fail-on-agent',
      'errors>0',
      '--agent-baseline',
      'none.json',
      '--',
      'node',
      '-e',
      '',
    ],
    { home: home.path, cwd: home.path },
  );
  expect(none.code).toBe(1);
  expect(none.stderr).toMatch(
    /--fail-on-agent: no call of a language model was seen: decrypt its host with --ssl/,
  );
  expect(none.stderr).toMatch(/the agent baseline .*none\.json was not written/);
  expect(existsSync(join(home.path, 'none.json'))).toBe(false);
  const wrong = await run(['--fail-on-agent', 'price>1']);
  expect(wrong.code).toBe(1);
  expect(wrong.stderr).toMatch(/^error: --fail-on-agent "price>1" is not a condition: give a figure/);
  writeFileSync(join(home.path, 'broken.json'), '{"format":"agent baseline","version":1}');
  expect((await run(['--agent-baseline', 'broken.json'])).stderr).toMatch(
    /the agent baseline .*broken\.json cannot be used: runs must be a list; delete it/,
  );
});
