// MCP over pipes: what `run --mcp` adds to a server in time and memory, alone and with the app.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Bench } from '../bench.ts';
import { residentBytes } from '../processes/proc.ts';
import { figure, megabytes } from '../results/format.ts';
import { program } from '../subjects/our-build.ts';
import { defineMeasure } from './contract.ts';

/** Calls one after the other, whose median is compared, and calls that are on their way together. */
const CALLS = 2000;
const FLOOD = 20_000;
const WINDOW = 64;
/** The pace at which memory is measured: 1,000 calls a second are 2,000 messages. */
const PACED_CALLS = 5000;
const STEP_CALLS = 10;
const STEP_MS = 10;
const SETTLE_MS = 3000;
const SAMPLE_MS = 25;

/** A server that answers each call at once. */
const SERVER = `
  let rest = '';
  process.stdin.on('data', (bytes) => {
    const lines = (rest + bytes).split('\\n');
    rest = lines.pop();
    let out = '';
    for (const line of lines)
      out += JSON.stringify({ jsonrpc: '2.0', id: JSON.parse(line).id, result: { content: [{ type: 'text', text: 'x'.repeat(200) }] } }) + '\\n';
    process.stdout.write(out);
  });
`;

interface Figures {
  readonly startMs: number;
  readonly callMs: number;
  /** Messages a second, in both directions. */
  readonly rate: number;
  readonly idleBytes: number;
  readonly peakBytes: number;
}

export const mcpPipe = defineMeasure({
  name: 'mcp-pipe',
  summary: 'messages of MCP over pipes',
  async take(bench) {
    const folder = mkdtempSync(join(tmpdir(), 'proxyctl-bench-pipe-'));
    try {
      const server = join(folder, 'server.mjs');
      writeFileSync(server, SERVER);
      const command = [process.execPath, server];
      const own = program(bench.built);
      const bridged = [
        process.execPath,
        own,
        'run',
        '--quiet',
        '--port',
        '0',
        '--mcp',
        'bench',
        '--',
        ...command,
      ];
      const direct = await figuresOf(command, folder);
      await figuresOf(bridged, folder);
      const alone = await figuresOf(bridged, folder);
      const live = await withApp(bench, folder, () =>
        figuresOf([process.execPath, own, 'run', '--mcp', 'bench', '--', ...command], folder),
      );
      return result(direct, alone, live);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
});

function result(direct: Figures, alone: Figures, live: Figures): Awaited<ReturnType<typeof mcpPipe.take>> {
  const added = ({ callMs }: Figures): number => Math.max(0, (callMs - direct.callMs) / 2);
  const growth = ({ idleBytes, peakBytes }: Figures): number => (peakBytes - idleBytes) / 1e6;
  const row = (name: string, of: (figures: Figures) => string): readonly string[] => [
    name,
    ...[direct, alone, live].map(of),
  ];
  return {
    tables: [
      {
        title: 'MCP over pipes',
        columns: ['Figure', 'Direct', '`run --mcp`', 'With the app'],
        rows: [
          row('Start to the first answer, ms', ({ startMs }) => figure(startMs)),
          row('A call, median, ms', ({ callMs }) => figure(callMs)),
          row('Messages a second', ({ rate }) => figure(rate)),
          row('Memory of the process, idle, MB', ({ idleBytes }) => megabytes(idleBytes)),
          row('The same at 2,000 messages a second, MB', ({ peakBytes }) => megabytes(peakBytes)),
        ],
        data: { direct, alone, live },
      },
    ],
    targets: [
      { name: 'Added to a message', value: added(alone), limit: 0.3, unit: 'ms' },
      { name: 'Added to a message, with the app', value: added(live), limit: 0.3, unit: 'ms' },
      { name: 'Time of a message under load', value: 1000 / alone.rate, limit: 0.5, unit: 'ms' },
      { name: 'Time of a message under load, with the app', value: 1000 / live.rate, limit: 0.5, unit: 'ms' },
      { name: 'Memory over idle at 2,000 messages a second', value: growth(alone), limit: 30, unit: 'MB' },
      {
        name: 'Memory over idle at 2,000 messages a second, with the app',
        value: growth(live),
        limit: 30,
        unit: 'MB',
      },
    ],
  };
}

async function withApp<T>({ built }: Bench, home: string, take: () => Promise<T>): Promise<T> {
  const app = spawn(process.execPath, [program(built), 'app', '--port', '0', '--no-open'], {
    env: { ...process.env, PROXYCTL_HOME: home },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = once(app, 'exit');
  try {
    await once(app.stderr, 'data');
    app.stderr.resume();
    await delay(SETTLE_MS);
    return await take();
  } finally {
    app.kill('SIGTERM');
    await ended;
  }
}

async function figuresOf([file = '', ...args]: readonly string[], home: string): Promise<Figures> {
  const startedAt = performance.now();
  const child = spawn(file, args, {
    env: { ...process.env, PROXYCTL_HOME: home },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const answers = new Answers(child);
  await answers.call();
  const startMs = performance.now() - startedAt;
  const times: number[] = [];
  for (let at = 0; at < CALLS; at += 1) {
    const sentAt = performance.now();
    await answers.call();
    times.push(performance.now() - sentAt);
  }
  await delay(SETTLE_MS);
  const idleBytes = residentBytes([child.pid!]);
  let peakBytes = idleBytes;
  const sampler = setInterval(
    () => (peakBytes = Math.max(peakBytes, residentBytes([child.pid!]))),
    SAMPLE_MS,
  );
  await answers.pace(PACED_CALLS);
  clearInterval(sampler);
  const floodAt = performance.now();
  await answers.flood(FLOOD);
  const rate = (2 * FLOOD * 1000) / (performance.now() - floodAt);
  const ended = once(child, 'exit');
  child.stdin.end();
  await ended;
  return { startMs, callMs: times.sort((a, b) => a - b)[CALLS / 2]!, rate, idleBytes, peakBytes };
}

/** Calls of a client that only counts the answers. */
class Answers {
  readonly #child: ChildProcess;
  #id = 0;
  #answered = 0;
  #onAnswer: () => void = () => undefined;

  constructor(child: ChildProcess) {
    this.#child = child;
    child.stdout?.on('data', (bytes: Buffer) => {
      for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) this.#answered += 1;
      this.#onAnswer();
    });
  }

  async call(): Promise<void> {
    this.#send(1);
    await this.#until(this.#id);
  }

  async pace(count: number): Promise<void> {
    const startedAt = performance.now();
    for (let sent = 0; sent < count; sent += STEP_CALLS) {
      this.#send(STEP_CALLS);
      await delay(Math.max(0, startedAt + ((sent + STEP_CALLS) / STEP_CALLS) * STEP_MS - performance.now()));
    }
    await this.#until(this.#id);
  }

  async flood(count: number): Promise<void> {
    const last = this.#id + count;
    while (this.#id < last) {
      this.#send(Math.min(last - this.#id, WINDOW - (this.#id - this.#answered)));
      await this.#until(this.#id - WINDOW / 2);
    }
    await this.#until(last);
  }

  #send(count: number): void {
    let lines = '';
    for (let at = 0; at < count; at += 1)
      lines += `${JSON.stringify({ jsonrpc: '2.0', id: (this.#id += 1), method: 'tools/call', params: { name: 'echo', arguments: { text: 'x'.repeat(100) } } })}\n`;
    this.#child.stdin?.write(lines);
  }

  #until(count: number): Promise<void> {
    return new Promise((resolve) => {
      this.#onAnswer = () => {
        if (this.#answered >= count) resolve();
      };
      this.#onAnswer();
    });
  }
}
