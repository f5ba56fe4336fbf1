// The cost of scripts: from the host's call to its result, the way to the thread and back included.
import { LIMITS } from '../../src/sandbox/job.ts';
import type { ScriptRequest } from '../../src/sandbox/rule-runtime/exchange.ts';
import { ScriptRuntime } from '../../src/sandbox/rule-runtime/runtime.ts';
import { Sandbox } from '../../src/sandbox/sandbox.ts';
import type { Bench } from '../bench.ts';
import { figure, range } from '../results/format.ts';
import { defineMeasure, type Measured } from './contract.ts';
import { spread } from '../results/statistics.ts';

const BODY_BYTES = 100 * 1024;
const AT_A_TIME = 16;
const STARTS = 5;
/** At 3,000 requests a second on one core there are 0.33 ms for each, the proxy's own part included. */
const MAX_CALL_CPU_MS = 0.2;

interface Work {
  readonly name: string;
  readonly inFlight: number;
  readonly run: () => Promise<void>;
}

interface Cost {
  readonly wallMs: number;
  readonly cpuMs: number;
}

export const sandbox = defineMeasure({
  name: 'sandbox',
  summary: 'scripts in the sandbox',
  take: async (bench) => {
    const startMs = await starts();
    const box = new Sandbox({ threads: 1 });
    try {
      return await measured(bench, await works(box), startMs);
    } finally {
      await box.close();
    }
  },
});

async function measured(bench: Bench, all: readonly Work[], startMs: readonly number[]): Promise<Measured> {
  const costs = new Map<string, Cost[]>(all.map(({ name }) => [name, []]));
  // The first round does not count: code is compiled in it.
  for (let round = 0; round <= bench.effort.rounds; round += 1)
    for (const work of all) {
      const cost = await window(work, bench.effort.seconds / 2);
      if (round > 0) costs.get(work.name)?.push(cost);
    }
  const wall = (name: string): ReturnType<typeof spread> =>
    spread((costs.get(name) ?? []).map(({ wallMs }) => wallMs));
  const cpu = (name: string): ReturnType<typeof spread> =>
    spread((costs.get(name) ?? []).map(({ cpuMs }) => cpuMs));
  return {
    tables: [
      {
        title: 'Scripts of rules in the sandbox, one thread',
        columns: ['Call', 'ms each', 'CPU ms each'],
        rows: [
          ...all.map(({ name }) => [name, range(wall(name)), range(cpu(name))]),
          ['first of all, with the start of its thread', figure(spread(startMs).median), '–'],
        ],
        notes: [`A body is ${BODY_BYTES / 1024} KiB of JSON. CPU time is that of both threads.`],
        data: { startMs, costs: Object.fromEntries(costs) },
      },
    ],
    targets: [
      { name: 'A call in a clean context', value: wall(CLEAN).median, limit: 0.6, unit: 'ms' },
      {
        name: 'CPU of a call in a context that is kept',
        value: cpu(KEPT_MANY).median,
        limit: MAX_CALL_CPU_MS,
        unit: 'ms',
      },
    ],
  };
}

const CLEAN = 'clean context';
const KEPT = 'context that is kept';
const KEPT_MANY = `the same, ${AT_A_TIME} at a time`;

async function works(box: Sandbox): Promise<readonly Work[]> {
  const runtime = new ScriptRuntime({ sandbox: box });
  const body = Buffer.from(JSON.stringify({ a: 1, text: 'x'.repeat(BODY_BYTES) }));
  const small = await calling(runtime, 'request.headers["x-seen"] = "1"', Buffer.alloc(0));
  const passed = await calling(runtime, 'request.headers["x-seen"] = "1"', body);
  const changed = await calling(runtime, 'request.body.a += 1', body);
  return [
    { name: CLEAN, inFlight: 1, run: () => clean(box) },
    { name: KEPT, inFlight: 1, run: small },
    { name: KEPT_MANY, inFlight: AT_A_TIME, run: small },
    { name: 'a body passed by', inFlight: 1, run: passed },
    { name: 'a body changed', inFlight: 1, run: changed },
  ];
}

async function clean(box: Sandbox): Promise<void> {
  const script = 'function main(input) { return input.a + 1 }';
  const { outcome } = await box.run({ setup: 'rules', setupInput: '{"env":{}}', script, call: null });
  if (outcome.type !== 'value') throw new Error(`a script failed: ${JSON.stringify(outcome)}`);
}

async function calling(runtime: ScriptRuntime, code: string, body: Uint8Array): Promise<() => Promise<void>> {
  const script = await runtime.compile(`function onRequest(context, url, request) { ${code} }`);
  if (script.type === 'error') throw new Error(script.message);
  const context = {
    scriptName: 'bench',
    matchingRule: 'bench',
    flow: { id: '1', app: null, clientIP: '127.0.0.1', serverIP: null },
  };
  const headers = [
    ['Host', 'a.test'],
    ['Content-Type', 'application/json'],
    ['User-Agent', 'bench'],
  ] as const;
  const request: ScriptRequest = {
    method: 'POST',
    scheme: 'https',
    host: 'a.test',
    port: 443,
    path: '/',
    query: 'a=1',
    headers,
    body,
  };
  return async () => {
    const result = await runtime.call(script, 'onRequest', { context, url: 'https://a.test/?a=1', request });
    if (result.type === 'error') throw new Error(`a script failed: ${result.message}`);
  };
}

async function window({ run, inFlight }: Work, seconds: number): Promise<Cost> {
  const end = performance.now() + seconds * 1000;
  const start = performance.now();
  const before = process.cpuUsage();
  let calls = 0;
  const worker = async (): Promise<void> => {
    while (performance.now() < end) {
      await run();
      calls += 1;
    }
  };
  await Promise.all(Array.from({ length: inFlight }, worker));
  const { user, system } = process.cpuUsage(before);
  return { wallMs: (performance.now() - start) / calls, cpuMs: (user + system) / 1000 / calls };
}

async function starts(): Promise<readonly number[]> {
  const times: number[] = [];
  for (let start = 0; start < STARTS; start += 1) {
    const box = new Sandbox({ threads: 1 });
    const before = performance.now();
    // The first call may take long on a machine under load.
    const limits = { timeoutMs: LIMITS.timeoutMs * 5 };
    const { outcome } = await box.run({
      setup: 'rules',
      setupInput: '{"env":{}}',
      script: '',
      call: null,
      limits,
    });
    times.push(performance.now() - before);
    await box.close();
    if (outcome.type !== 'value') throw new Error(`a script failed: ${JSON.stringify(outcome)}`);
  }
  return times;
}
