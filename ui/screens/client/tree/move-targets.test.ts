import { expect, test } from 'vitest';
import type { Placed } from '../model/steps.ts';
import { canTake } from './move-targets.ts';

const object = (kind: 'collection' | 'folder' | 'request', id: string): Placed['object'] => ({
  kind,
  id,
  name: id,
  path: id,
});
const [shop, users, admins] = [object('collection', 's'), object('folder', 'u'), object('folder', 'a')];
const list: Placed = { object: object('request', 'l'), above: [shop, users] };
const folder: Placed = { object: users, above: [shop] };

test.each<[string, Placed, readonly Placed[], boolean]>([
  ['its own folder', folder, [list], false],
  ['the collection', { object: shop, above: [] }, [list], true],
  ['itself', folder, [folder], false],
  ['a folder within', { object: admins, above: [shop, users] }, [folder], false],
  ['a folder that has one of two', folder, [list, { object: admins, above: [shop] }], true],
])('rows go to %s, or not', (_, target, objects, expected) => {
  expect(canTake(target, objects)).toBe(expected);
});
