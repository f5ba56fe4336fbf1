// The scope of one file: names, variables, and files that it imports.
import { readHttpFile, type ParsedHttpFile, type Region } from '../../../documents/http-file/index.ts';
import type { ImportContext } from '../shared/import-context.ts';
import type { HttpEnvironments } from './environments.ts';
import { sourceBeside, type HttpSource } from './source.ts';
import { expressionOf, expressionsIn, type Expression } from './templates.ts';

/** The maximum number of files that one file leads to. */
const MAX_IMPORTED = 50;

export interface OpenFile {
  readonly source: HttpSource;
  readonly parsed: ParsedHttpFile;
}

export interface FileScope extends OpenFile {
  readonly context: ImportContext;
  readonly beside: HttpEnvironments;
  /** Files that this one imports, in any depth. */
  readonly imported: readonly OpenFile[];
  /** The first value of each variable. */
  readonly variables: ReadonlyMap<string, string>;
  /** Names of requests in this file and the imported ones. */
  readonly requests: ReadonlySet<string>;
  readonly expression: (text: string) => Expression;
  /** Expressions that stand for a part of a request or a response, by the name of the request. */
  readonly chains: ReadonlyMap<string, readonly string[]>;
  /** All expressions and scripts in JavaScript that may use the response of a request by its name. */
  readonly code: string;
}

export function fileScope(given: HttpSource, beside: HttpEnvironments, context: ImportContext): FileScope {
  const { source, parsed } = openFile(given);
  for (const { line, text, isBroken } of parsed.problems)
    if (isBroken) context.fail(`line ${line}: ${text}`);
    else context.warn(`line ${line}: ${text}`);
  const imported = importedFiles({ source, parsed }, context);
  const regions = [{ parsed }, ...imported].flatMap((file) => file.parsed.regions);
  const variables = firstValues(regions);
  const requests = new Set(regions.flatMap(namesOf));
  const expression = (text: string): Expression => expressionOf(text, requests);
  const used = new Set([{ source }, ...imported].flatMap((file) => [...expressionsIn(file.source.text)]));
  const own = { source, parsed, context, beside, imported, variables, requests, expression };
  return { ...own, ...usesOf(used, regions, expression) };
}

function openFile(source: HttpSource): OpenFile {
  const parsed = readHttpFile(source.text);
  return { source: { ...source, variables: firstValues(parsed.regions) }, parsed };
}

function firstValues(regions: readonly Region[]): ReadonlyMap<string, string> {
  const variables = new Map<string, string>();
  for (const { name, value } of regions.flatMap((region) => region.variables))
    if (!variables.has(name)) variables.set(name, value);
  return variables;
}

/** Directives in whose values a request can be named. */
const WITH_CODE = /^(?:loop|disabled)$/;
const WITH_PATH = /^(?:if|ifnot)$/;

function usesOf(
  used: ReadonlySet<string>,
  regions: readonly Region[],
  expression: FileScope['expression'],
): Pick<FileScope, 'chains' | 'code'> {
  const directives = regions.flatMap((region) => region.directives);
  const paths = directives
    .filter(({ name }) => WITH_PATH.test(name))
    .map(({ value }) => value.split(/\s+/)[0] ?? '');
  const chains = new Map<string, string[]>();
  for (const text of new Set([...used, ...paths])) {
    const found = expression(text);
    if (found.type === 'chain') chains.set(found.request, [...(chains.get(found.request) ?? []), text]);
  }
  const scripts = regions.flatMap(({ before, after }) => [...before, ...after]);
  const code = [
    ...[...used].filter((text) => expression(text).type === 'code'),
    ...scripts.filter(({ dialect }) => dialect === 'httpyac').map((script) => script.code),
    ...regions.flatMap(({ asserts }) => asserts.filter((text) => text.startsWith('js '))),
    ...directives.filter(({ name }) => WITH_CODE.test(name)).map(({ value }) => value),
  ];
  return { chains, code: code.join('\n') };
}

/** Returns the names by which other requests call one. */
export function namesOf(region: Region): readonly string[] {
  if (region.request === null && region.curl === '') return [];
  return [directiveOf(region, 'name'), region.title].filter((name) => name !== '');
}

/** Returns the value of a directive; empty for none. */
export function directiveOf({ directives }: Region, name: string): string {
  return directives.find((directive) => directive.name === name)?.value ?? '';
}

/** Returns the names of requests that a request says it needs. */
export function needsOf({ directives }: Region): readonly string[] {
  return directives.filter(({ name }) => /^(?:ref|forceref|dependson)$/.test(name)).map(({ value }) => value);
}

/** Returns names of `import` and of `# @import`. */
function importsOf(region: Region): readonly string[] {
  return [
    ...region.directives.filter(({ name }) => name === 'import').map(({ value }) => value),
    ...region.commands.filter(({ word }) => word === 'import').map(({ value }) => value),
  ];
}

function importedFiles(first: OpenFile, context: ImportContext): readonly OpenFile[] {
  const found = new Map<string, OpenFile>([[first.source.file, first]]);
  const queue: OpenFile[] = [first];
  for (let file = queue.shift(); file !== undefined; file = queue.shift())
    for (const path of file.parsed.regions.flatMap(importsOf)) {
      const source = sourceBeside(file.source, path);
      if (source === null) context.warn(`the file ${JSON.stringify(path)} that it imports cannot be read`);
      if (source === null || found.has(source.file) || found.size > MAX_IMPORTED) continue;
      const open = openFile(source);
      found.set(source.file, open);
      queue.push(open);
    }
  found.delete(first.source.file);
  return [...found.values()];
}

/** Returns all expressions in texts, with those of the variables that they use. */
export function expressionsUsed(
  texts: readonly string[],
  variables: ReadonlyMap<string, string>,
): readonly string[] {
  const found = new Set<string>();
  const queue = [...texts];
  for (let text = queue.pop(); text !== undefined; text = queue.pop())
    for (const expression of expressionsIn(text)) {
      if (found.has(expression)) continue;
      found.add(expression);
      const words = variables.has(expression)
        ? [expression]
        : (expression.match(/[\p{L}_$][\p{L}\p{N}_$-]*/gu) ?? []);
      for (const word of words) if (variables.has(word)) queue.push(variables.get(word) ?? '', `{{${word}}}`);
    }
  return [...found];
}
