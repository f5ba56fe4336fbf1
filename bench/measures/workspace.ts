// A workspace of 2,000 requests for the window of the API client: opening it, a keystroke, a change from elsewhere.
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ClientFiles } from '../../src/session/client-files/index.ts';
import { figure } from '../results/format.ts';
import { median, percentile } from '../results/statistics.ts';
import { fillWorkspace } from '../samples/workspace.ts';
import { defineMeasure } from './contract.ts';

const OPENINGS = 7;
const KEYSTROKES = 300;
const CHANGES = 15;

interface Taken {
  /** Milliseconds, each in ascending order. */
  readonly opening: readonly number[];
  readonly keystrokes: readonly number[];
  readonly changes: readonly number[];
  /** Bytes of the heap that an open workspace takes. */
  readonly heap: number;
}

export const workspace = defineMeasure({
  name: 'workspace',
  summary: 'a workspace of 2,000 requests: opening, a keystroke, a change from elsewhere',
  async take() {
    const folder = mkdtempSync(join(tmpdir(), 'proxyctl-bench-workspace-'));
    try {
      await fillWorkspace(folder);
      const { opening, keystrokes, changes, heap } = await takeFrom(folder);
      const [open, keystroke, change] = [median(opening), percentile(keystrokes, 0.95), median(changes)];
      return {
        tables: [
          {
            title: 'The window of the API client, 2,000 requests',
            columns: ['', 'median ms', 'p95 ms'],
            rows: [
              ['Opening the workspace', figure(open), figure(percentile(opening, 0.95))],
              ['A keystroke', figure(median(keystrokes)), figure(keystroke)],
              ['A change from elsewhere until it is told', figure(change), figure(percentile(changes, 0.95))],
            ],
            notes: [`The open workspace takes ${figure(heap / 1e6)} MB of the heap.`],
            data: { opening, keystrokes, changes, heap },
          },
        ],
        targets: [
          { name: '2,000 requests: workspace open', value: open, limit: 300, unit: 'ms' },
          { name: 'Draft of a keystroke, p95', value: keystroke, limit: 5, unit: 'ms' },
          { name: 'Change of a file until it is told', value: change, limit: 300, unit: 'ms' },
        ],
      };
    } finally {
      await rm(folder, { recursive: true });
    }
  },
});

async function takeFrom(folder: string): Promise<Taken> {
  const opening: number[] = [];
  for (let at = 0; at < OPENINGS; at += 1) {
    const start = performance.now();
    const opened = await ClientFiles.open({ folder, emit: () => undefined });
    opening.push(performance.now() - start);
    await opened.close();
  }
  const before = process.memoryUsage().heapUsed;
  let told: () => void = () => undefined;
  const files = await ClientFiles.open({ folder, emit: ({ type }) => type === 'files' && told() });
  const heap = process.memoryUsage().heapUsed - before;
  const { id, path } = [...files.index.files.values()].find(({ kind }) => kind === 'request')!;
  const keystrokes = await typed(files, id);
  const changes: number[] = [];
  for (let at = 0; at < CHANGES; at += 1) {
    const file = join(folder, path);
    const isTold = new Promise<void>((resolve) => (told = resolve));
    const start = performance.now();
    writeFileSync(file, readFileSync(file, 'utf8').replace(/method: .*/, `method: M${at}`));
    await isTold;
    changes.push(performance.now() - start);
  }
  await files.close();
  const sorted = (list: readonly number[]): readonly number[] => list.toSorted((one, other) => one - other);
  return { opening: sorted(opening), keystrokes: sorted(keystrokes), changes: sorted(changes), heap };
}

/** Types a URL, as fast as somebody with ten hands. */
async function typed(files: ClientFiles, id: string): Promise<readonly number[]> {
  const key = { kind: 'request', id } as const;
  const taken: number[] = [];
  for (let at = 1; at <= KEYSTROKES; at += 1) {
    const start = performance.now();
    await files.change(key, { isNew: false, window: 'bench' }, () => [
      { field: 'url', value: 'x'.repeat(at) },
    ]);
    await files.view(key);
    taken.push(performance.now() - start);
    await delay(5);
  }
  await files.discard([key], { label: 'Discarded', window: 'bench' });
  return taken;
}
