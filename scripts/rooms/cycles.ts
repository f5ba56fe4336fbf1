// Finds the imports that close a circle of files.
import type { Fault } from './violation.ts';
import type { Import, Module } from './imports.ts';

/** One fault for each import that leads back to a file it came from, with the way round. */
export function cycles(modules: readonly Module[]): readonly Fault[] {
  const byPath = new Map(modules.map((module) => [module.path, module]));
  const done = new Set<string>();
  const faults: Fault[] = [];
  const walk = (module: Module, way: readonly string[]): void => {
    for (const found of module.imports) {
      const fault = closes(module, found, way);
      if (fault !== undefined) faults.push(fault);
      const next = fault === undefined ? byPath.get(found.target ?? '') : undefined;
      if (next !== undefined && !done.has(next.path)) walk(next, [...way, next.path]);
    }
    done.add(module.path);
  };
  for (const module of modules) if (!done.has(module.path)) walk(module, [module.path]);
  return faults;
}

function closes(module: Module, { target, line }: Import, way: readonly string[]): Fault | undefined {
  const start = target === null ? -1 : way.indexOf(target);
  if (target === null || start < 0) return undefined;
  return {
    file: module.path,
    line,
    reason: `closes a circle: ${[...way.slice(start), target].join(' -> ')}`,
  };
}
