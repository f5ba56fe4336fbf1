// Finds what breaks the rules of a Spectral ruleset in a document.
import { isObject } from '../../base/is-object.ts';
import type { CustomRule, Severity, SpectralRuleset } from './ruleset.ts';
import { escapedKey } from './functions.ts';
import { child, select, type Node } from './path.ts';

export interface Finding {
  readonly rule: string;
  readonly severity: Severity;
  readonly message: string;
  /** The keys that lead to the value. */
  readonly path: readonly (string | number)[];
}

/** The maximum number of findings of one rule. */
const MAX_FINDINGS = 1000;

export function findings(document: unknown, { custom }: SpectralRuleset): readonly Finding[] {
  return [...custom.values()]
    .filter((rule) => isMeant(document, rule))
    .flatMap((rule) => findingsOf(document, rule));
}

function isMeant(document: unknown, { formats }: CustomRule): boolean {
  if (formats.length === 0 || !isObject(document)) return true;
  const { openapi, swagger, asyncapi } = document;
  const [, minor = ''] = /^3\.(\d)/.exec(typeof openapi === 'string' ? openapi : '') ?? [];
  const own =
    swagger !== undefined
      ? ['oas2']
      : openapi === undefined
        ? []
        : ['oas3', `oas3_${minor}`, `oas3.${minor}`];
  return formats.some(
    (format) => own.includes(format) || (asyncapi !== undefined && format.startsWith('aas')),
  );
}

function findingsOf(document: unknown, rule: CustomRule): readonly Finding[] {
  const findings: Finding[] = [];
  for (const path of rule.given)
    for (const node of select(document, path))
      for (const { field, check, checksAbsent } of rule.then)
        for (const target of targetsOf(node, field)) {
          if (target.value === undefined && !checksAbsent) continue;
          const error = check(target.value, document);
          if (error !== null && findings.length < MAX_FINDINGS)
            findings.push({
              rule: rule.name,
              severity: rule.severity,
              message: messageOf(rule, target, error),
              path: target.path,
            });
        }
  return findings;
}

function targetsOf(node: Node, field: string): readonly Node[] {
  if (field === '') return [node];
  if (field === '@key') {
    const { path, value } = node;
    return isObject(value) ? Object.keys(value).map((key) => ({ path: [...path, key], value: key })) : [];
  }
  let current: Node = node;
  for (const name of field.split('.')) {
    const next = child(current, name);
    if (next === null) return [{ path: current.path, value: undefined }];
    current = next;
  }
  return [current];
}

function messageOf({ message, description }: CustomRule, { path, value }: Node, error: string): string {
  const parts: Readonly<Record<string, string>> = {
    error,
    description,
    property: String(path.at(-1) ?? ''),
    path: `#/${path.map(escapedKey).join('/')}`,
    value: typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value),
  };
  return message.replace(
    /\{\{\s*(\w+)\s*\}\}/g,
    (whole, name: string) => parts[name]?.slice(0, 200) ?? whole,
  );
}
