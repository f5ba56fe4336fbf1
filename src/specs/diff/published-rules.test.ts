// The rules that oasdiff publishes, as a list of tests: each as a pair of descriptions made here.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { judged } from '../../../test/helpers/spec-pairs/descriptions.ts';
import { pairOf } from '../../../test/helpers/spec-pairs/rule-pairs.ts';
import { compareSpecs } from './index.ts';

const LIST = new URL('../../../test/helpers/spec-pairs/published-rules.txt', import.meta.url);
const RULES = readFileSync(LIST, 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => line.split(' ') as [level: string, rule: string]);

/** Rules of which we have another level, and why. */
const OTHER_LEVELS: readonly (readonly [level: string, rules: RegExp, why: string])[] = [
  [
    'error',
    /^request-(?:body|property|parameter)-(?:exclusive-)?(?:max|min)(?:-length|-items)?-set$/,
    'A value that the old description allows is refused, as with a first pattern, which is an error there too.',
  ],
  [
    'none',
    /-all-of-(?:added|removed)-annotation-only$/,
    'Schemas are compared as they hold: a part that restricts nothing is no change.',
  ],
  [
    'error',
    /^api-(?:global-)?security-(?:removed|scope-added)$|^api-security-component-type-changed$/,
    'A client that signs in as the old description says is refused.',
  ],
  [
    'error',
    /^response-(?:body|property)-(?:any-of-added|all-of-removed)$|^response-property-pattern-removed$/,
    'Responses that the old description excludes may come, as with oneOf, enum and maxLength there.',
  ],
  ['warning', /^response-property-pattern-changed$/, 'The same, if the new pattern allows more.'],
  [
    'warning',
    /^request-parameter-default-value-(?:added|removed)$/,
    'Whether the server did the same without a word about it, the descriptions cannot tell.',
  ],
  ['error', /^request-required-property-became-not-read-only$/, 'It must be sent now, and never was.'],
  ['error', /^response-required-property-became-write-only$/, 'It never comes any more.'],
  ['warning', /^response-optional-property-became-write-only$/, 'It never comes any more.'],
];

/** Returns our level of a rule. A version is judged after other changes, so its own level counts. */
function levelOf(rule: string): string {
  const pair = pairOf(rule);
  if (pair === null) return 'no pair';
  if (!/-(?:bumped|decreased)$/.test(rule) || !rule.includes('version')) return judged(...pair)[0];
  return compareSpecs(...pair).changes.find(({ id }) => id === rule)?.level ?? 'none';
}

const counts = (level: string): boolean => level === 'error' || level === 'warning';

test.each(RULES)('%s: %s', (level, rule) => {
  const other = OTHER_LEVELS.find(([, rules]) => rules.test(rule));
  expect(levelOf(rule)).toBe(other?.[0] ?? level);
  expect(other?.[0]).not.toBe(level);
});

test('what breaks clients or may, and what does not, is the same for 97 % of the rules', () => {
  const same = RULES.filter(([level, rule]) => counts(levelOf(rule)) === counts(level));
  expect(RULES).toHaveLength(509);
  expect(same.length / RULES.length).toBeGreaterThanOrEqual(0.97);
});
