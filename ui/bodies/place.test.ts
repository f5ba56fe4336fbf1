import { expect, test } from 'vitest';
import { viewContext } from '../../test/helpers/bodies.ts';
import { positionIn } from './place.ts';

const TEXT = '\ufeff{"é":[1,2],"list":["wanted"]}';
const bytes = new TextEncoder().encode(TEXT);
const context = viewContext('application/json');
const LAID_OUT = JSON.stringify(JSON.parse(TEXT.slice(1)), null, 2);

test('a place in one view is found in the others', () => {
  const byte = new TextEncoder().encode(TEXT.slice(0, TEXT.indexOf('"wanted"'))).length;
  const tree = { view: 'tree', position: byte };
  const inJson = positionIn('json', tree, bytes, context);
  expect(LAID_OUT.slice(inJson)).toMatch(/^"wanted"/);
  const inText = positionIn('text', tree, bytes, context);
  expect(TEXT.slice(1).slice(inText)).toMatch(/^"wanted"/);
  expect(positionIn('hex', tree, bytes, context)).toBe(byte);
  expect(positionIn('tree', { view: 'text', position: inText }, bytes, context)).toBe(byte);
  expect(positionIn('tree', { view: 'json', position: inJson }, bytes, context)).toBe(byte);
});

test('broken JSON is shown as it was sent in both', () => {
  const broken = new TextEncoder().encode('{"a": oops}');
  expect(positionIn('json', { view: 'tree', position: 6 }, broken, context)).toBe(6);
});
