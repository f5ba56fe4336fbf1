import { expect, test } from 'vitest';
import type { FlowSummary } from '../../../../src/session/methods/ui-types.ts';
import { namesIn } from './lists.ts';
import { refusingHosts, undecryptedApps, undecryptedHosts, unlisted } from './suggestions.ts';

test.each([
  ['api.example.com', ['api.example.com']],
  [' a.test, b.test\nc.test  d.test ,', ['a.test', 'b.test', 'c.test', 'd.test']],
  ['https://api.example.com:8443/v1?x=1', ['api.example.com']],
  ['*.example.com', ['*.example.com']],
  ['  ', []],
])('hosts in %j', (text, names) => {
  expect(namesIn(text, false)).toEqual(names);
});

test('names of apps may have spaces', () => {
  expect(namesIn('Google Chrome, curl', true)).toEqual(['Google Chrome', 'curl']);
});

test('suggestions are what passes undecrypted, the most frequent first, and not listed yet', () => {
  const tunnel = (host: string, app: string | null, notDecryptedCode: FlowSummary['notDecryptedCode']) => ({
    fields: { host, app, notDecryptedCode } as FlowSummary,
    rows: 1,
  });
  const unknown = 'not-listed';
  const commonParts = [
    tunnel('a.test', 'curl', unknown),
    { ...tunnel('b.test', 'node', unknown), rows: 2 },
    tunnel('c.test', 'java', 'refused'),
    tunnel('d.test', 'curl', undefined),
  ];
  expect(undecryptedHosts(commonParts)).toEqual(['b.test', 'a.test']);
  expect(undecryptedApps(commonParts)).toEqual(['node', 'curl']);
  expect(refusingHosts(commonParts)).toEqual(['c.test']);
  expect(unlisted(['b.test', 'a.test'], ['B.test'])).toEqual(['a.test']);
});
