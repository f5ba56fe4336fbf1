import { EditorState, type TransactionSpec } from '@codemirror/state';
import { expect, test } from 'vitest';
import { variableOffers, wordOffers, type Offer } from './completion-offers.ts';
import { closeCompletion, completionField, completionOf, completionSources } from './completion-state.ts';
import type { KnownVariable, VariableSource } from './variable-source.ts';

const variable = (name: string): KnownVariable => ({
  name,
  value: `value of ${name}`,
  scope: 'environment',
  owner: 'Staging',
  isSecret: false,
  overrides: [],
});
const source: VariableSource = {
  variables: ['focus', 'cursor', 'Currency', 'baseUrl', 'cursor'].map(variable),
  dynamic: ['$guid', '$randomUUID'],
};
const shown = (offers: readonly Offer[]): readonly string[] =>
  offers.map(({ type, text }) => `${type} ${text}`);

test('names that begin with what is typed come first', () => {
  expect(shown(variableOffers('cu', source))).toEqual([
    'variable Currency',
    'variable cursor',
    'variable focus',
  ]);
  expect(shown(variableOffers('', source))).toHaveLength(4);
  expect(shown(variableOffers('x', source))).toEqual([]);
});

test('a dollar sign offers dynamic variables', () => {
  expect(shown(variableOffers('$r', source))).toEqual(['dynamic $randomUUID']);
});

test('the last offer makes a variable that is not there', () => {
  const creating = { ...source, create: () => undefined, createsIn: 'Staging' };
  expect(variableOffers('cu', creating).at(-1)).toEqual({ type: 'create', text: 'cu', owner: 'Staging' });
  expect(shown(variableOffers('cursor', creating))).toEqual(['variable cursor']);
  expect(shown(variableOffers('$x', creating))).toEqual([]);
});

test('words are offered until one is complete', () => {
  const words = ['Accept', 'Accept-Language', 'X-Accept'];
  expect(shown(wordOffers('accept', words))).toEqual([
    'word Accept',
    'word Accept-Language',
    'word X-Accept',
  ]);
  expect(wordOffers('X-Accept', words)).toEqual([]);
});

/** Types into an editor, one character after another. */
function typed(text: string, words: readonly string[] = []): EditorState {
  let state = EditorState.create({
    extensions: [completionSources.of({ variables: () => source, words: () => words }), completionField],
  });
  for (const insert of text)
    state = type(state, { changes: { from: state.selection.main.head, insert }, userEvent: 'input.type' });
  return state;
}

function type(
  state: EditorState,
  spec: TransactionSpec & { readonly changes: { from: number; insert?: string; to?: number } },
): EditorState {
  const { from, insert = '' } = spec.changes;
  return state.update({ ...spec, selection: { anchor: from + insert.length } }).state;
}

test('two braces open the completion, and closing braces end it', () => {
  expect(completionOf(typed('a{'))).toBeNull();
  expect(completionOf(typed('a{{'))).toMatchObject({ variable: { from: 1, to: 3 }, typed: '', chosen: 0 });
  expect(completionOf(typed('a{{cu'))).toMatchObject({ variable: { from: 1, to: 5 }, typed: 'cu' });
  expect(completionOf(typed('{{cu}}'))).toBeNull();
  expect(completionOf(typed('{{nothing'))).toBeNull();
});

test('deleting goes on with a completion, and moving away ends it', () => {
  const state = typed('{{cux');
  expect(completionOf(state)).toBeNull();
  const open = typed('{{cur');
  const deleted = type(open, { changes: { from: 4, to: 5 }, userEvent: 'delete.backward' });
  expect(completionOf(deleted)).toMatchObject({ typed: 'cu' });
  expect(completionOf(open.update({ selection: { anchor: 0 } }).state)).toBeNull();
  expect(completionOf(open.update({ effects: closeCompletion.of(null) }).state)).toBeNull();
});

test('of words none is chosen, so that Enter leaves what was typed', () => {
  const words = ['Accept', 'Accept-Language'];
  expect(completionOf(typed('acc', words))).toMatchObject({ variable: null, from: 0, to: 3, chosen: -1 });
  expect(completionOf(typed('{{cu', words))).toMatchObject({ chosen: 0 });
});
