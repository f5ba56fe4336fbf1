// The time to export a large collection grows linearly, not quadratically.
import { expect, test } from 'vitest';
import { NO_AUTH } from '../../../collections/model/auth.ts';
import type { Item } from '../../../collections/model/collection.ts';
import { example } from '../../../collections/model/example.ts';
import { newRequest } from '../../../collections/model/request.ts';
import { scaled } from '../../../../test/helpers/scale.ts';
import { openApi } from './index.ts';

// Quadratic work would take minutes even of four thousand.
const COUNT = scaled({ quick: 4000, full: 20_000 });

test('twenty thousand of everything', () => {
  const many = Array.from({ length: COUNT }, (_, index) => index);
  const pairs = many.map((index) => ({ name: `k${index}`, value: 'v', enabled: true, docs: '' }));
  const large = newRequest({
    id: 'large',
    name: 'Large',
    method: 'POST',
    url: `http://a.test${many.map((index) => `/:${index % 2 === 0 ? 'k' : `k${index}`}`).join('')}`,
    path: pairs,
    query: pairs.map((pair) => ({ ...pair, name: 'same' })),
    body: { type: 'urlencoded', fields: pairs },
    examples: many.map((index) => example.parse({ id: `e${index}`, name: 'Same', body: '{}' })),
  });
  const keyed = many.map((index) =>
    newRequest({
      id: `r${index}`,
      name: 'Keyed',
      url: `http://a.test/${index}`,
      auth: { type: 'apiKey', key: `k${index}`, value: 'v', in: 'header' },
    }),
  );
  const items = [large, ...keyed].map((request): Item => ({ kind: 'request', request }));
  const scripts = { preRequest: '', test: '' };
  const collection = { id: 'c', name: 'C', docs: '', auth: NO_AUTH, variables: [], scripts, items };
  const { text } = openApi.write(collection, { environment: null });
  for (const last of [`name: k${COUNT / 2}`, `Same ${COUNT}`, `apiKey${COUNT}`]) expect(text).toContain(last);
});
