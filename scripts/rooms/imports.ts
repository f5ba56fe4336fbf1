// Reads the imports of one module from its syntax tree.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';
import ts from 'typescript';

/** A module of the project and what it imports; the path is relative to the root, with `/`. */
export interface Module {
  readonly path: string;
  readonly imports: readonly Import[];
}

/** One import in any syntax; one that is `typeOnly` is erased at run time. */
export interface Import {
  readonly line: number;
  readonly typeOnly: boolean;
  /** The specifier as written; null when it is not a literal, so that its target is unknown. */
  readonly specifier: string | null;
  /** The file of the project that a relative specifier names; null when there is none. */
  readonly target: string | null;
}

type ImportNode = Pick<Import, 'specifier' | 'typeOnly'>;

/** Parses the file `path` below `root`. */
export function readImports(root: string, path: string): Module {
  const source = ts.createSourceFile(path, readFileSync(join(root, path), 'utf8'), ts.ScriptTarget.Latest);
  const imports: Import[] = [];
  const visit = (node: ts.Node): void => {
    const found = importOf(node);
    if (found !== undefined) {
      const line = source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1;
      imports.push({ ...found, line, target: targetOf(root, path, found.specifier) });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return { path, imports };
}

function importOf(node: ts.Node): ImportNode | undefined {
  if (ts.isImportDeclaration(node)) {
    return { specifier: literal(node.moduleSpecifier), typeOnly: isTypeOnlyImport(node.importClause) };
  }
  if (ts.isExportDeclaration(node) && node.moduleSpecifier !== undefined) {
    return { specifier: literal(node.moduleSpecifier), typeOnly: node.isTypeOnly };
  }
  if (ts.isImportTypeNode(node)) return { specifier: literal(importTypeArgument(node)), typeOnly: true };
  if (ts.isCallExpression(node) && isLoading(node.expression)) {
    return { specifier: literal(node.arguments[0]), typeOnly: false };
  }
  if (ts.isNewExpression(node)) return workerFile(node);
  return undefined;
}

// `import { type A } from` still loads the module, `import type` does not.
function isTypeOnlyImport(clause: ts.ImportClause | undefined): boolean {
  return clause?.phaseModifier === ts.SyntaxKind.TypeKeyword;
}

function importTypeArgument(node: ts.ImportTypeNode): ts.Node | undefined {
  return ts.isLiteralTypeNode(node.argument) ? node.argument.literal : undefined;
}

// `import(…)`, `require(…)`
function isLoading(callee: ts.Expression): boolean {
  return (
    callee.kind === ts.SyntaxKind.ImportKeyword || (ts.isIdentifier(callee) && callee.text === 'require')
  );
}

// `new URL('./worker.ts', import.meta.url)`: how a worker names its file.
function workerFile(node: ts.NewExpression): ImportNode | undefined {
  const [file, base] = node.arguments ?? [];
  if (!ts.isIdentifier(node.expression) || node.expression.text !== 'URL') return undefined;
  if (base === undefined || !ts.isPropertyAccessExpression(base) || !ts.isMetaProperty(base.expression)) {
    return undefined;
  }
  const specifier = literal(file);
  return specifier !== null && /^\.{1,2}\/.*\.tsx?$/.test(specifier)
    ? { specifier, typeOnly: false }
    : undefined;
}

function literal(node: ts.Node | undefined): string | null {
  return node !== undefined && ts.isStringLiteralLike(node) ? node.text : null;
}

// Node needs the whole file name; the UI's bundler also finds modules without their extension.
function targetOf(root: string, importer: string, specifier: string | null): string | null {
  if (specifier === null || !/^\.{1,2}(\/|$)/.test(specifier)) return null;
  const path = posix.join(posix.dirname(importer), specifier);
  const endings = importer.startsWith('ui/') ? ['', '.ts', '.tsx', '/index.ts', '/index.tsx'] : [''];
  const target = endings.map((ending) => path + ending).find((each) => isFile(join(root, each)));
  return target ?? null;
}

function isFile(path: string): boolean {
  return existsSync(path) && statSync(path).isFile();
}
