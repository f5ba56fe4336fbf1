import { expect, test } from 'vitest';
import {
  foundRows,
  rowsOf,
  withMoved,
  withVariable,
  type StoredVariable,
  type VariableOwner,
} from './variable-rows.ts';

const variable = (name: string, value = 'x', more: Partial<StoredVariable> = {}): StoredVariable => ({
  name,
  value,
  enabled: true,
  secret: false,
  docs: '',
  ...more,
});
const owner = (name: string, ...variables: readonly StoredVariable[]): VariableOwner => ({
  scope: name === 'globals' ? 'globals' : 'environment',
  id: name,
  name,
  isActive: false,
  variables,
});
const owners = [
  owner('globals', variable('locale', 'en'), variable('stage', 'none')),
  owner(
    'local',
    variable('url', 'http://l'),
    variable('stage', 'local'),
    variable('key', '••', { secret: true }),
  ),
  owner(
    'staging',
    variable('url', 'http://s'),
    variable('auth'),
    variable('stage', 'staging'),
    variable('last'),
  ),
];
const names = (rows: readonly { readonly name: string }[]): readonly string[] => rows.map(({ name }) => name);

test('names keep the order of the environments, and secrets come last', () => {
  const rows = rowsOf(owners);
  expect(names(rows)).toEqual(['url', 'auth', 'stage', 'last', 'locale', 'key']);
  expect(rows[2]!.variables.map((each) => each?.value)).toEqual(['none', 'local', 'staging']);
  expect(rows[5]).toMatchObject({ isSecret: true, variables: [undefined, { value: '••' }, undefined] });
});

test('of several variables of one name the last one counts', () => {
  const [row] = rowsOf([owner('local', variable('a', '1'), variable('a', '2'))]);
  expect(row?.variables[0]?.value).toBe('2');
});

test('rows are found by their name or a value, but not by a mask', () => {
  const rows = rowsOf(owners);
  expect(names(foundRows(rows, 'STA'))).toEqual(['stage']);
  expect(names(foundRows(rows, 'http://'))).toEqual(['url']);
  expect(foundRows(rows, '••')).toEqual([]);
  expect(foundRows(rows, ' ')).toBe(rows);
});

test('a change names the lists that have the variable', () => {
  const changed = withVariable(owners, 'url', (each) => ({ ...each, secret: true }));
  expect(changed.map(({ owner: { id } }) => id)).toEqual(['local', 'staging']);
  expect(changed[1]!.variables.map(({ secret }) => secret)).toEqual([true, false, false, false]);
});

test('a variable moves where the other one is too', () => {
  const moved = withMoved(owners, 'stage', 'url', false);
  expect(moved.map(({ owner: { id }, variables }) => [id, ...names(variables)])).toEqual([
    ['local', 'stage', 'url', 'key'],
    ['staging', 'stage', 'url', 'auth', 'last'],
  ]);
  expect(names(withMoved(owners, 'url', 'stage', true)[0]!.variables)).toEqual(['stage', 'url', 'key']);
});
