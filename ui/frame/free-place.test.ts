import { expect, test } from 'vitest';
import { freePlace, type Box } from './free-place.ts';

const area: Box = { left: 0, top: 0, right: 1000, bottom: 600 };
const toast = { width: 300, height: 40 };

const box = (left: number, top: number, width: number, height: number): Box => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
});

test('the bottom right, where nothing is', () => {
  expect(freePlace(toast, area, [])).toEqual({ left: 688, top: 548 });
});

test('the middle or the left, where a button is at the right', () => {
  expect(freePlace(toast, area, [box(900, 560, 60, 28)])).toEqual({ left: 350, top: 548 });
  const row = [box(900, 560, 60, 28), box(500, 560, 60, 28)];
  expect(freePlace(toast, area, row)).toEqual({ left: 12, top: 548 });
});

test('above a row of buttons', () => {
  const row = Array.from({ length: 10 }, (_, at) => box(at * 100, 560, 60, 28));
  expect(freePlace(toast, area, row)).toEqual({ left: 688, top: 508 });
});

test('somewhere on a page that is full of buttons, or narrower than the message', () => {
  expect(freePlace(toast, area, [area])).toEqual({ left: 688, top: 548 });
  expect(freePlace({ width: 500, height: 40 }, { ...area, right: 390 }, [])).toEqual({ left: 12, top: 548 });
});
