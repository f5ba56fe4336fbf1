// A recording of a million requests in `proxyctl view`: how soon its rows are there, how the list scrolls, filters, sorts and
// selects, and the memory of process and page.
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Browser } from 'playwright-core';
import type { Bench } from '../bench.ts';
import { heapBytes, inPage, longestBlock, openLink, scrollFrames, startBrowser } from '../browser/page.ts';
import { startChild } from '../processes/children.ts';
import { peakBytes } from '../processes/proc.ts';
import { figure } from '../results/format.ts';
import { percentile } from '../results/statistics.ts';
import { program } from '../subjects/our-build.ts';
import { FAILING, writeSession } from '../subjects/session-of.ts';
import { defineMeasure, type Target } from './contract.ts';

const REQUESTS = 1_000_000;
const POLL_MS = 50;

export const million = defineMeasure({
  name: 'million',
  summary: 'a recording of a million requests in the web UI',
  onRequest: true,
  take: async (bench) => {
    const browser = await startBrowser();
    if (browser === null) return { tables: [], targets: [] };
    const folder = mkdtempSync(join(tmpdir(), 'bench-million-'));
    try {
      const file = join(folder, 'million.proxysession');
      await writeSession(file, REQUESTS);
      const targets = await takeAll(bench, browser, file, folder);
      const rows = targets.map(({ name, value, limit, unit }) => [
        name,
        `${figure(value)} ${unit}`,
        `≤ ${figure(limit)} ${unit}`,
      ]);
      return {
        tables: [{ title: 'A million requests', columns: ['Figure', 'Measured', 'Limit'], rows }],
        targets,
      };
    } finally {
      await browser.close();
      await rm(folder, { recursive: true });
    }
  },
});

async function takeAll(bench: Bench, browser: Browser, file: string, folder: string): Promise<Target[]> {
  const command = [process.execPath, program(bench.built), 'view', file, '--no-open'];
  const child = startChild({
    name: 'view',
    command,
    core: undefined,
    folder,
    env: { PROXYCTL_HOME: join(folder, 'home') },
  });
  try {
    const link = await printedLink(() => child.lastOutput());
    const start = performance.now();
    const { page, firstRowMs } = await openLink(browser, link);
    let allMs = 0;
    const blocked = await longestBlock(page, async () => {
      while ((await inPage(page, 'rows')) !== REQUESTS) await delay(POLL_MS);
      allMs = performance.now() - start;
    });
    const filter = await inPage(page, `filterUntil('status:500', ${REQUESTS / FAILING})`);
    await inPage(page, `filterUntil('', ${REQUESTS})`);
    const sort = await inPage(page, `sortBy('duration')`);
    await inPage(page, `sortBy('id')`);
    const select = await inPage(page, 'selectAll()');
    const middle = await inPage(page, `scrollTo(0.5, ${REQUESTS})`);
    const end = await inPage(page, `scrollTo(1, ${REQUESTS})`);
    const frames = await scrollFrames(page, 4000);
    const frame = percentile(
      frames.toSorted((a, b) => a - b),
      0.95,
    );
    return [
      { name: 'First row of a million', value: firstRowMs, limit: 1000, unit: 'ms' },
      { name: 'All rows of a million', value: allMs / 1000, limit: 40, unit: 's' },
      { name: 'Longest block of the page meanwhile', value: blocked, limit: 100, unit: 'ms' },
      { name: 'Filter of a million by status', value: filter, limit: 500, unit: 'ms' },
      { name: 'Sort of a million by duration', value: sort, limit: 1000, unit: 'ms' },
      { name: 'Selection of a million', value: select, limit: 100, unit: 'ms' },
      { name: 'Scroll to the middle of a million', value: middle, limit: 100, unit: 'ms' },
      { name: 'Scroll to the end of a million', value: end, limit: 100, unit: 'ms' },
      { name: 'Frame while a million scroll, p95', value: frame, limit: 32, unit: 'ms' },
      {
        name: 'Peak of the process with a million',
        value: peakBytes([child.pid]) / 1e6,
        limit: 250,
        unit: 'MB',
      },
      { name: 'Page with a million', value: (await heapBytes(page)) / 1e6, limit: 150, unit: 'MB' },
    ];
  } finally {
    await child.stop();
  }
}

async function printedLink(output: () => string): Promise<string> {
  for (;;) {
    const link = /http:\S+#code=\S+/.exec(output())?.[0];
    if (link !== undefined) return link;
    await delay(POLL_MS);
  }
}
