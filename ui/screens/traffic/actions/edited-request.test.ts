import { expect, test } from 'vitest';
import type { FlowDetail } from '../../../../src/session/methods/ui-types.ts';
import { changesOf, draftOf } from './edited-request.ts';

const message = {
  headers: [
    { name: 'Accept', value: '*/*' },
    { name: 'X-Empty', value: '' },
  ],
  body: '{}',
};
const detail = { method: 'POST', url: 'http://a.test/', request: message } as unknown as FlowDetail;

test('a request is typed as its client sent it, one header a line', () => {
  const rewritten = { ...detail, request: { headers: [], body: 'rewritten' }, originalRequest: message };
  const draft = { method: 'POST', url: 'http://a.test/', headers: 'Accept: */*\nX-Empty: ', body: '{}' };
  expect(draftOf(detail)).toEqual(draft);
  expect(draftOf(rewritten as unknown as FlowDetail)).toEqual(draft);
});

test('only what was changed is sent', () => {
  const draft = draftOf(detail);
  expect(changesOf(draft, detail)).toEqual({});
  expect(changesOf({ ...draft, method: 'PUT ' }, detail)).toEqual({ method: 'PUT' });
  expect(changesOf({ ...draft, headers: 'Accept: text/html\n\nX-Time: 1:2' }, detail)).toEqual({
    headers: [
      { name: 'Accept', value: 'text/html' },
      { name: 'X-Time', value: '1:2' },
    ],
  });
});

test('a line without a colon is no header', () => {
  const draft = { ...draftOf(detail), headers: 'Accept' };
  expect(() => changesOf(draft, detail)).toThrow('“Accept” is not a header: write Name: value');
});
