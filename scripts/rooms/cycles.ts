// Finds imports that close a cycle of files.
import type { Violation } from './violation.ts';
import type { Import, Module } from './imports.ts';

/** Returns a violation for each import that leads back to a file it came from, with the path of the cycle. */
export function cycles(modules: readonly Module[]): readonly Violation[] {
  const byPath = new Map(modules.map((module) => [module.path, module]));
  const done = new Set<string>();
  const violations: Violation[] = [];
  const walk = (module: Module, path: readonly string[]): void => {
    for (const found of module.imports) {
      const violation = closes(module, found, path);
      if (violation !== undefined) violations.push(violation);
      const next = violation === undefined ? byPath.get(found.target ?? '') : undefined;
      if (next !== undefined && !done.has(next.path)) walk(next, [...path, next.path]);
    }
    done.add(module.path);
  };
  for (const module of modules) if (!done.has(module.path)) walk(module, [module.path]);
  return violations;
}

function closes(module: Module, { target, line }: Import, path: readonly string[]): Violation | undefined {
  const start = target === null ? -1 : path.indexOf(target);
  if (target === null || start < 0) return undefined;
  return {
    file: module.path,
    line,
    reason: `closes a cycle: ${[...path.slice(start), target].join(' -> ')}`,
  };
}
