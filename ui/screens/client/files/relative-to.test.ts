import { expect, test } from 'vitest';
import { relativeTo } from './relative-to.ts';

test.for([
  ['/home/ada/shop', '/home/ada/shop/data/a.json', 'data/a.json'],
  ['/home/ada/shop/', '/home/ada/shop/a.json', 'a.json'],
  ['/home/ada/shop', '/home/ada/shopping/a.json', '/home/ada/shopping/a.json'],
  ['C:\\shop', 'C:\\shop\\data\\a.json', 'data/a.json'],
  ['/', '/a.json', 'a.json'],
])('in %s, %s is %s', ([folder, path, relative]) => {
  expect(relativeTo(folder!, path!)).toBe(relative);
});
