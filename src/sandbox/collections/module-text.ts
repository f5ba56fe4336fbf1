// Transforms of module source code: finds the modules that it requires, removes comments and indentation, and
// converts `import` and `export` to `require` and `exports`.
import { parse, type AnyNode, type Program, type Token } from 'acorn';

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

export interface ModuleText {
  /** The code without comments and indentation, since functions keep their source in memory. */
  readonly code: string;
  /** The literal arguments of all `require` calls. */
  readonly requires: readonly string[];
}

/** Reads the source of a script, the form of packages for Node.js. Throws a SyntaxError. */
export function moduleText(code: string): ModuleText {
  const tokens: Token[] = [];
  const program = parse(code, { ...SCRIPT, onToken: tokens });
  return { code: minifyWhitespace(code, tokens), requires: requiredNames(program) };
}

function requiredNames(program: Program): readonly string[] {
  const names = new Set<string>();
  for (const node of nodesOf(program)) {
    if (node.type !== 'CallExpression' || node.callee.type !== 'Identifier') continue;
    const [argument] = node.arguments;
    if (node.callee.name !== 'require' || argument?.type !== 'Literal') continue;
    if (typeof argument.value === 'string') names.add(argument.value);
  }
  return [...names];
}

/**
 * Converts `import { a, b as c } from`, and `export` before a declaration. Exports are assigned when the module has
 * run, so modules must not import each other in a cycle.
 */
export function toCommonJs(code: string): string {
  const edits: Edit[] = [];
  const names: string[] = [];
  for (const node of parse(code, { ecmaVersion: 'latest', sourceType: 'module' }).body) {
    if (node.type === 'ImportDeclaration') {
      const parts = node.specifiers.map((each) => {
        if (each.type !== 'ImportSpecifier' || each.imported.type !== 'Identifier')
          throw new SyntaxError('only imports by name are linked');
        return each.imported.name === each.local.name
          ? each.local.name
          : `${each.imported.name}: ${each.local.name}`;
      });
      const text = `const { ${parts.join(', ')} } = require(${JSON.stringify(node.source.value)});`;
      edits.push({ start: node.start, end: node.end, text: parts.length === 0 ? '' : text });
    } else if (node.type === 'ExportNamedDeclaration') {
      const { declaration } = node;
      edits.push({ start: node.start, end: declaration?.start ?? node.end, text: '' });
      if (declaration) names.push(...declaredNames(declaration));
    }
  }
  return `'use strict';${applyEdits(code, edits)}\nObject.assign(exports, { ${names.join(', ')} });`;
}

function declaredNames(node: AnyNode): readonly string[] {
  if (node.type === 'FunctionDeclaration' || node.type === 'ClassDeclaration')
    return node.id === null ? [] : [node.id.name];
  if (node.type !== 'VariableDeclaration') return [];
  return node.declarations.flatMap(({ id }) => (id.type === 'Identifier' ? [id.name] : []));
}

const SCRIPT = {
  ecmaVersion: 'latest',
  sourceType: 'script',
  allowReturnOutsideFunction: true,
  allowHashBang: true,
} as const;

function* nodesOf(root: AnyNode): Generator<AnyNode, void, undefined> {
  const waiting: unknown[] = [root];
  while (waiting.length > 0) {
    const value = waiting.pop();
    if (Array.isArray(value)) waiting.push(...(value as unknown[]));
    else if (typeof value === 'object' && value !== null) {
      if ('type' in value) yield value as AnyNode;
      waiting.push(...(Object.values(value) as unknown[]));
    }
  }
}

function applyEdits(code: string, edits: readonly Edit[]): string {
  const parts: string[] = [];
  let at = 0;
  for (const { start, end, text } of edits) {
    parts.push(code.slice(at, start), text);
    at = end;
  }
  parts.push(code.slice(at));
  return parts.join('');
}

/** Removes white space, but keeps line ends, which may stand for semicolons. */
function minifyWhitespace(code: string, tokens: readonly Token[]): string {
  const edits: Edit[] = [];
  let at = 0;
  for (const { start, end } of tokens) {
    const between = code.slice(at, start);
    const text = between.includes('\n') ? '\n' : between === '' ? '' : ' ';
    if (text !== between) edits.push({ start: at, end: start, text });
    at = end;
  }
  edits.push({ start: at, end: code.length, text: '\n' });
  return applyEdits(code, edits);
}
