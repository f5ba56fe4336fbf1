// Lines for the script after the response that are made of what it has: a variable, a test of a value, tests of it all.
import type { JsonValue } from '../../../bodies/json/value-actions.ts';

/** Returns the value at a path as JavaScript: `pm.response.json().orders[0].id`. */
export function valueCode(path: string): string {
  return `pm.response.json()${path.replace(/^\$/, '')}`;
}

/** Returns a name for a variable with the value at a path: its last name, such as `id` of `$.orders[0].id`. */
export function variableName(path: string): string {
  const names = [...path.matchAll(/[\p{L}_][\p{L}\p{N}_-]*/gu)].map(([name]) => name);
  return names.at(-1) ?? 'value';
}

/** Returns a line that sets a variable. `scope`: the scope that the next requests read it from. */
export function variableLine(path: string, scope: 'environment' | 'collectionVariables' | 'globals'): string {
  return `pm.${scope}.set('${variableName(path)}', ${valueCode(path)});`;
}

/** Returns a test that a value stays as it is; of objects, lists and long texts only the kind. */
export function testLine({ path, kind, text, isCut }: JsonValue): string {
  const code = valueCode(path);
  const shown = path === '$' ? 'the body' : path.replace(/^\$\.?/, '');
  const [is, expected] = expectation(kind, text, isCut);
  return `pm.test(${quoted(`${shown} ${is}`)}, () => pm.expect(${code}).${expected});`;
}

function expectation(kind: JsonValue['kind'], text: string, isCut: boolean): readonly [string, string] {
  if (kind === 'object') return ['is an object', "to.be.an('object')"];
  if (kind === 'list') return ['is a list', "to.be.an('array')"];
  if (kind === 'string')
    return isCut ? ['is a text', "to.be.a('string')"] : [`is ${text}`, `to.equal(${quoted(text)})`];
  return [`is ${text}`, `to.equal(${text})`];
}

/** Returns tests of the status, the type and the names of a response. `body`: null for one that is no JSON. */
export function responseTests(status: number, contentType: string, body: unknown): readonly string[] {
  const type = contentType.split(';')[0]!.trim();
  return [
    `pm.test('status is ${status}', () => pm.response.to.have.status(${status}));`,
    ...(type === ''
      ? []
      : [
          `pm.test(${quoted(`type is ${type}`)}, () => pm.expect(pm.response.headers.get('Content-Type')).to.include(${quoted(type)}));`,
        ]),
    ...bodyTests(body),
  ];
}

function bodyTests(body: unknown): readonly string[] {
  if (Array.isArray(body))
    return ["pm.test('body is a list', () => pm.expect(pm.response.json()).to.be.an('array'));"];
  if (typeof body !== 'object' || body === null) return [];
  const names = Object.keys(body);
  if (names.length === 0) return [];
  const listed = names.map(quoted).join(', ');
  return [
    `pm.test(${quoted(`body has ${names.join(', ')}`)}, () => pm.expect(pm.response.json()).to.include.all.keys(${listed}));`,
  ];
}

function quoted(text: string): string {
  return `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}

/** Returns a script with lines at its end. */
export function withLines(script: string, lines: readonly string[]): string {
  const before = script.trimEnd();
  return `${before}${before === '' ? '' : '\n'}${lines.join('\n')}\n`;
}
