// Assertions. Bruno stores them as texts: an expression, an operator and a value. Each becomes a test.
import type { Chai } from '../environment.ts';
import type { TestFunction } from '../tests.ts';
import type { Pm } from './parts.ts';

interface Scope {
  readonly bru: unknown;
  readonly req: unknown;
  readonly res: unknown;
  readonly pm: Pm;
  readonly chai: Chai;
  readonly test: TestFunction;
}

/** The parts of chai's assertions that are used here. */
interface Expectation {
  readonly not: Expectation;
  readonly equal: (value: unknown) => void;
  readonly above: (value: unknown) => void;
  readonly gte: (value: unknown) => void;
  readonly below: (value: unknown) => void;
  readonly lte: (value: unknown) => void;
  readonly within: (low: unknown, high: unknown) => void;
  readonly oneOf: (values: readonly unknown[]) => void;
  readonly include: (value: unknown) => void;
  readonly lengthOf: (length: unknown) => void;
  readonly match: (pattern: RegExp) => void;
  readonly a: (type: string) => void;
  readonly satisfy: (check: (value: unknown) => boolean, message?: string) => void;
}

type Check = (value: Expectation, operand: string, read: (text: string) => unknown) => void;

const CHECKS: Readonly<Record<string, Check>> = {
  eq: (to, operand, read) => to.equal(read(operand)),
  neq: (to, operand, read) => to.not.equal(read(operand)),
  gt: (to, operand, read) => to.above(read(operand)),
  gte: (to, operand, read) => to.gte(read(operand)),
  lt: (to, operand, read) => to.below(read(operand)),
  lte: (to, operand, read) => to.lte(read(operand)),
  in: (to, operand, read) => to.oneOf(listOf(operand).map(read)),
  notIn: (to, operand, read) => to.not.oneOf(listOf(operand).map(read)),
  contains: (to, operand, read) => to.include(read(operand)),
  notContains: (to, operand, read) => to.not.include(read(operand)),
  length: (to, operand, read) => to.lengthOf(read(operand)),
  matches: (to, operand) => to.match(patternOf(operand)),
  notMatches: (to, operand) => to.not.match(patternOf(operand)),
  startsWith: (to, operand, read) => to.satisfy((value) => String(value).startsWith(String(read(operand)))),
  endsWith: (to, operand, read) => to.satisfy((value) => String(value).endsWith(String(read(operand)))),
  between: (to, operand, read) => {
    const [low, high] = listOf(operand).map(read);
    to.within(low, high);
  },
  isEmpty: (to) => to.satisfy(isEmpty),
  isNotEmpty: (to) => to.satisfy((value) => !isEmpty(value)),
  isNull: (to) => to.equal(null),
  isUndefined: (to) => to.equal(undefined),
  isDefined: (to) => to.not.equal(undefined),
  isTruthy: (to) => to.satisfy(Boolean),
  isFalsy: (to) => to.satisfy((value) => !value),
  isJson: (to) => to.satisfy((value) => typeof value === 'object' && value !== null),
  isNumber: (to) => to.a('number'),
  isString: (to) => to.a('string'),
  isBoolean: (to) => to.a('boolean'),
  isArray: (to) => to.a('array'),
};

/** An assertion that has run. The test of the same name has its result. */
export interface AssertionResult {
  readonly name: string;
  readonly lhsExpr: string;
  readonly operator: string;
  readonly rhsOperand: string;
}

export function assertions(scope: Scope): {
  readonly made: readonly AssertionResult[];
  readonly functions: object;
} {
  const evaluate = (expression: string): unknown => valueOf(expression, scope);
  const made: AssertionResult[] = [];
  const functions = {
    evaluate,
    assert: (expression: string, given: string, value = '') => {
      // Without an operator, the whole is the value to equal.
      const isOperator = Object.hasOwn(CHECKS, given);
      const operator = isOperator ? given : 'eq';
      const operand = isOperator ? value : `${given} ${value}`.trim();
      const text = String(scope.pm.variables.replaceIn(operand));
      const name = `${expression}: ${operator}${text === '' ? '' : ` ${text}`}`;
      made.push({ name, lhsExpr: expression, operator, rhsOperand: text });
      scope.test(name, () => {
        const { to } = scope.chai.expect(evaluate(expression));
        CHECKS[operator]?.(to as Expectation, text, (part) => literal(part, evaluate));
      });
    },
  };
  return { made, functions };
}

/** Evaluates an expression; undefined for a part that does not exist. */
function valueOf(expression: string, { bru, req, res }: Scope): unknown {
  const trimmed = expression.trim();
  try {
    // The expression is code of the collection, like its scripts, and runs in the same sandbox.
    // eslint-disable-next-line @typescript-eslint/no-implied-eval
    return (new Function('bru', 'req', 'res', `return (${trimmed}\n);`) as (...values: unknown[]) => unknown)(
      bru,
      req,
      res,
    );
  } catch (error) {
    if (error instanceof TypeError || error instanceof ReferenceError) return undefined;
    throw error;
  }
}

const WORDS: Readonly<Record<string, unknown>> = { true: true, false: false, null: null, undefined };

/** Reads a value as it is typed: words, quoted texts, numbers that lose nothing, and everything else as text. */
function literal(given: string, evaluate: (expression: string) => unknown): unknown {
  const text = given.trim();
  if (Object.hasOwn(WORDS, text)) return WORDS[text];
  const [, , quoted] = /^(["'])(.*)\1$/s.exec(text) ?? [];
  if (quoted !== undefined) return quoted;
  const [, template] = /^`([^`]*)`$/s.exec(text) ?? [];
  if (template !== undefined) return evaluate(text);
  return text !== '' && String(Number(text)) === text ? Number(text) : text;
}

function listOf(text: string): readonly string[] {
  return text
    .trim()
    .replace(/^\[(.*)\]$/s, '$1')
    .split(',')
    .map((part) => part.trim());
}

function patternOf(text: string): RegExp {
  const [, source, flags] = /^\/(.*)\/([a-z]*)$/s.exec(text.trim()) ?? [];
  return source === undefined
    ? new RegExp(text.trim().replace(/^(["'])(.*)\1$/s, '$2'))
    : new RegExp(source, flags);
}

function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}
