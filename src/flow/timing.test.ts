import { describe, expect, test } from 'vitest';
import { Timestamps } from './timestamps.ts';
import { flowTiming } from './timing.ts';

const timing = (timestamps: Partial<Timestamps>): ReturnType<typeof flowTiming> =>
  flowTiming(Object.assign(new Timestamps(), timestamps));

const opened = { start: 100, connected: 130, dns: 5, connect: 10, tls: 12 };

describe('the phases', () => {
  test('of an exchange on a new connection add up to its duration', () => {
    const phases = timing({ ...opened, sent: 131, firstByte: 150, end: 160.5 });
    expect(phases).toEqual({ blocked: 3, dns: 5, connect: 10, tls: 12, send: 1, wait: 19, receive: 10.5 });
    expect(Object.values({ ...phases } as Record<string, number>).reduce((sum, ms) => sum + ms)).toBe(60.5);
  });

  test('of one on a reused connection', () => {
    expect(timing({ start: 100, connected: 100.25, sent: 100.5, firstByte: 110, end: 111 })).toEqual({
      blocked: 0.25,
      dns: 0,
      connect: 0,
      tls: 0,
      send: 0.25,
      wait: 9.5,
      receive: 1,
    });
  });

  test.each([
    ['waited for all of it', 130, { blocked: 3, dns: 5, connect: 10, tls: 12 }],
    ['came when the name was resolved', 122, { blocked: 0, dns: 0, connect: 10, tls: 12 }],
    ['came during the handshake', 104, { blocked: 0, dns: 0, connect: 0, tls: 4 }],
    ['came later', 100, { blocked: 0, dns: 0, connect: 0, tls: 0 }],
  ])('of one that %s, on a connection opened ahead', (_when, connected, phases) => {
    expect(timing({ ...opened, connected })).toEqual(phases);
  });

  test('are unknown without a connection', () => {
    expect(timing({ start: 100 })).toBeUndefined();
    expect(timing({ start: 100, end: 120 })).toBeUndefined();
  });

  test('that were not reached are absent', () => {
    expect(timing(opened)).toEqual({ blocked: 3, dns: 5, connect: 10, tls: 12 });
    expect(timing({ ...opened, sent: 131 })).toEqual({ blocked: 3, dns: 5, connect: 10, tls: 12, send: 1 });
    expect(timing({ ...opened, sent: 131, firstByte: 150 })).toMatchObject({ wait: 19 });
    expect(timing({ ...opened, sent: 131, firstByte: 150 })).not.toHaveProperty('receive');
  });

  test('of one that failed while waiting', () => {
    expect(timing({ ...opened, sent: 131, end: 151 })).toEqual({
      blocked: 3,
      dns: 5,
      connect: 10,
      tls: 12,
      send: 1,
      wait: 20,
    });
  });

  test.each([0, 155])('of one with a response before the request was sent (sent: %d)', (sent) => {
    expect(timing({ ...opened, sent, firstByte: 140, end: 160 })).toMatchObject({
      send: 10,
      wait: 0,
      receive: 20,
    });
  });

  test('add up to the duration for any order of timestamps', () => {
    for (let seed = 1; seed <= 500; seed += 1) {
      const step = Math.sin(seed) ** 2;
      const [connected, sent, firstByte] = [1000.1 + step, 1000.1 + 2 * step, 1000.1 + 3 * step];
      const end = 1000.1 + 4 * step;
      const found = { ...timing({ start: 1000.1, connected, sent, firstByte, end })! };
      const sum = Object.values(found).reduce((total, ms) => total + Math.round(ms * 100), 0);
      expect(sum, String(seed)).toBe(Math.round((end - 1000.1) * 100));
    }
  });
});
