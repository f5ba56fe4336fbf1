import { expect, test } from 'vitest';
import { readExtensions } from './extensions.ts';

const agreed = {
  type: 'deflate',
  clientTakeover: true,
  serverTakeover: true,
  clientWindowBits: 15,
  serverWindowBits: 15,
};

test.each([
  ['', { type: 'none' }],
  [' , ', { type: 'none' }],
  ['permessage-deflate', agreed],
  ['Permessage-Deflate', agreed],
  ['permessage-deflate; client_no_context_takeover', { ...agreed, clientTakeover: false }],
  [
    'permessage-deflate;server_no_context_takeover;client_max_window_bits=9',
    { ...agreed, serverTakeover: false, clientWindowBits: 9 },
  ],
  ['permessage-deflate; server_max_window_bits="10"', { ...agreed, serverWindowBits: 10 }],
  ['permessage-deflate; server_max_window_bits="1\\0"', { ...agreed, serverWindowBits: 10 }],
])('%s', (field, expected) => {
  expect(readExtensions(field)).toEqual(expected);
});

test.each([
  'x-webkit-deflate-frame',
  'permessage-deflate, x-other',
  'x-other; a="1,2;3"',
  'permessage-deflate; server_max_window_bits',
  'permessage-deflate; server_max_window_bits=7',
  'permessage-deflate; server_max_window_bits=16',
  'permessage-deflate; server_max_window_bits=08',
  'permessage-deflate; client_max_window_bits',
  'permessage-deflate; server_no_context_takeover=1',
  'permessage-deflate; server_no_context_takeover; server_no_context_takeover',
  'permessage-deflate; unknown',
  'permessage-deflate; ',
])('%s cannot be read', (field) => {
  expect(readExtensions(field)).toMatchObject({ type: 'unreadable' });
});
