import { expect, test } from 'vitest';
import { valueOf, withVariables } from './variables.ts';

const base = { Path: 'C:\\Windows', http_proxy: 'theirs', KEEP: '1' };
const ours = { HTTP_PROXY: 'ours', http_proxy: 'ours', NEW: '2' };

test('sets both spellings where case counts', () => {
  expect(withVariables(base, ours, 'linux')).toEqual({ ...base, ...ours });
  expect(valueOf(base, 'HTTP_PROXY', 'linux')).toBeUndefined();
  expect(valueOf(base, 'http_proxy', 'darwin')).toBe('theirs');
});

test('leaves one spelling where it does not', () => {
  expect(withVariables(base, ours, 'win32')).toEqual({
    Path: 'C:\\Windows',
    KEEP: '1',
    HTTP_PROXY: 'ours',
    NEW: '2',
  });
  expect(valueOf(base, 'HTTP_PROXY', 'win32')).toBe('theirs');
  expect(valueOf(base, 'PATH', 'win32')).toBe('C:\\Windows');
  expect(valueOf(base, 'OTHER', 'win32')).toBeUndefined();
});
