// Converts one file to the requests of a collection or a folder, with its variables and scripts.
import type { Region } from '../../../documents/http-file/index.ts';
import type { Item } from '../../../collections/model/collection.ts';
import type { Scripts, Variable } from '../../../collections/model/values.ts';
import { fileScope, namesOf, type FileScope, type OpenFile } from './file-scope.ts';
import type { Conversion, RequestInput } from './conversion.ts';
import { requestsOf } from './request.ts';
import { scriptsOf, NO_ADDITIONS } from './scripts.ts';
import { sourceBeside, type HttpSource } from './source.ts';
import type { HttpEnvironments } from './environments.ts';
import type { ImportContext } from '../shared/import-context.ts';
import { joinScripts } from '../shared/join-scripts.ts';
import { dialectOf, markScript, unmarkedScript } from '../../../collections/model/script-dialect.ts';

export interface ConvertedFile {
  readonly items: readonly Item[];
  readonly variables: readonly Variable[];
  readonly scripts: Scripts;
}

/** The maximum number of files that run one another. */
const MAX_DEPTH = 10;

export function convertFile(
  source: HttpSource,
  beside: HttpEnvironments,
  context: ImportContext,
  conversion: Conversion,
): ConvertedFile {
  const scope = fileScope(source, beside, context);
  for (const { commands } of scope.parsed.regions)
    for (const { word, value, line } of commands)
      if (word === 'program')
        context.fail(`line ${line}: the command ${JSON.stringify(value.slice(0, 60))} is not of curl`);
  const items = itemsOf(scope, conversion, 0);
  return { items, variables: variablesOf(scope, conversion), scripts: sharedScripts(scope) };
}

function itemsOf(scope: FileScope, conversion: Conversion, depth: number): readonly Item[] {
  const regions = scope.parsed.regions;
  const shared = regions.filter(isShared);
  const items: Item[] = [];
  const sent = new Set<string>();
  const changes = changingVariables(scope, conversion);
  const add = (region: Region, file: OpenFile, more: readonly Variable[]): void => {
    const input: RequestInput = {
      region,
      file,
      shared,
      scope,
      conversion,
      variables: [...changes.at(region), ...more],
    };
    for (const request of requestsOf(input)) items.push({ kind: 'request', request });
    for (const name of namesOf(region)) sent.add(name);
  };
  for (const region of regions) {
    for (const needed of neededBy(region, scope, sent)) add(needed.region, needed.file, []);
    for (const { word, value } of region.commands)
      if (word === 'run') for (const item of ranItems(value, scope, conversion, depth, add)) items.push(item);
    if (!isShared(region)) add(region, scope, []);
  }
  return items;
}

/** True for a region without a request, which holds for all requests of the file. */
function isShared(region: Region): boolean {
  return region.request === null && region.curl === '';
}

type Add = (region: Region, file: OpenFile, more: readonly Variable[]) => void;

/** Adds what `run #Name (@a=1)` or `run file.http` names, and returns the items of a file. */
function ranItems(
  command: string,
  scope: FileScope,
  conversion: Conversion,
  depth: number,
  add: Add,
): readonly Item[] {
  const { context, source } = scope;
  const open = command.endsWith(')') ? command.indexOf('(') : -1;
  const target = open < 0 ? command : command.slice(0, open).trimEnd();
  const list = open < 0 ? '' : command.slice(open + 1, -1);
  const more = [...list.matchAll(/@([^\s=,]+)\s*=\s*([^,]*)/g)].map(([, name = '', value = '']) =>
    plain(name, value.trim()),
  );
  if (target.startsWith('#')) {
    const found = regionNamed(target.slice(1).trim(), scope);
    if (found === null)
      context.warn(`run ${target}: there is no such request in this file or the imported ones`);
    else add(found.region, found.file, more);
    return [];
  }
  const other = sourceBeside(source, target);
  if (other === null || depth >= MAX_DEPTH) {
    context.warn(`run ${target}: the file cannot be read`);
    return [];
  }
  const inner = fileScope(other, scope.beside, context.at(other.file));
  const items = itemsOf(inner, conversion, depth + 1);
  const own = variablesOf(inner, conversion);
  return items.map((item) =>
    item.kind === 'request'
      ? {
          kind: 'request',
          request: { ...item.request, variables: [...own, ...item.request.variables, ...more] },
        }
      : item,
  );
}

interface Named {
  readonly region: Region;
  readonly file: OpenFile;
}

function regionNamed(name: string, scope: FileScope): Named | null {
  for (const file of [scope, ...scope.imported]) {
    const region = file.parsed.regions.find((each) => namesOf(each).includes(name));
    if (region !== undefined) return { region, file };
  }
  return null;
}

/** Returns the requests that have to be sent before one: `# @ref` unless they were sent, `# @forceRef` always. */
function neededBy(region: Region, scope: FileScope, sent: Set<string>, depth = 0): readonly Named[] {
  if (depth > MAX_DEPTH) return [];
  return region.directives.flatMap(({ name, written, value, line }) => {
    if (name !== 'ref' && name !== 'forceref' && name !== 'dependson') return [];
    if (name !== 'forceref' && sent.has(value)) return [];
    const found = regionNamed(value, scope);
    if (found === null) {
      scope.context.warn(
        `line ${line}: @${written} ${value}: there is no such request in this file or the imported ones`,
      );
      return [];
    }
    const before = neededBy(found.region, scope, sent, depth + 1);
    sent.add(value);
    return [...before, found];
  });
}

interface Changes {
  /** The variables of one request. */
  readonly at: (region: Region) => readonly Variable[];
}

/**
 * Variables that a file defines again have the new value from there on. In a file alone, each request also has those
 * that an environment defines too, because those of the file win.
 */
function changingVariables(scope: FileScope, conversion: Conversion): Changes {
  const first = scope.variables;
  const inEnvironments = new Set(
    conversion.isAlone
      ? scope.beside.environments.flatMap(({ variables }) => variables.map(({ name }) => name))
      : [],
  );
  const current = new Map(first);
  const known = new Map<Region, readonly Variable[]>();
  for (const region of scope.parsed.regions) {
    for (const { name, value } of region.variables) current.set(name, value);
    const changed = [...current].filter(
      ([name, value]) => value !== first.get(name) || inEnvironments.has(name),
    );
    known.set(
      region,
      changed.map(([name, value]) => plain(name, value)),
    );
  }
  return { at: (region) => known.get(region) ?? [] };
}

function variablesOf(scope: FileScope, conversion: Conversion): readonly Variable[] {
  const named = [...scope.variables].map(([name, value]) => plain(name, value));
  scope.context.countFields(named.length);
  conversion.outside.take(scope);
  for (const region of scope.parsed.regions)
    for (const { name, value, line } of region.directives)
      if (name === 'prompt')
        scope.context.warn(
          `line ${line}: @prompt ${value}: nobody is asked; give the value with --env-var ${value.split(/\s+/)[0] ?? ''}=…`,
        );
  return named;
}

function plain(name: string, text: string): Variable {
  const [, literal] = /^\{\{\s*(true|false|null|-?\d+(?:\.\d+)?)\s*\}\}$/.exec(text) ?? [];
  const variable = { name, value: literal ?? text, enabled: true, secret: false, docs: '' };
  if (literal === undefined) return variable;
  return { ...variable, type: literal === 'null' ? 'json' : /^[tf]/.test(literal) ? 'boolean' : 'number' };
}

/** Returns the scripts of regions without a request, which run for every request. */
function sharedScripts(scope: FileScope): Scripts {
  const files: readonly OpenFile[] = [...scope.imported, scope];
  const found = files.flatMap(({ parsed, source }) =>
    parsed.regions
      .filter((region) => isShared(region) || hasEvery(region))
      .map((region) => scriptsOf(everyOf(region), NO_ADDITIONS, source, scope.context)),
  );
  return {
    preRequest: joined(found.map((each) => each.preRequest)),
    test: joined(found.map((each) => each.test)),
  };
}

/** True for a region with a script that begins with `{{+`. */
function hasEvery({ before, after }: Region): boolean {
  return [...before, ...after].some(({ event }) => event.startsWith('+'));
}

function everyOf(region: Region): Region {
  if (isShared(region)) return region;
  const every = (scripts: Region['before']): Region['before'] =>
    scripts.filter(({ event }) => event.startsWith('+'));
  return { ...region, directives: [], asserts: [], before: every(region.before), after: every(region.after) };
}

function joined(scripts: readonly string[]): string {
  const texts = scripts.filter((script) => script !== '');
  const [first] = texts;
  return first === undefined ? '' : markScript(joinScripts(texts.map(unmarkedScript)), dialectOf(first));
}
