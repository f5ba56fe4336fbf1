import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { pacScript, type KnownNames, type PacScript } from './pac-script.ts';

let made: PacScript | null = null;
afterEach(() => {
  made?.dispose();
  made = null;
});

async function run(body: string, known: KnownNames = {}, host = 'a.test'): Promise<unknown> {
  const script = await pacScript(`function FindProxyForURL(url, host) { ${body} }`);
  if ('type' in script) return script.reason;
  made = script;
  const outcome = script.run(`https://${host}/`, host, known);
  return outcome.type === 'answer' ? outcome.text : outcome.type === 'needs' ? outcome.names : outcome.reason;
}

const value = (expression: string, known: KnownNames = {}): Promise<unknown> =>
  run(`return String(${expression})`, known);

describe('what the functions of PAC files answer', () => {
  test.each([
    ['isPlainHostName("www")', 'true'],
    ['isPlainHostName("www.a.test")', 'false'],
    ['isPlainHostName("::1")', 'false'],
    ['dnsDomainIs("www.a.test", ".a.test")', 'true'],
    ['dnsDomainIs("www.A.test", ".a.TEST")', 'true'],
    ['dnsDomainIs("www", ".a.test")', 'false'],
    ['localHostOrDomainIs("www.a.test", "www.a.test")', 'true'],
    ['localHostOrDomainIs("www", "www.a.test")', 'true'],
    ['localHostOrDomainIs("www.b.test", "www.a.test")', 'false'],
    ['localHostOrDomainIs("ww", "www.a.test")', 'false'],
    ['dnsDomainLevels("www.a.test")', '2'],
    ['dnsDomainLevels("www")', '0'],
    ['shExpMatch("http://a.test/b/c", "*/b/*")', 'true'],
    ['shExpMatch("http://a.test/b", "*/c/*")', 'false'],
    ['shExpMatch("a.test", "?.test")', 'true'],
    ['shExpMatch("axtest", "a.test")', 'false'],
    ['shExpMatch("' + 'a'.repeat(5000) + '", "' + '*a'.repeat(200) + '*b")', 'false'],
    ['isInNet("10.1.2.3", "10.0.0.0", "255.0.0.0")', 'true'],
    ['isInNet("11.1.2.3", "10.0.0.0", "255.0.0.0")', 'false'],
    ['isInNet("198.95.249.79", "198.95.249.79", "255.255.255.255")', 'true'],
    ['isInNet("10.1.2.999", "10.0.0.0", "255.0.0.0")', 'false'],
    ['convert_addr("104.16.41.2")', '1745889538'],
    ['convert_addr("255.255.255.255")', '-1'],
    ['dnsResolve("192.0.2.1")', '192.0.2.1'],
    ['dnsResolve("not a name")', 'null'],
    ['isResolvable("not a name")', 'false'],
    ['isInNetEx("2001:db8::1", "2001:db8::/32")', 'true'],
    ['isInNetEx("2001:db9::1", "2001:db8::/32")', 'false'],
    ['isInNetEx("10.1.2.3", "10.0.0.0/8")', 'true'],
    ['isInNetEx("10.1.2.3", "nonsense")', 'false'],
    ['sortIpAddressList("10.0.0.2; 2001:db8::1;10.0.0.1")', '2001:db8::1;10.0.0.1;10.0.0.2'],
    ['/^[0-9.]+$/.test(myIpAddress())', 'true'],
    ['getClientVersion()', '1.0'],
    ['alert("x")', 'undefined'],
  ])('%s is %s', async (expression, expected) => {
    expect(await value(expression)).toBe(expected);
  });

  test('names are resolved outside, then it runs again', async () => {
    expect(await run('return isInNet(host, "10.0.0.0", "255.0.0.0") ? "DIRECT" : "PROXY p:1"')).toEqual([
      'a.test',
    ]);
    const known = { 'a.test': ['2001:db8::1', '10.2.3.4'], 'b.test': [] };
    expect(await value('isInNet("A.test", "10.0.0.0", "255.0.0.0")', known)).toBe('true');
    expect(await value('dnsResolve("a.test")', known)).toBe('10.2.3.4');
    expect(await value('dnsResolveEx("a.test")', known)).toBe('2001:db8::1;10.2.3.4');
    expect(await value('dnsResolve("b.test")', known)).toBe('null');
    expect(await value('isResolvableEx("b.test")', known)).toBe('false');
    // What is said before the name is known does not count.
    expect(await run('try { dnsResolve("c.test").length } catch (e) {} throw 1')).toEqual(['c.test']);
    expect(await run('dnsResolve("toString"); return dnsResolve("constructor") + ""')).toEqual([
      'tostring',
      'constructor',
    ]);
  });
});

describe('time', () => {
  const at = (iso: string, expression: string): Promise<unknown> =>
    run(
      `Date = (function (Real) { return function () { return new Real("${iso}"); }; })(Date); return String(${expression})`,
    );

  // A Friday.
  const FRIDAY = '2026-11-20T13:30:15Z';

  test.each([
    ['weekdayRange("FRI", "GMT")', 'true'],
    ['weekdayRange("MON", "FRI", "GMT")', 'true'],
    ['weekdayRange("SAT", "SUN", "GMT")', 'false'],
    ['weekdayRange("THU", "MON", "GMT")', 'true'],
    ['weekdayRange("SUN", "THU", "GMT")', 'false'],
    ['dateRange(20, "GMT")', 'true'],
    ['dateRange(1, 15, "GMT")', 'false'],
    ['dateRange(25, 21, "GMT")', 'true'],
    ['dateRange("NOV", "GMT")', 'true'],
    ['dateRange("OCT", "FEB", "GMT")', 'true'],
    ['dateRange("JAN", "MAR", "GMT")', 'false'],
    ['dateRange(2026, "GMT")', 'true'],
    ['dateRange(2020, 2025, "GMT")', 'false'],
    ['dateRange(20, "NOV", "GMT")', 'true'],
    ['dateRange(21, "NOV", "GMT")', 'false'],
    ['dateRange(20, "NOV", 2026, "GMT")', 'true'],
    ['dateRange(1, "JUN", 15, "AUG", "GMT")', 'false'],
    ['dateRange(1, "NOV", 15, "JAN", "GMT")', 'true'],
    ['dateRange(1, "JUN", 2026, 15, "AUG", 2027, "GMT")', 'true'],
    ['dateRange("OCT", 2025, "MAR", 2026, "GMT")', 'false'],
    ['timeRange(13, "GMT")', 'true'],
    ['timeRange(12, "GMT")', 'false'],
    ['timeRange(9, 17, "GMT")', 'true'],
    ['timeRange(22, 6, "GMT")', 'false'],
    ['timeRange(13, 30, 14, 0, "GMT")', 'true'],
    ['timeRange(13, 0, 13, 29, "GMT")', 'false'],
    ['timeRange(13, 30, 15, 13, 30, 15, "GMT")', 'true'],
    ['timeRange(23, 0, 0, 1, 0, 0, "GMT")', 'false'],
  ])('%s is %s', async (expression, expected) => {
    expect(await at(FRIDAY, expression)).toBe(expected);
  });
});

describe('what it may not', () => {
  let known: unknown;
  beforeAll(async () => {
    known = await pacScript('function FindProxyForURL() { return ""; }');
  });

  test('reach anything outside', async () => {
    expect(known).not.toHaveProperty('type');
    const names = ['process', 'require', '$host', 'std', 'os', 'WebAssembly', 'fetch', 'XMLHttpRequest'];
    expect(await run(`return [${names.map((name) => `typeof ${name}`).join()}].join()`)).toBe(
      names.map(() => 'undefined').join(),
    );
    expect(await run('return (function () {}).constructor("return typeof process")()')).toBe('undefined');
  });

  test.each([
    ['run for ever', 'for (;;);', 'it did not answer within 1 s'],
    ['match for ever', 'return /(a+)+$/.test("a".repeat(40) + "b") + ""', 'it did not answer within 1 s'],
    ['recurse for ever', 'return (function f() { return f() + 1; })()', 'stack overflow'],
    ['take all memory', 'return new Uint8Array(1e9)', 'it ran out of memory'],
    ['fill memory', 'const all = []; for (;;) all.push(new Array(100000).fill(1))', 'it ran out of memory'],
    ['answer at length', 'return "x".repeat(20000)', 'its answer is too long'],
  ])('%s', async (_what, body, reason) => {
    expect(await run(body)).toContain(reason);
  });

  test('leave the language of errors to the user alone', async () => {
    expect(await run('throw new Error("a\\nb\\x1b[31m" + "c".repeat(1000))')).toMatch(
      /^it failed: Error: a b \[31mc+$/,
    );
    expect(await run('throw { get stack() { for (;;); } }')).toBeTypeOf('string');
    expect(await run('throw null')).toBeTypeOf('string');
  });
});

test.each([
  ['FindProxyForURL = function (url, host) { return "PROXY " + host + ":1"; }', 'PROXY a.test:1'],
  ['var FindProxyForURL = (url, host) => `PROXY ${host}:2`; // no line end', 'PROXY a.test:2'],
  ['function FindProxyForURLEx(url, host) { return "DIRECT"; }', 'DIRECT'],
  ['\uFEFF"use strict";\nfunction FindProxyForURL() { return "DIRECT"; }\n<!-- html -->', 'DIRECT'],
])('a file may be written in many ways: %j', async (text, expected) => {
  const script = await pacScript(text);
  if ('type' in script) throw new Error(script.reason);
  made = script;
  expect(script.run('https://a.test/', 'a.test', {})).toEqual({ type: 'answer', text: expected });
});
