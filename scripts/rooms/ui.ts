// Rules of the web UI, which runs in a browser: it takes only types from session/methods, and code only from modules that
// need no Node.
import { isBuiltin } from 'node:module';
import type { Violation } from './violation.ts';
import type { Import, Module } from './imports.ts';
import { roomOf } from './rules.ts';

/** Returns run-time imports of session/methods, and modules of Node in anything that the UI loads. */
export function uiViolations(modules: readonly Module[]): readonly Violation[] {
  const ui = modules.filter((module) => roomOf(module.path) === 'ui');
  return [...ui.flatMap(methodViolations), ...reached(ui, modules).flatMap(nodeViolations)];
}

function methodViolations(module: Module): readonly Violation[] {
  return runTime(module)
    .filter(({ target }) => target?.startsWith('src/session/') === true)
    .map(({ line, target }) => ({
      file: module.path,
      line,
      reason: `ui may import only types of ${target ?? ''}: write "import type"`,
    }));
}

function nodeViolations(module: Module): readonly Violation[] {
  return runTime(module)
    .filter(({ specifier }) => specifier !== null && isBuiltin(specifier))
    .map(({ line, specifier }) => ({
      file: module.path,
      line,
      reason: `the ui reaches this file, which may not import ${specifier ?? ''}`,
    }));
}

function reached(from: readonly Module[], modules: readonly Module[]): readonly Module[] {
  const byPath = new Map(modules.map((module) => [module.path, module]));
  const seen = new Set(from);
  for (const module of seen) {
    for (const { target } of runTime(module)) {
      const next = byPath.get(target ?? '');
      if (next !== undefined) seen.add(next);
    }
  }
  return [...seen];
}

function runTime(module: Module): readonly Import[] {
  return module.imports.filter(({ typeOnly }) => !typeOnly);
}
