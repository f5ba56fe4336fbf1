import { expect, test } from 'vitest';
import { formattedJson } from './format-json.ts';

test('one member a line; variables, numbers and escapes stay', () => {
  expect(formattedJson('{"a":[1.0,{{two}}, "x\\u00e9{{y}}"],"b":{},"c":[]}')).toBe(
    '{\n  "a": [\n    1.0,\n    {{two}},\n    "x\\u00e9{{y}}"\n  ],\n  "b": {},\n  "c": []\n}',
  );
  expect(formattedJson(' 12345678901234567890 ')).toBe('12345678901234567890');
});

test.each(['', '{', '{"a":}', '{"a":1,}', 'text', '"open'])('%j is not JSON', (text) => {
  expect(formattedJson(text)).toBeNull();
});
