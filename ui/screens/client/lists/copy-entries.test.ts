import { expect, test } from 'vitest';
import type { Placed } from '../model/steps.ts';
import { commandOf } from './copy-entries.ts';

const SHOP = { kind: 'collection', id: 's', name: 'My shop', path: 'collections/my-shop' } as const;
const USERS = { kind: 'folder', id: 'u', name: 'Users', path: 'collections/my-shop/users' } as const;

test.each<[Placed['object'], Placed['above'], string | null]>([
  [SHOP, [], "proxyctl collection run 'My shop'"],
  [USERS, [SHOP], "proxyctl collection run 'My shop' --folder Users"],
  [{ ...USERS, kind: 'request', name: "Ann's" }, [SHOP, USERS], "proxyctl send 'My shop/Users/Ann'\\''s'"],
  [{ ...USERS, kind: 'run', name: 'Nightly' }, [], 'proxyctl collection run --config Nightly'],
  [{ ...USERS, kind: 'dataset' }, [], null],
])('the command of %o', (object, above, command) => {
  expect(commandOf({ object, above })).toBe(command);
});
