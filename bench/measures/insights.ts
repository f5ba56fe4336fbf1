// Insights of a list of 100,000 requests on the disk: the first look at each section, and one after some more requests.
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { INSIGHT_SECTIONS, type InsightSection } from '../../src/traffic/insights/index.ts';
import type { Child } from '../processes/children.ts';
import { ask } from '../processes/ipc.ts';
import { figure } from '../results/format.ts';
import { median } from '../results/statistics.ts';
import type { RecordingQuestion } from '../subjects/recording.ts';
import { defineMeasure, type Measured } from './contract.ts';
import { withRecording } from './store.ts';

const REQUESTS = 100_000;
const ADDED = 100;
const SMALL = 512;
const LOOKS = 5;

export const insights = defineMeasure({
  name: 'insights',
  summary: 'insights of 100,000 requests: the first look, and the next ones',
  onRequest: true,
  async take() {
    const folder = mkdtempSync(join(tmpdir(), 'proxyctl-bench-insights-'));
    try {
      const path = join(folder, 'recording.proxysession');
      const write: RecordingQuestion = { type: 'write', path, requests: REQUESTS, bodyBytes: SMALL };
      await withRecording(folder, (subject) => ask(subject.process, write));
      return await withRecording(folder, async (subject) => {
        await ask(subject.process, { type: 'open', path } satisfies RecordingQuestion);
        return looks(subject);
      });
    } finally {
      await rm(folder, { recursive: true });
    }
  },
});

async function looks(subject: Child): Promise<Measured> {
  const first = new Map<InsightSection, number>();
  const next = new Map<InsightSection, number>();
  for (const section of INSIGHT_SECTIONS) {
    first.set(section, await seconds(subject, section, 0));
    const taken: number[] = [];
    for (let look = 0; look < LOOKS; look += 1) taken.push(await seconds(subject, section, ADDED));
    next.set(section, median(taken));
  }
  return {
    tables: [
      {
        title: `Insights of ${REQUESTS.toLocaleString('en')} requests on the disk`,
        columns: ['Section', 'first look, s', `after ${ADDED} more requests, s`],
        rows: INSIGHT_SECTIONS.map((section) => [
          section,
          figure(first.get(section) ?? NaN),
          figure(next.get(section) ?? NaN),
        ]),
        notes: [
          'The first section reads the figures of all, the first of secrets, schema and markdown the bodies.',
        ],
        data: { first: Object.fromEntries(first), next: Object.fromEntries(next) },
      },
    ],
    targets: [
      {
        name: '100,000 requests: insights, next look',
        value: Math.max(...next.values()),
        limit: 1,
        unit: 's',
      },
    ],
  };
}

async function seconds(subject: Child, section: InsightSection, added: number): Promise<number> {
  return (await ask(subject.process, {
    type: 'insights',
    section,
    added,
  } satisfies RecordingQuestion)) as number;
}
