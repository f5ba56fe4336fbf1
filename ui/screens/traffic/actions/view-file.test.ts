import { expect, test } from 'vitest';
import { parsedView } from './view-file.ts';

test('an exported view is read', () => {
  const layout = { 'traffic.widths': { host: 200 }, 'traffic.columnOrder': ['path', 'host'] };
  const text = JSON.stringify({ proxyctlView: 1, filters: { slow: 'duration:>1s' }, layout });
  expect(parsedView(text)).toEqual({ filters: { slow: 'duration:>1s' }, layout });
});

test.each([
  ['{"proxyctlView": 1,', 'it is not JSON'],
  ['[]', 'it is not an object in braces'],
  ['{"log": {}}', 'it is not an exported view'],
  ['{"proxyctlView": 2}', 'it is of version 2'],
  ['{"proxyctlView": 1, "columns": {}}', '“columns” is unknown'],
  ['{"proxyctlView": 1, "filters": ["a"]}', 'filters is not an object'],
  ['{"proxyctlView": 1, "filters": {"a": 7}}', 'the filter “a” is not a text'],
  ['{"proxyctlView": 1, "filters": {"a": "status:abc"}}', 'the filter “a” is not valid: '],
  ['{"proxyctlView": 1, "layout": {"traffic.width": 1}}', '“traffic.width” in layout is unknown'],
  ['{"proxyctlView": 1, "layout": {"traffic.dock": "top"}}', '“traffic.dock” in layout cannot be "top"'],
])('%s: %s', (text, message) => {
  expect(() => parsedView(text)).toThrow(message);
});
