// Checks names, wording and docstrings against docs/glossary.md: `node scripts/check-words.ts [root]` prints
// `file:line: reason` per violation, exit 1 when there is any or when nothing was examined.
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { retiredWords, type Retired, type RetiredWords } from './words/retired.ts';
import type { Violation } from './rooms/violation.ts';

/** The number of files that were examined, and what was found in them. */
export interface WordReport {
  readonly files: number;
  readonly violations: readonly Violation[];
}

const FOLDERS = ['bin', 'src', 'ui', 'test', 'bench', 'scripts', 'docs'];
/** These quote what the check looks for, or what others have written. */
const QUOTING = /^scripts\/(?:words\/|check-words)|^docs\/(?:glossary\.md|decisions\/)|^test\/schemas\//;

/** A docstring says what the thing is or does: it opens with a verb or a noun phrase, not with a clause. */
const HEADLESS_OPENING =
  /^(?:What|Whether|Who|Whom|Whose|How|Where|Why|Of (?:the|a|an|each|what|those|this)\b)/;

/** Checks the project in the folder `root`. */
export function checkWords(root: string, words: RetiredWords = glossaryWords()): WordReport {
  const files = FOLDERS.flatMap((folder) => filesBelow(join(root, folder)))
    .map((path) => relative(root, path).split(sep).join('/'))
    .filter((path) => /\.(?:[cm]?[jt]sx?|md)$/.test(path) && !QUOTING.test(path));
  return {
    files: files.length,
    violations: files.flatMap((file) => violationsIn(file, readFileSync(join(root, file), 'utf8'), words)),
  };
}

/** Returns the retired words of the glossary beside this script. */
export function glossaryWords(): RetiredWords {
  return retiredWords(readFileSync(new URL('../docs/glossary.md', import.meta.url), 'utf8'));
}

function violationsIn(file: string, text: string, { names, phrases }: RetiredWords): readonly Violation[] {
  const isHere = ({ folders }: Retired): boolean =>
    folders.length === 0 || folders.some((folder) => file.startsWith(folder));
  const wording = phrasesIn(file, text, phrases.filter(isHere));
  if (file.endsWith('.md')) return wording;
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  return [...wording, ...namesIn(file, source, names.filter(isHere)), ...openingsIn(file, text)];
}

function namesIn(file: string, source: ts.SourceFile, names: readonly Retired[]): readonly Violation[] {
  const violations: Violation[] = [];
  const check = (name: string, line: number): void => {
    for (const { use } of names.filter(({ matches }) => matches(name)))
      violations.push({ file, line, reason: `the name ${name} is retired: use ${use}` });
  };
  check(basename(file).replace(/\..*$/, ''), 1);
  const visit = (node: ts.Node): void => {
    const name = ts.isNamedTupleMember(node) || isDeclaration(node) ? node.name : undefined;
    if (name !== undefined && (ts.isIdentifier(name) || ts.isPrivateIdentifier(name))) {
      const line = source.getLineAndCharacterOfPosition(name.getStart(source)).line + 1;
      check(name.text.replace(/^#/, ''), line);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return violations;
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

function phrasesIn(file: string, text: string, phrases: readonly Retired[]): readonly Violation[] {
  const present = phrases.filter(({ matches }) => matches(text));
  if (present.length === 0) return [];
  return text.split('\n').flatMap((line, index) =>
    present
      .filter(({ matches }) => matches(line))
      .map(({ text: phrase, use }) => ({
        file,
        line: index + 1,
        reason: `"${phrase}" is retired: write ${use}`,
      })),
  );
}

/** Openings of docstrings, and of the comment that opens a file. */
function openingsIn(file: string, text: string): readonly Violation[] {
  const comments = [...text.matchAll(/\/\*\*\s*(?:\*\s*)?(.*)|^\/\/ (.*)/g)];
  return comments.flatMap((match) => {
    const opening = match[1] ?? match[2] ?? '';
    if (!HEADLESS_OPENING.test(opening)) return [];
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
