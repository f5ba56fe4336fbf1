// The report of a load test in a browser: both themes, wide and narrow.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Browser } from 'playwright-core';
import type { RequestSummary } from '../../src/services/perf/measurements.ts';
import { htmlReport } from '../../src/services/perf/report/index.ts';
import type { LoadTestResult } from '../../src/services/perf/result.ts';
import { serious } from '../helpers/axe.ts';
import { startBrowser } from '../helpers/pages.ts';
import { themes } from '../helpers/scale.ts';

const latency = { average: 12, min: 1, p50: 10, p90: 20, p95: 30, p99: 40, max: 1234.5 };
const errorKinds = { status: 0, test: 0, none: 67 };
const summary = { requests: 12_345, errors: 67, errorKinds, receivedBytes: 1e9, latency };
const request = (name: string): RequestSummary => ({
  ...summary,
  name,
  folders: ['Folder', 'Another one'],
  method: 'DELETE',
  statuses: { 200: 12_000, 500: 345 },
  reasons: { 'connection refused at 127.0.0.1:8080': 67 },
  samples: [],
});

function resultOf(seconds: number): LoadTestResult {
  return {
    ...summary,
    collection: 'A collection whose name-is-long-'.repeat(4),
    environment: 'Staging',
    profile: 'spike',
    stages: [],
    users: 50,
    rate: null,
    startedAt: 0,
    durationMs: seconds * 1000,
    requestsPerSecond: 1234.5,
    iterations: 12_345,
    notStarted: 0,
    stopped: null,
    broken: null,
    perStage: [],
    perRequest: [request('Short'), request('A request whose name is long '.repeat(5))],
    seconds: Array.from({ length: seconds }, (_, index) => ({
      at: index + 1,
      seconds: 1,
      users: index,
      requests: 100 * index,
      requestsPerSecond: 100 * index,
      errors: index % 7,
      averageMs: 5 + index,
      p50Ms: 4 + index,
      p95Ms: 20 + index,
      p99Ms: 30 + index,
      errorKinds: { status: index % 7, test: 0, none: 0 },
      receivedBytes: 1,
      hosts: {},
    })),
  };
}

let browser: Browser | null;
beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(() => browser?.close());

const isThere = await startBrowser().then(async (started) => {
  await started?.close();
  return started !== null;
});

describe.skipIf(!isThere).each(themes)('%s', (colorScheme) => {
  test.each([1440, 390])('%d pixels: it fits, and axe finds nothing serious', async (width) => {
    const context = await browser!.newContext({
      colorScheme,
      viewport: { width, height: 900 },
      bypassCSP: true,
    });
    const page = await context.newPage();
    const asked: string[] = [];
    page.on('request', (each) => asked.push(each.url()));
    await page.setContent(htmlReport(resultOf(90), ['p95>10: it is 30']));
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    expect(await serious(page)).toEqual([]);
    // Labels of the charts neither leave their picture nor lie over each other.
    const overlaps = await page.evaluate<number>(`[...document.querySelectorAll('svg')].flatMap((svg) => {
      const frame = svg.getBoundingClientRect();
      const boxes = [...svg.querySelectorAll('text')].map((each) => each.getBoundingClientRect());
      const out = boxes.filter((box) => box.top < frame.top - 1 || box.right > frame.right + 1 || box.left < frame.left - 1);
      const over = boxes.filter((box, at) => boxes.slice(at + 1).some((other) =>
        box.left < other.right && other.left < box.right && box.top + 3 < other.bottom && other.top + 3 < box.bottom));
      return [...out, ...over];
    }).length`);
    expect(overlaps).toBe(0);
    expect(asked).toEqual([]);
    await context.close();
  });
});

test('a test of one second has points instead of lines', () => {
  const page = htmlReport(resultOf(1), []);
  expect(page.match(/<circle class="line\d"/g)).toHaveLength(5);
  expect(htmlReport(resultOf(2), [])).not.toContain('<circle');
});
