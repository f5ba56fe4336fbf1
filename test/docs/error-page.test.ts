// The troubleshooting page has each error that a client can get as a response, by the text that it begins with.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { PROXY_ERRORS } from '../../src/base/errors.ts';

const page = readFileSync(new URL('../../docs/troubleshooting.md', import.meta.url), 'utf8');
const responses = Object.values(PROXY_ERRORS).filter(({ status }) => status > 0);

test.each(responses)('$status $title', ({ status, title }) => {
  const row = page.split('\n').find((line) => line.includes(`\`${title}\``)) ?? '';
  expect(row).not.toBe('');
  // A table of 502 alone names no status.
  if (status !== 502) expect(row).toMatch(new RegExp(`^\\| ${status} `));
});
