// Warnings about valid rules: what does not work now, but may later, such as a file that does not exist yet.
import { stat } from 'node:fs/promises';
import { didYouMean } from '../../base/did-you-mean.ts';
import { isObject } from '../../base/is-object.ts';
import { http } from '../../base/node-http.ts';
import { fieldPath, shownJson } from '../../base/schema-error.ts';
import type { RuleKind } from './rule-kind.ts';
import type { Rule } from './rule.ts';

/** Returns a sentence for each field of a rule that has no effect as long as nothing else changes. Never rejects. */
export async function ruleWarnings(tool: RuleKind, rule: Rule): Promise<readonly string[]> {
  const methods = rule.methods.map((method, at) => methodWarning(`methods[${at}]`, method));
  const paths = await Promise.all(pathsIn(tool, rule).map(pathWarning));
  const own = (await tool.warnings?.(rule)) ?? [];
  return [...methods, ...paths, ...own].filter((warning) => warning !== null);
}

/** Returns a warning about a method that is not registered; null for a registered or empty one. */
export function methodWarning(field: string, method: string): string | null {
  if (method === '' || http.METHODS.includes(method)) return null;
  const hint = didYouMean(method, http.METHODS, 'only requests with exactly this method match');
  return `${field} is ${shownJson(method)}, which is not a registered method: ${hint}`;
}

interface GivenPath {
  readonly field: string;
  readonly path: string;
  readonly kind: 'file' | 'folder';
}

/** The field that names the file of a body, in rules of any tool. */
export const BODY_FILE = 'file';

/** Returns the paths that a rule names, with the fields that hold them. */
function pathsIn({ pathFields = {} }: RuleKind, rule: Rule): readonly GivenPath[] {
  const kinds = new Map(Object.entries({ ...pathFields, [BODY_FILE]: 'file' as const }));
  const found: GivenPath[] = [];
  const visit = (value: unknown, at: readonly PropertyKey[]): void => {
    const kind = kinds.get(String(at.at(-1)));
    if (typeof value === 'string' && value !== '' && kind !== undefined)
      found.push({ field: fieldPath(at), path: value, kind });
    else if (Array.isArray(value)) value.forEach((each, index) => visit(each, [...at, index]));
    else if (isObject(value)) for (const [name, inner] of Object.entries(value)) visit(inner, [...at, name]);
  };
  visit(rule, []);
  return found;
}

async function pathWarning({ field, path, kind }: GivenPath): Promise<string | null> {
  const stats = await stat(path).catch(() => null);
  if (stats === null) return `${field} is ${shownJson(path)}: there is no such ${kind}`;
  const isFolder = stats.isDirectory();
  if (isFolder === (kind === 'folder')) return null;
  return `${field} is ${shownJson(path)}: it is ${isFolder ? 'a folder, not a file' : 'not a folder'}`;
}
