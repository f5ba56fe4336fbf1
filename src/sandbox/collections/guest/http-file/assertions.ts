// Assertions of httpyac (https://httpyac.github.io/guide/assert.html): a value, an operator, and what it is compared with.
import { asText } from '../as-text.ts';
import { partAt } from './captures.ts';
import { headersOf, type HttpFileParts } from './parts.ts';

type Check = (value: unknown, expected: unknown) => boolean;

const text = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value ?? null));
const isEqual: Check = (value, expected) => text(value) === text(expected);

const CHECKS: Readonly<Record<string, Check>> = {
  '==': isEqual,
  '===': isEqual,
  equals: isEqual,
  '!=': (value, expected) => !isEqual(value, expected),
  '!==': (value, expected) => !isEqual(value, expected),
  '>': (value, expected) => Number(value) > Number(expected),
  '>=': (value, expected) => Number(value) >= Number(expected),
  '<': (value, expected) => Number(value) < Number(expected),
  '<=': (value, expected) => Number(value) <= Number(expected),
  startsWith: (value, expected) => text(value).startsWith(text(expected)),
  endsWith: (value, expected) => text(value).endsWith(text(expected)),
  includes,
  contains: includes,
  matches: (value, expected) => new RegExp(asText(expected)).test(text(value)),
  exists: Boolean,
  isTrue: Boolean,
  isFalse: (value) => !value,
  isNumber: (value) => typeof value === 'number',
  isString: (value) => typeof value === 'string',
  isBoolean: (value) => typeof value === 'boolean',
  isArray: (value) => Array.isArray(value),
};

function includes(value: unknown, expected: unknown): boolean {
  return Array.isArray(value)
    ? value.some((each) => isEqual(each, expected))
    : text(value).includes(text(expected));
}

type Evaluate = (code: string) => unknown;

export function assertThat(given: string, parts: HttpFileParts, evaluate: Evaluate): void {
  const assertion = asText(parts.pm.variables.replaceIn(given)).trim();
  parts.run.tests.test(assertion, () => {
    const { subject, operator, expected } = splitAssertion(assertion);
    const check = Object.hasOwn(CHECKS, operator) ? CHECKS[operator] : undefined;
    if (check === undefined)
      throw new Error(
        `${JSON.stringify(assertion)} has none of the operators ${Object.keys(CHECKS).join(', ')}`,
      );
    const value = valueOf(subject, parts, evaluate);
    if (!check(value, expected))
      throw new Error(
        `${shortSubject(subject)} (${value === undefined ? 'undefined' : text(value)}) ${operator} ${text(expected ?? '')}`.trim(),
      );
  });
}

function shortSubject(subject: string): string {
  return subject.replace(/^(?:header|body|js)\s+(?=\S)/, '');
}

interface Assertion {
  readonly subject: string;
  readonly operator: string;
  readonly expected: unknown;
}

function splitAssertion(assertion: string): Assertion {
  const [, subject = '', operator = '', expected = ''] =
    /^(.*?)\s+(===?|!==?|>=|<=|>|<|(?:startsWith|endsWith|includes|contains|matches|equals)(?=\s)|(?:exists|is[A-Z]\w+)$)\s*(.*)$/s.exec(
      assertion,
    ) ?? [];
  return { subject: subject.trim(), operator, expected: literal(expected.trim()) };
}

function literal(given: string): unknown {
  if (!/^(?:["[{]|-?\d|true$|false$|null$)/.test(given)) return given.replace(/^'(.*)'$/s, '$1');
  try {
    return JSON.parse(given) as unknown;
  } catch {
    return given;
  }
}

function valueOf(subject: string, parts: HttpFileParts, evaluate: Evaluate): unknown {
  const [, kind = '', rest = ''] = /^(\S+)\s*(.*)$/s.exec(subject) ?? [];
  const { response } = parts.pm;
  if (response === undefined || parts.input().response === null) return undefined;
  switch (kind) {
    case 'status':
      return response.code;
    case 'duration':
      return response.responseTime;
    case 'header':
      return headersOf(response)[rest.toLowerCase()];
    case 'body':
      return rest === '' ? response.text() : partAt(`.response.body.${rest}`, parts);
    case 'js':
      return evaluate(rest);
    case 'xpath':
      throw new Error('XPath is not supported in assertions: use "js" or a script');
    default:
      return evaluate(subject);
  }
}
