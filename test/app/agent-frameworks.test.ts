// Agents with real frameworks against a server that speaks the protocols of their models: the run that is joined from the
// traffic equals what each agent logged itself, and a cassette of it replaces the server.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AgentRun } from '../../src/agents/index.ts';
import { startProxy, type TrafficProxy } from '../../src/index.ts';
import { temporaryHome } from '../helpers/home.ts';
import { startModelServer } from '../helpers/model-server.ts';
import type { Origin } from '../helpers/origin.ts';
import { sampled } from '../helpers/scale.ts';

interface Log {
  readonly models: number;
  readonly tools: readonly string[];
  readonly input: number;
  readonly output: number;
  readonly text: string;
}

const agents = [
  'vercel chat',
  'vercel responses',
  'vercel messages',
  'anthropic messages',
  'xsai chat',
  'ollama chat',
];
const cases = agents.flatMap((agent) => [`${agent} whole`, `${agent} streamed`]);

const home = temporaryHome();
let server: Origin;
let proxy: TrafficProxy;

beforeAll(async () => {
  server = await startModelServer();
  proxy = await startProxy({ home: home.path });
  await proxy.call('status', {});
});
afterAll(async () => {
  await proxy.close();
  home.remove();
});

const cassetteOf = (name: string): string => join(home.path, `${name.replaceAll(' ', '-')}.har`);

async function run(name: string): Promise<string> {
  const [framework, ...args] = name.split(' ');
  const file = fileURLToPath(new URL(`../helpers/frameworks/${framework}.mjs`, import.meta.url));
  const child = spawn(process.execPath, [file, server.http, ...args], {
    env: await proxy.env(),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [said] = await Promise.all([text(child.stdout), once(child, 'close')]);
  return said;
}

async function lastRun(): Promise<AgentRun> {
  const { runs } = (await proxy.call('insights', { section: 'agents' })) as {
    readonly runs: readonly AgentRun[];
  };
  const last = runs.at(-1)!;
  const { run: whole } = (await proxy.call('insights', { section: 'agents', run: last.id })) as {
    readonly run: AgentRun;
  };
  return whole;
}

const logged = new Map<string, string>();

test.each(sampled(cases, 4))('%s: the joined run is what the agent logged', async (name) => {
  await using _ = await proxy.cassette(cassetteOf(name), { mode: 'record' });
  const said = await run(name);
  const log = JSON.parse(said) as Log;
  expect(log).toMatchObject({
    models: 3,
    tools: ['get_weather', 'get_weather', 'add'],
    text: 'The sum is 13.',
  });
  const { name: asked, totals, steps } = await lastRun();
  expect(asked).toBe('Add the temperatures of Oslo and Rome');
  expect(totals).toMatchObject({
    models: log.models,
    tools: log.tools.length,
    http: 2,
    input: log.input,
    output: log.output,
    errors: 0,
  });
  expect(
    steps.map(({ depth, kind, name: of, what }) => `${depth} ${kind} ${kind === 'tool' ? of : ''} ${what}`),
  ).toEqual([
    '0 model  calls get_weather 2 times',
    '1 tool get_weather {"city":"Oslo"}',
    '2 http  GET /weather/Oslo',
    '1 tool get_weather {"city":"Rome"}',
    '2 http  GET /weather/Rome',
    '0 model  calls add',
    '1 tool add {"a":-2,"b":15}',
    '0 model  “The sum is 13.”',
  ]);
  expect(steps.filter(({ kind }) => kind === 'tool').map(({ result }) => result)).toEqual([
    '-2 °C',
    '15 °C',
    '13',
  ]);
  expect(steps.every(({ outcome }) => outcome === 'ok')).toBe(true);
  logged.set(name, said);
});

test('each says the same from its cassette when the server is gone', async () => {
  await server.close();
  for (const [name, said] of logged) {
    const cassette = await proxy.cassette(cassetteOf(name), { mode: 'replay' });
    expect(await run(name), name).toBe(said);
    expect(await cassette.close(), name).toMatchObject({ unknown: [], unused: 0 });
  }
});
