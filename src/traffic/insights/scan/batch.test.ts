// Requests and results come out of a batch as they were packed.
import { expect, test } from 'vitest';
import { packBatch, packResults, unpackBatch, unpackResults } from './batch.ts';
import type { ScanRequest, ScanResult } from './scan.ts';

test('requests, with bodies of any length', () => {
  const requests = ['one', '', 'three'].map((body, at): ScanRequest => ({
    targets: at === 1 ? 'secrets' : 'both',
    endpoint: `GET a.test/${at}`,
    message: { host: 'a.test', path: `/${at}`, head: `head ${at}`, transport: 'encrypted' },
    body: Uint8Array.from(Buffer.from(body)),
    isCut: at === 2,
  }));
  expect(unpackBatch(structuredClone(packBatch(requests)))).toEqual(requests);
  expect(unpackBatch(packBatch([]))).toEqual([]);
});

test('results, of which those with one shape share it', () => {
  const shape = { type: 'integer' } as const;
  const result = {
    kind: 'card',
    label: '',
    severity: 'high',
    where: '',
    masked: '',
    fingerprint: '',
  } as const;
  const results: readonly ScanResult[] = [
    { secrets: [], schema: shape },
    { secrets: [result], schema: null },
    { secrets: [result, result], schema: shape },
    { secrets: [], schema: { type: 'integer' } },
    { secrets: [], schema: null },
  ];
  const unpacked = unpackResults(structuredClone(packResults(results)));
  expect(unpacked).toEqual(results);
  expect(unpacked[0]?.schema).toBe(unpacked[2]?.schema);
  expect(unpackResults(packResults([]))).toEqual([]);
});
