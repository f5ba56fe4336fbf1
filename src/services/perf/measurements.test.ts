import { expect, test } from 'vitest';
import { Measurement, RequestMeasurement } from './measurements.ts';
import { crossedSentence, parseThreshold, thresholdResults } from './thresholds.ts';

const ABOUT = { name: 'A', folders: [], method: 'GET' };

test('percentiles agree with a known distribution within 1 %', () => {
  const all = new Measurement();
  const count = 100_000;
  // Latencies from 0.05 ms to 5 s, evenly on a logarithmic scale.
  const value = (fraction: number): number => 0.05 * 100_000 ** fraction;
  let sum = 0;
  for (let index = 0; index < count; index += 1) {
    const ms = value((index + 0.5) / count);
    sum += ms;
    all.add(ms, 10, index % 100 === 0 ? 'test' : null);
  }
  const { requests, errors, receivedBytes, latency } = all.summary();
  expect([requests, errors, receivedBytes]).toEqual([count, 1000, 1_000_000]);
  const expected = {
    average: sum / count,
    p50: value(0.5),
    p90: value(0.9),
    p95: value(0.95),
    p99: value(0.99),
  };
  for (const [name, ms] of Object.entries(expected)) {
    const measured = latency[name as keyof typeof expected];
    expect(Math.abs(measured / ms - 1), `${name}: ${measured} for ${ms}`).toBeLessThan(0.01);
  }
  expect(latency.max).toBeCloseTo(5000, -2);
});

test('what another thread has measured counts as if it were measured here', () => {
  const [there, here] = [new RequestMeasurement(ABOUT), new RequestMeasurement(ABOUT)];
  for (let index = 1; index <= 10_000; index += 1)
    there.add({
      ms: index / 10,
      status: 200 + (index % 2),
      bytes: 3,
      error: index % 100 === 0 ? 'no' : null,
    });
  here.add({ ms: 1, status: 200, bytes: 1, error: null });
  here.addData(structuredClone(there.data()));
  const { latency, ...summary } = here.summary();
  expect(summary).toMatchObject({
    requests: 10_001,
    errors: 100,
    receivedBytes: 30_001,
    statuses: { 200: 5001, 201: 5000 },
    reasons: { no: 100 },
  });
  for (const [name, ms] of Object.entries({
    average: 500,
    p50: 500,
    p90: 900,
    p95: 950,
    p99: 990,
    max: 1000,
  }))
    expect(Math.abs(latency[name as keyof typeof latency] / ms - 1), name).toBeLessThan(0.01);
  here.reset();
  expect([here.isEmpty, here.summary().statuses]).toEqual([true, {}]);
});

test('merged measurements count everything; a reset one nothing', () => {
  const [one, other] = [new Measurement(), new Measurement()];
  one.add(1, 5, null);
  other.add(3, 7, 'status');
  one.merge(other);
  expect(one.summary()).toMatchObject({ requests: 2, errors: 1, receivedBytes: 12, latency: { average: 2 } });
  one.reset();
  expect(one.summary()).toMatchObject({ requests: 0, errors: 0, latency: { average: 0, p99: 0, max: 0 } });
});

test('statuses and reasons are counted; too many reasons together', () => {
  const request = new RequestMeasurement(ABOUT);
  for (let index = 0; index < 60; index += 1)
    request.add({ ms: 1, status: index % 2 === 0 ? 200 : 0, bytes: 0, error: `reason ${index}` });
  const { statuses, reasons } = request.summary();
  expect(statuses).toEqual({ 200: 30 });
  expect(reasons['reason 49']).toBe(1);
  expect(reasons['other reasons']).toBe(10);
});

test('refused attempts are errors and no latencies, and a request that took too long is both', () => {
  const request = new RequestMeasurement(ABOUT);
  for (let index = 0; index < 99; index += 1)
    request.add({ ms: 0.1, status: 0, bytes: 0, error: 'connection refused' });
  request.add({ ms: 50, status: 200, bytes: 1, error: null });
  const there = new RequestMeasurement(ABOUT);
  there.addData(structuredClone(request.data()));
  there.merge(request);
  const { requests, errors, latency } = there.summary();
  expect({ requests, errors, min: Math.round(latency.min) }).toEqual({ requests: 200, errors: 198, min: 50 });
  request.add({ ms: 1000, status: 0, bytes: 0, error: 'the response was not complete within 1000 ms' });
  expect(request.summary().latency.max).toBeCloseTo(1000, -1);
});

test('a condition about latencies fails where nothing answered', () => {
  const request = new RequestMeasurement(ABOUT);
  request.add({ ms: 0.1, status: 0, bytes: 0, error: 'connection refused' });
  const totals = { ...request.summary(), durationMs: 1, requestsPerSecond: 1, iterations: 1, notStarted: 0 };
  const [result] = thresholdResults([parseThreshold('p95>300')], { ...totals, perRequest: [], perStage: [] });
  expect(result).toEqual({ text: 'p95>300', passed: false, value: 0 });
  expect(crossedSentence(result!)).toBe('p95>300: no request had a response');
});
