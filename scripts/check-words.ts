// Checks names, wording and docstrings against docs/glossary.md: `node scripts/check-words.ts [root]` prints
// `file:line: reason` per violation, exit 1 when there is any or when nothing was examined.
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { headlessOpening, retiredNames, retiredPhrases } from './words/retired.ts';
import type { Violation } from './rooms/violation.ts';

/** The number of files that were examined, and what was found in them. */
export interface WordReport {
  readonly files: number;
  readonly violations: readonly Violation[];
}

const FOLDERS = ['bin', 'src', 'ui', 'test', 'bench', 'scripts', 'docs'];
/** These quote what the check looks for, or what others have written. */
const QUOTING = /^scripts\/(?:words\/|check-words)|^docs\/(?:glossary\.md|decisions\/)|^test\/schemas\//;

/** Checks the project in the folder `root`. */
export function checkWords(root: string): WordReport {
  const files = FOLDERS.flatMap((folder) => filesBelow(join(root, folder)))
    .map((path) => relative(root, path).split(sep).join('/'))
    .filter((path) => /\.(?:[cm]?[jt]sx?|md)$/.test(path) && !QUOTING.test(path));
  return {
    files: files.length,
    violations: files.flatMap((file) => violationsIn(file, readFileSync(join(root, file), 'utf8'))),
  };
}

function violationsIn(file: string, text: string): readonly Violation[] {
  const phrases = phrasesIn(file, text);
  if (file.endsWith('.md')) return phrases;
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  return [...fileName(file), ...phrases, ...namesIn(file, source), ...openingsIn(file, text)];
}

function fileName(file: string): readonly Violation[] {
  const name = basename(file)
    .replace(/\..*$/, '')
    .replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
  return retired(name).map((reason) => ({ file, line: 1, reason }));
}

function namesIn(file: string, source: ts.SourceFile): readonly Violation[] {
  const found: Violation[] = [];
  const visit = (node: ts.Node): void => {
    const name = ts.isNamedTupleMember(node) || isDeclaration(node) ? node.name : undefined;
    if (name !== undefined && (ts.isIdentifier(name) || ts.isPrivateIdentifier(name))) {
      const line = source.getLineAndCharacterOfPosition(name.getStart(source)).line + 1;
      for (const reason of retired(name.text.replace(/^#/, ''))) found.push({ file, line, reason });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function isDeclaration(node: ts.Node): node is ts.NamedDeclaration {
  return (
    ts.isVariableDeclaration(node) ||
    ts.isParameter(node) ||
    ts.isFunctionDeclaration(node) ||
    ts.isClassDeclaration(node) ||
    ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node) ||
    ts.isPropertyDeclaration(node) ||
    ts.isPropertySignature(node) ||
    ts.isMethodDeclaration(node) ||
    ts.isMethodSignature(node) ||
    ts.isAccessor(node) ||
    ts.isBindingElement(node)
  );
}

function retired(name: string): readonly string[] {
  return retiredNames
    .filter(({ pattern }) => pattern.test(name))
    .map(({ use }) => `the name ${name} is retired: use ${use}`);
}

function phrasesIn(file: string, text: string): readonly Violation[] {
  return text.split('\n').flatMap((line, index) =>
    retiredPhrases.flatMap(({ pattern, use }) => {
      const match = pattern.exec(line);
      return match === null
        ? []
        : [{ file, line: index + 1, reason: `"${match[0]}" is retired: write ${use}` }];
    }),
  );
}

/** Openings of docstrings, and of the comment that opens a file. */
function openingsIn(file: string, text: string): readonly Violation[] {
  const comments = [...text.matchAll(/\/\*\*\s*(?:\*\s*)?(.*)|^\/\/ (.*)/g)];
  return comments.flatMap((match) => {
    const opening = match[1] ?? match[2] ?? '';
    if (!headlessOpening.test(opening)) return [];
    const line = text.slice(0, match.index).split('\n').length;
    return [{ file, line, reason: `a docstring opens with a verb or a noun, not "${opening.slice(0, 30)}"` }];
  });
}

function filesBelow(folder: string): readonly string[] {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
  } catch {
    return [];
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { files, violations } = checkWords(resolve(process.argv[2] ?? '.'));
  for (const { file, line, reason } of violations) process.stderr.write(`${file}:${line}: ${reason}\n`);
  process.stdout.write(`words: ${files} files, ${violations.length} violations\n`);
  process.exitCode = violations.length > 0 || files === 0 ? 1 : 0;
}
