import { expect, test } from 'vitest';
import { Timeline } from './timeline.ts';
import { RequestMeasurement } from './measurements.ts';
import type { Second } from './options.ts';
import type { ShareReport } from './share-messages.ts';

const ABOUT = { name: 'A', folders: [], method: 'GET' };

function timeline(shares: number): { readonly timeline: Timeline; readonly seconds: Second[] } {
  const seconds: Second[] = [];
  return {
    timeline: new Timeline([new RequestMeasurement(ABOUT)], shares, (each) => seconds.push(each)),
    seconds,
  };
}

function report(
  requests: number,
  iterations: number,
  hosts: Readonly<Record<string, number>> = {},
): ShareReport {
  const measured = new RequestMeasurement(ABOUT);
  for (let index = 0; index < requests; index += 1)
    measured.add({ ms: 10, status: 200, bytes: 1, error: index === 0 ? 'no' : null });
  return {
    stage: 0,
    isSecond: true,
    users: 2,
    iterations,
    notStarted: 1,
    hosts: new Map(Object.entries(hosts)),
    requests: [measured],
  };
}

test('a second has passed when all shares have reported it', () => {
  const { timeline: both, seconds } = timeline(2);
  both.add(0, report(3, 3, { 'a.test': 3 }));
  expect(seconds).toEqual([]);
  both.add(1, report(4, 4, { 'a.test': 1, 'b.test': 3 }));
  expect(seconds).toMatchObject([{ users: 4, requests: 7, errors: 2, hosts: { 'a.test': 4, 'b.test': 3 } }]);
  expect([both.iterations, both.notStarted]).toEqual([7, 2]);
});

test('a share that has ended holds nobody up, and nothing that was reported is lost', () => {
  const { timeline: both, seconds } = timeline(2);
  both.add(0, report(1, 1));
  both.ended(0);
  both.add(1, report(2, 2));
  both.add(1, report(3, 5));
  both.ended(1);
  expect(seconds.map(({ requests }) => requests)).toEqual([3, 3]);
  expect(both.requests[0]!.summary()).toMatchObject({ requests: 6, errors: 3, statuses: { 200: 6 } });
});
