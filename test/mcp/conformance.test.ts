// The protocol's official conformance suite, over a bridge from HTTP. Its other scenarios call tools, resources and
// prompts of a reference server by their names, such as test_simple_text.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { temporaryHome } from '../helpers/home.ts';
import { startBridge, type Bridge } from '../helpers/mcp-bridge.ts';
import { sampled } from '../helpers/scale.ts';

const SUITE = new URL('../../node_modules/@modelcontextprotocol/conformance/dist/index.js', import.meta.url)
  .pathname;
const SCENARIOS = [
  'server-initialize',
  'ping',
  'completion-complete',
  'tools-list',
  'server-sse-multiple-streams',
  'resources-list',
  'resources-subscribe',
  'resources-unsubscribe',
  'prompts-list',
];
const home = temporaryHome();
let bridge: Bridge;

beforeAll(async () => {
  bridge = await startBridge(home.path);
});

afterAll(async () => {
  await bridge[Symbol.asyncDispose]();
  home.remove();
});

test.each(sampled(SCENARIOS, 2))(
  '%s',
  async (scenario) => {
    const suite = spawn(process.execPath, [SUITE, 'server', '--url', bridge.url, '--scenario', scenario], {
      cwd: home.path,
    });
    let said = '';
    for (const stream of [suite.stdout, suite.stderr])
      stream.on('data', (piece: Buffer) => (said += piece.toString()));
    await once(suite, 'close');
    expect(suite.exitCode, said).toBe(0);
    expect(said).toMatch(/Passed: [1-9]\d*\/\d+, 0 failed/);
  },
  60_000,
);
