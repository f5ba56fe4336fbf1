// Compares the search with one that tries every pattern at every place.
import { expect, test } from 'vitest';
import { publishedForms } from '../../../test/secrets/cases/forms.ts';
import { generated } from '../../../test/secrets/cases/generate.ts';
import { FORMS } from '../forms/index.ts';
import { formMatches } from './form-matches.ts';
import { scaled } from '../../../test/helpers/scale.ts';

/** Composed here, so that nobody takes them for real secrets. */
const parts: readonly string[] = [
  ...publishedForms.map(([, template], at) => generated(template, at)),
  'sk',
  'rk',
  '_live_',
  'AKIA',
  'ASIA',
  'IOSFODNN7EXAMPLQ',
  'ghp_',
  'ghr_',
  'github_pat_',
  'glpat-',
  'xoxb-',
  'xapp-1-',
  'hooks.slack.com/services/',
  'T1234567/',
  'B1234567/',
  'AIza',
  'ya29.',
  'sk-',
  'ant-',
  'proj-',
  'SG.',
  'npm_',
  'pypi-',
  'dop_v1_',
  'shpat_',
  'sq0atp-',
  'hf_',
  '123456789:AA',
  'AccountKey=',
  'https://',
  'user:',
  'p4ss@',
  'host',
  'eyJhbGciOiJI',
  '.eyJzdWIiOiIx',
  '.c2ln',
  'eyJ',
  'abcdefghijklmnopqrstuvwxyz0123456789',
  '0123456789abcdef0123456789abcdef',
  '51HxYzAbCdEfGhIjKlMnOpQr',
  '4111111111111111',
  '4111 1111 1111 1111',
  '5555-5555-5555-4444',
  '1 2 3 ',
  '12',
  '.',
  '-',
  '_',
  ' ',
  '"',
  ':',
  '/',
  '?',
  '@',
  '\n',
  'ü',
  '日',
  '丰',
  'a',
];

/** Random numbers from 0 to 1 that are the same in every run. */
function* numbers(): Generator<number, never, undefined> {
  for (let seed = 7; ; seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31) yield seed / 2 ** 31;
}

function foundEverywhere(text: string): readonly string[] {
  const found: string[] = [];
  for (let start = 0; start < text.length; start += 1)
    for (const { id, pattern, validate, secretPart } of FORMS) {
      pattern.lastIndex = start;
      const match = pattern.exec(text)?.[0];
      if (match === undefined) continue;
      if (validate?.(match) ?? true) found.push(`${id} ${start} ${match}`);
      start += (secretPart?.(match)[0] ?? match.length) - 1;
      break;
    }
  return found;
}

const shown = (text: string): readonly string[] =>
  formMatches(text).map((match) => `${match.kind.id} ${match.start} ${match.text}`);

test('in random texts of secret-like parts', () => {
  const random = numbers();
  const kinds = new Set<string>();
  for (let round = 0; round < scaled({ quick: 300, full: 1500 }); round += 1) {
    const length = 1 + Math.floor(random.next().value * 15);
    const text = Array.from({ length }, () => parts[Math.floor(random.next().value * parts.length)]).join('');
    const found = shown(text);
    expect(found, text).toEqual(foundEverywhere(text));
    for (const each of found) kinds.add(each.slice(0, each.indexOf(' ')));
  }
  expect(kinds.size).toBeGreaterThan(scaled({ quick: 25, full: 50 }));
});

test.each([
  ['stripe', `sk_live_${'aB3'.repeat(8)}`],
  ['aws', ['AKIA', 'IOSFODNN7EXAMPLQ'].join('')],
  ['google', `AIza${'aB-_3'.repeat(7)}`],
  ['digitalocean', `dop_v1_${'0123456789abcdef'.repeat(4)}`],
  ['slack-webhook', `hooks.slack.com/services/T1234567/B1234567/${'aB3'.repeat(8)}`],
  ['azure', `AccountKey=${'aB3/'.repeat(21)}==`],
  ['shopify', `shpat_${'0123456789abcdef'.repeat(2)}`],
  ['telegram', `123456789:AA${'aB3'.repeat(11)}`],
  ['jwt', 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVm'],
  ['card', '4111111111111111'],
])('%s, at the beginning, at the end, and behind any character', (id, secret) => {
  for (const before of ['', ' ', 'ü', '日', '丰', '\n'])
    for (const behind of ['', ' ', 'ü', '日'])
      expect(formMatches(before + secret + behind)).toMatchObject([{ kind: { id }, start: before.length }]);
});
