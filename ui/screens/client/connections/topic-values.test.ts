// The numbers of topics, and their line.
import { expect, test } from 'vitest';
import type { SendMessage } from '../sends/events.ts';
import { linePath, seriesOf } from './topic-values.ts';

let number = 0;

function message(time: number, text: string, omitted = 0): SendMessage {
  number += 1;
  return { number, time, direction: 'received', name: 't', size: text.length, kind: 'text', text, omitted };
}

test('numbers are found in payloads and in the fields of their JSON', () => {
  const series = seriesOf([
    message(1, '{"lat":52.5,"at":{"speed":18},"name":"c"}'),
    message(2, 'offline'),
    message(3, '{"lat":52.6,"at":{"speed":20},"once":1}'),
    message(4, '21'),
    message(5, '{"lat":1', 100),
    message(6, '22.5'),
  ]);
  expect([...series.keys()]).toEqual(['lat', 'at.speed', '']);
  expect(series.get('at.speed')).toEqual([
    { time: 1, value: 18 },
    { time: 3, value: 20 },
  ]);
});

test('a line goes by time, and is level for equal values', () => {
  const box = { width: 100, height: 10 };
  const line = linePath(
    [
      { time: 0, value: 1 },
      { time: 25, value: 3 },
      { time: 100, value: 2 },
    ],
    box,
  );
  expect(line).toBe('M0.0 10.0L25.0 0.0L100.0 5.0');
  const level = linePath(
    [
      { time: 7, value: 4 },
      { time: 7, value: 4 },
    ],
    box,
  );
  expect(level).toBe('M0.0 5.0L100.0 5.0');
});
