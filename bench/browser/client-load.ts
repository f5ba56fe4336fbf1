// A load test in the window of the API client: what its live charts cost the test, beside the same test that no window
// shows.
import type { Page } from 'playwright-core';
import type { Bench } from '../bench.ts';
import type { Window } from '../load/plan.ts';
import type { Target } from '../measures/contract.ts';
import { cpuSeconds, mainThreadSeconds } from '../processes/proc.ts';
import { compare, type Sample } from '../results/compare.ts';
import { cpuEach } from '../results/comparison-table.ts';
import { appRpc } from '../subjects/app-api.ts';
import type { Subject } from '../subjects/index.ts';

const USERS = 10;
const SECONDS = 4;
const BODY_BYTES = 100;
const COLLECTION = 'Under load';
/** A window that nobody reads. */
const NOBODY = 'bench';

interface Ended {
  readonly type: string;
  readonly number: number;
  readonly result?: {
    readonly requests: number;
    readonly durationMs: number;
    readonly latency: { readonly p50: number; readonly p99: number };
  };
}

/** Takes the figures in a page of the app that shows the API client. */
export async function loadCharts(bench: Bench, subject: Subject, page: Page): Promise<readonly Target[]> {
  await importCollection(subject, `http://127.0.0.1:${bench.originPort}/${BODY_BYTES}`);
  const own = await page.evaluate<string>("sessionStorage.getItem('proxyctl.window')");
  const comparison = await compare(bench, [
    {
      name: 'unseen',
      async take() {
        await page.evaluate("location.hash = '#/client?page=trash'");
        return underLoad(subject, NOBODY, () => Promise.resolve());
      },
    },
    {
      name: 'charts',
      take: () =>
        underLoad(subject, own, async (channel) => {
          await page.evaluate(`location.hash = '#/client?kind=load&id=${channel}'`);
          await page.getByRole('img', { name: /^Requests a second/ }).waitFor();
        }),
    },
  ]);
  const rate = ({ requests, seconds }: Sample): number => requests / seconds;
  return [
    {
      name: 'Load test: CPU per request with its charts shown, against none',
      value: comparison.paired('charts', 'unseen', cpuEach).median,
      limit: 1.02,
      unit: '×',
    },
    {
      name: 'Load test: time per request with its charts shown, against none',
      value: comparison.paired('unseen', 'charts', rate).median,
      limit: 1.02,
      unit: '×',
    },
  ];
}

async function importCollection(subject: Subject, url: string): Promise<void> {
  const schema = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';
  const item = [{ name: 'Request', request: { method: 'GET', url } }];
  await appRpc(subject, 'import_content', {
    text: JSON.stringify({ info: { name: COLLECTION, schema }, item }),
  });
}

/** Runs a load test; `show` shows it while it goes on. */
async function underLoad(
  subject: Subject,
  window: string,
  show: (channel: string) => Promise<void>,
): Promise<Window> {
  const { pid } = subject.child;
  const [cpu, mainThread] = [cpuSeconds([pid]), mainThreadSeconds(pid)];
  const options = { collection: COLLECTION, users: USERS, durationSeconds: SECONDS };
  const { channel } = (await appRpc(subject, 'client.load_test', { window, tab: '', ...options })) as {
    readonly channel: string;
  };
  await show(channel);
  const { requests, durationMs, latency } = await resultOf(subject, channel);
  return {
    requests,
    seconds: durationMs / 1000,
    p50: latency.p50,
    p99: latency.p99,
    cpu: cpuSeconds([pid]) - cpu,
    mainThread: mainThreadSeconds(pid) - mainThread,
  };
}

/** Follows a load test as little as can be: each call waits for the next second. */
async function resultOf(subject: Subject, channel: string): Promise<NonNullable<Ended['result']>> {
  for (let after = 0; ;) {
    const { events, state } = (await appRpc(subject, 'client.channel_events', { channel, after })) as {
      readonly events: readonly Ended[];
      readonly state: string;
    };
    const result = events.find(({ type }) => type === 'end')?.result;
    if (result !== undefined) return result;
    if (state === 'ended') throw new Error('the load test has failed');
    after = events.at(-1)?.number ?? after;
  }
}
