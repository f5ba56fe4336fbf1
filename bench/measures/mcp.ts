// The assistant server: its start, a list of all requests, its memory, and the calls and tokens that tasks take.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { countTokens } from 'gpt-tokenizer';
import {
  playPrompts,
  readAndWritten,
  startScene,
  type Played,
  type Scene,
} from '../../test/helpers/prompt-plays.ts';
import type { Bench } from '../bench.ts';
import { residentBytes } from '../processes/proc.ts';
import { figure, megabytes, range } from '../results/format.ts';
import { spread } from '../results/statistics.ts';
import { harPieces } from '../samples/traffic-har.ts';
import { program } from '../subjects/our-build.ts';
import { defineMeasure } from './contract.ts';

/** Requests of the list, to which those of the prompts are added. */
const REQUESTS = 4990;
const STARTS = 7;
const LISTS = 25;
/** The time after which a server counts as idle. */
const SETTLE_MS = 4000;

interface Start {
  /** From the start of the process to its first answer. */
  readonly ms: number;
  readonly idleBytes: number;
}

export const mcp = defineMeasure({
  name: 'mcp',
  summary: 'the assistant server',
  async take(bench) {
    const folder = mkdtempSync(join(tmpdir(), 'proxyctl-bench-mcp-'));
    try {
      const starts = await startsOf(bench, folder);
      await using scene = await startScene(await sampleHar(folder));
      const lists = await listTimes(scene);
      return result(starts, lists, await playPrompts(scene));
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
});

function result(
  starts: readonly Start[],
  lists: readonly number[],
  played: readonly Played[],
): Awaited<ReturnType<typeof mcp.take>> {
  const firstAnswer = spread(starts.map(({ ms }) => ms));
  const idle = spread(starts.map(({ idleBytes }) => idleBytes));
  const list = spread(lists);
  const costs = played.map((play) => ({ name: play.prompt, calls: play.steps.length, tokens: tokens(play) }));
  const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
  return {
    tables: [
      {
        title: 'The assistant server',
        columns: ['Figure', 'Measured'],
        rows: [
          ['Start to the first answer, ms', range(firstAnswer)],
          [`\`list_requests\` with 5,000 requests, ms`, range(list)],
          ['Memory, idle, MB', megabytes(idle.median)],
        ],
      },
      {
        title: 'Tasks, played through with 5,000 requests',
        columns: ['Prompt or task', 'Calls', 'Tokens'],
        rows: [
          ...costs.map(({ name, calls, tokens: all }) => [`\`${name}\``, String(calls), figure(all)]),
          [
            'All',
            String(sum(costs.map(({ calls }) => calls))),
            figure(sum(costs.map((cost) => cost.tokens))),
          ],
        ],
        notes: ['Tokens of all that a model reads and writes, as o200k counts them.'],
      },
    ],
    targets: [
      { name: 'Start to the first answer', value: firstAnswer.median, limit: 300, unit: 'ms' },
      { name: '`list_requests` with 5,000 requests', value: list.median, limit: 30, unit: 'ms' },
      { name: 'Memory of the assistant server, idle', value: idle.median / 1e6, limit: 80, unit: 'MB' },
      { name: 'Calls of eight tasks', value: sum(costs.map(({ calls }) => calls)), limit: 40, unit: '' },
      {
        name: 'Tokens of eight tasks',
        value: sum(costs.map((cost) => cost.tokens)),
        limit: 9000,
        unit: '',
      },
    ],
  };
}

function tokens(played: Played): number {
  return countTokens(readAndWritten(played).join('\n'));
}

async function startsOf({ built }: Bench, folder: string): Promise<readonly Start[]> {
  const starts: Start[] = [];
  // The first one fills the compile cache.
  for (let at = 0; at <= STARTS; at += 1) starts.push(await startOf(program(built), folder));
  return starts.slice(1);
}

const DISCOVER = {
  jsonrpc: '2.0',
  id: 1,
  method: 'server/discover',
  params: {
    _meta: {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    },
  },
};

async function startOf(path: string, home: string): Promise<Start> {
  const startedAt = performance.now();
  const server = spawn(process.execPath, [path, 'mcp'], {
    env: { ...process.env, PROXYCTL_HOME: home },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const answer = once(createInterface(server.stdout), 'line');
  server.stdin.write(`${JSON.stringify(DISCOVER)}\n`);
  const [line] = (await answer) as [string];
  const ms = performance.now() - startedAt;
  if (!line.includes('"result"')) throw new Error(`the assistant server answered ${line}`);
  await delay(SETTLE_MS);
  const idleBytes = residentBytes([server.pid!]);
  const ended = once(server, 'exit');
  server.stdin.end();
  await ended;
  return { ms, idleBytes };
}

async function sampleHar(folder: string): Promise<string> {
  const path = join(folder, 'sample.har');
  const file = createWriteStream(path);
  for await (const piece of harPieces({ first: 0, requests: REQUESTS, bodyBytes: 1000 }))
    if (!file.write(piece)) await once(file, 'drain');
  const closed = once(file, 'close');
  file.end();
  await closed;
  return path;
}

async function listTimes({ assistant }: Scene): Promise<readonly number[]> {
  const times: number[] = [];
  for (let at = 0; at < LISTS; at += 1) {
    const startedAt = performance.now();
    const { isError, text } = await assistant.call('list_requests');
    if (isError) throw new Error(text);
    times.push(performance.now() - startedAt);
  }
  return times;
}
