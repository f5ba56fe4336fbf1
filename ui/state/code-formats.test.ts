import { expect, test } from 'vitest';
import { snippetFormats } from '../../src/snippets/index.ts';
import { codeFormats } from './code-formats.ts';

test('the menu has every format of the app, in its order', () => {
  expect(codeFormats).toEqual(snippetFormats.map(({ id, label }) => [id, label]));
});
