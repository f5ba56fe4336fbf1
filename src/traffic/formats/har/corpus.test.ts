// HAR files of other programs, some of them in test/corpus.
import { readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { inPieces } from '../../../../test/helpers/collect.ts';
import { CaptureBudget } from '../../../flow/capture-budget.ts';
import { LongText, type HarEntry } from '../../../documents/har/writer.ts';
import { harEntry } from './write.ts';
import { collectTraffic } from '../contract.ts';
import { readHarFlows } from './read.ts';
import type { ImportedTraffic } from '../contract.ts';
import { corpus } from '../../../../test/helpers/corpus.ts';

const folder = join(corpus, 'har');
const files = readdirSync(folder).filter((name) => name.endsWith('.har'));

const isBroken = (name: string): boolean => /broken|malformed|invalid|corrupted/.test(name);
const read = (name: string): string => readFileSync(join(folder, name), 'utf8');

const captures = new CaptureBudget({
  maxBodyBytes: Infinity,
  memoryBytes: Infinity,
  spillPath: join(tmpdir(), 'never-made'),
});
const flowsOf = (text: string): Promise<ImportedTraffic> =>
  collectTraffic(readHarFlows(inPieces(text), { captures, takeId: () => 1 }));

interface Exchange {
  readonly method: string;
  readonly url: string;
  readonly status: number;
  readonly requestFields: readonly string[];
  readonly responseFields: readonly string[];
  readonly requestText: string;
  readonly responseText: string;
}

/** The parts of an entry that a round trip preserves. */
function exchangeOf({ request, response }: HarEntry): Exchange {
  const fields = (list: HarEntry['request']['headers']): readonly string[] =>
    list.filter(({ name }) => !name.startsWith(':')).map(({ name, value }) => `${name}: ${value.trim()}`);
  const url = new URL(request.url);
  url.hash = '';
  return {
    method: request.method,
    url: url.href,
    status: response.status,
    requestFields: fields(request.headers),
    // Without a status there was no response, whatever fields the entry has.
    responseFields: response.status === 0 ? [] : fields(response.headers),
    requestText: whole(request.postData?.text),
    responseText: whole(response.content.text),
  };
}

function whole(text: string | LongText | undefined): string {
  return text instanceof LongText ? [...text.pieces].join('') : (text ?? '');
}

describe('files of other programs', () => {
  test.each(files.filter(isBroken))('%s is rejected with the reason', async (name) => {
    await expect(flowsOf(read(name))).rejects.toThrow(/line \d+, column \d+|no HAR file/);
  });

  test.each(files.filter((name) => !isBroken(name)))('%s survives a round trip', async (name) => {
    const text = read(name);
    const { log } = JSON.parse(text.replace(/^\uFEFF/, '')) as { log: { entries: readonly HarEntry[] } };
    const { flows, skipped } = await flowsOf(text);
    expect(skipped).toEqual([]);
    expect(flows.length).toBeGreaterThan(0);
    const entries = await Promise.all(flows.map(async (flow) => (await harEntry(flow))!));
    expect(entries.map(exchangeOf)).toEqual(log.entries.map(exchangeOf));
  });
});
