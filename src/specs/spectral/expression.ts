// Filters in paths of Spectral's rulesets, such as `?(@property === 'get' && @.deprecated)`. They are read as
// JavaScript and evaluated here: nothing of a ruleset runs.
import {
  parseExpressionAt,
  type Expression,
  type PrivateIdentifier,
  type SpreadElement,
  type Super,
} from 'acorn';

/** The value that a filter is asked about, and what is around it. */
export interface Scope {
  readonly value: unknown;
  readonly property: string | number;
  readonly parent: unknown;
  readonly parentProperty: string | number | null;
  readonly path: string;
  readonly root: unknown;
}

export type Filter = (scope: Scope) => boolean;

/** Names that filters have, by how they are written. */
const NAMES: Readonly<Record<string, (scope: Scope) => unknown>> = {
  __value: ({ value }) => value,
  __property: ({ property }) => property,
  __parent: ({ parent }) => parent,
  __parentProperty: ({ parentProperty }) => parentProperty,
  __path: ({ path }) => path,
  __root: ({ root }) => root,
  undefined: () => undefined,
};

/** Methods of texts and lists that change nothing. */
const METHODS: ReadonlySet<string> = new Set([
  'at',
  'concat',
  'endsWith',
  'includes',
  'indexOf',
  'join',
  'lastIndexOf',
  'match',
  'search',
  'slice',
  'split',
  'startsWith',
  'test',
  'toLowerCase',
  'toString',
  'toUpperCase',
  'trim',
]);

type Evaluate = (scope: Scope) => unknown;

/** Throws an Error that names the part which is not supported. */
export function compileFilter(text: string): Filter {
  const source = withNames(text);
  const parsed = parseExpressionAt(source, 0, { ecmaVersion: 2022, preserveParens: true });
  if (source.slice(parsed.end).trim() !== '') throw new Error(`the filter ${text} is not supported`);
  const evaluate = compiled(parsed);
  return (scope) => {
    try {
      return Boolean(evaluate(scope));
    } catch {
      // A property of a value that is not there: as in Spectral, the filter does not hold.
      return false;
    }
  };
}

/** Replaces `@.x` and `@property` by names, outside of texts and of regular expressions. */
function withNames(text: string): string {
  return text.replaceAll(
    /'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"|\/(?:\\.|\[(?:\\.|[^\]\\])*\]|[^/\\[\n])+\/[a-z]*|@(property|parentProperty|parent|path|root)\b|@|\$(?=[.[])/g,
    (found, name?: string) => {
      if (name !== undefined) return `__${name}`;
      return found === '@' ? '__value' : found === '$' ? '__root' : found;
    },
  );
}

function compiled(node: Expression | PrivateIdentifier | SpreadElement | Super): Evaluate {
  switch (node.type) {
    case 'Literal':
      return () => (node.regex === undefined ? node.value : new RegExp(node.regex.pattern, node.regex.flags));
    case 'Identifier': {
      const read = NAMES[node.name];
      if (read === undefined) throw unsupported(node.name);
      return read;
    }
    case 'ArrayExpression': {
      const parts = node.elements.map((each) =>
        compiled(each ?? { type: 'Literal', value: null, start: 0, end: 0 }),
      );
      return (scope) => parts.map((part) => part(scope));
    }
    case 'ParenthesizedExpression':
    case 'ChainExpression':
      return compiled(node.expression);
    case 'ConditionalExpression': {
      const [test, yes, no] = [compiled(node.test), compiled(node.consequent), compiled(node.alternate)];
      return (scope) => (test(scope) ? yes(scope) : no(scope));
    }
    case 'LogicalExpression': {
      const [left, right] = [compiled(node.left), compiled(node.right)];
      if (node.operator === '&&') return (scope) => left(scope) && right(scope);
      return node.operator === '||'
        ? (scope) => left(scope) || right(scope)
        : (scope) => left(scope) ?? right(scope);
    }
    case 'UnaryExpression':
      return unary(node.operator, compiled(node.argument));
    case 'BinaryExpression':
      return binary(node.operator, compiled(node.left), compiled(node.right));
    case 'MemberExpression': {
      const [object, name] = [compiled(node.object), nameOf(node)];
      return (scope) => memberOf(object(scope), name(scope));
    }
    case 'CallExpression':
      return call(node.callee, node.arguments);
    default:
      throw unsupported(node.type);
  }
}

function nameOf({ computed, property }: Extract<Expression, { type: 'MemberExpression' }>): Evaluate {
  if (computed) return compiled(property);
  const name = property.type === 'Identifier' ? property.name : '';
  return () => name;
}

/** Returns own properties alone, and the length of texts and lists. */
function memberOf(value: unknown, name: unknown): unknown {
  if (value === null || value === undefined) throw new TypeError('nothing has no properties');
  if (typeof value === 'string') return name === 'length' ? value.length : value[Number(name)];
  const key = String(name);
  return typeof value === 'object' && Object.hasOwn(value, key)
    ? (Reflect.get(value, key) as unknown)
    : undefined;
}

function call(callee: Expression | Super, given: readonly (Expression | SpreadElement)[]): Evaluate {
  if (callee.type !== 'MemberExpression') throw unsupported('a function');
  const name = nameOf(callee)({} as Scope);
  if (typeof name !== 'string' || !METHODS.has(name)) throw unsupported(`the method ${String(name)}`);
  const [object, parts] = [compiled(callee.object), given.map(compiled)];
  return (scope) => {
    const target = object(scope);
    if (typeof target !== 'string' && !Array.isArray(target) && !(target instanceof RegExp)) return undefined;
    const method: unknown = Reflect.get(Object(target), name);
    const values = parts.map((part) => part(scope));
    return typeof method === 'function' ? (Reflect.apply(method, target, values) as unknown) : undefined;
  };
}

function unary(operator: string, argument: Evaluate): Evaluate {
  switch (operator) {
    case '!':
      return (scope) => !argument(scope);
    case '-':
      return (scope) => -Number(argument(scope));
    case 'typeof':
      return (scope) => typeof argument(scope);
    case 'void':
      return () => undefined;
    default:
      throw unsupported(operator);
  }
}

const COMPARISONS: Readonly<Record<string, (a: unknown, b: unknown) => unknown>> = {
  '===': (a, b) => a === b,
  '!==': (a, b) => a !== b,
  // eslint-disable-next-line eqeqeq -- as the ruleset says
  '==': (a, b) => a == b,
  // eslint-disable-next-line eqeqeq -- as the ruleset says
  '!=': (a, b) => a != b,
  '<': (a, b) => Number(a) < Number(b),
  '<=': (a, b) => Number(a) <= Number(b),
  '>': (a, b) => Number(a) > Number(b),
  '>=': (a, b) => Number(a) >= Number(b),
  '+': (a, b) => (typeof a === 'number' && typeof b === 'number' ? a + b : String(a) + String(b)),
  '-': (a, b) => Number(a) - Number(b),
  in: (a, b) => typeof b === 'object' && b !== null && Object.hasOwn(b, String(a)),
};

function binary(operator: string, left: Evaluate, right: Evaluate): Evaluate {
  const compare = COMPARISONS[operator];
  if (compare === undefined) throw unsupported(operator);
  return (scope) => compare(left(scope), right(scope));
}

function unsupported(what: string): Error {
  return new Error(`${what} in a filter is not supported`);
}
