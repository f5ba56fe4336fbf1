// The rooms and their rules as data, and the check of a single import.
import type { Import } from './imports.ts';

const ground = ['base', 'codec', 'documents', 'snippets', 'secrets', 'sandbox', 'certs', 'system'] as const;
/** The rooms of the API client. */
const client = ['collections', 'interchange', 'requests', 'runs', 'specs', 'services'];
const sessionMayUse = [...ground, 'flow', 'agents', 'net', 'proxy', 'tools', 'traffic', ...client];
const everything = [
  ...sessionMayUse,
  'session',
  'cassettes',
  'app',
  'control',
  'mcp',
  'cli',
  'library',
  'index.ts',
  'client.ts',
];

/** The rooms that each room may import besides itself and `base`; `room/part` allows only that file or folder. */
const rooms: ReadonlyMap<string, readonly string[]> = new Map([
  ...ground.map((room): [string, readonly string[]] => [room, []]),
  ['flow', ['codec']],
  ['agents', ['flow', 'codec']],
  ['net', ['codec']],
  ['proxy', ['flow', 'certs', 'net', 'codec']],
  ['tools', ['flow', 'net', 'sandbox', 'proxy/hooks']],
  ['traffic', ['flow', 'agents', 'documents', 'snippets', 'secrets', 'collections', 'interchange']],
  ['cassettes', ['flow', 'codec', 'documents', 'secrets', 'traffic', 'tools', 'proxy/hooks']],
  ['collections', ['documents']],
  ['interchange', ['collections', 'documents', 'snippets']],
  ['requests', ['collections', 'documents', 'net', 'codec']],
  ['runs', ['snippets', 'requests', 'collections', 'interchange', 'documents', 'net', 'sandbox', 'secrets']],
  ['specs', ['collections', 'interchange', 'documents', 'codec']],
  ['services', ['runs', 'specs', 'requests', 'collections', 'documents', 'net', 'codec']],
  ['session', sessionMayUse],
  ['app', ['session', 'traffic', 'tools', 'flow', 'system']],
  ['control', ['session', 'app', 'traffic', 'flow']],
  ['mcp', ['session/methods', 'control/client', 'control/saved-port', 'secrets', ...client]],
  ['cli', everything],
  ['library', everything],
  ['index.ts', everything],
  ['client.ts', client],
  // The UI takes only types from session/methods, see ui.ts.
  ['ui', ['session/methods', 'collections/model', 'flow/filter', 'flow/views', 'codec']],
]);

/** Folders of plug-ins, each a file or a folder. They may share `contract.ts` and the folder `shared/`, nothing else. */
const plugInFolders = [
  'src/snippets/',
  'src/flow/views/',
  'src/tools/catalogue/',
  'src/traffic/formats/',
  'src/requests/protocols/',
  'src/requests/auth/',
  'src/interchange/import/',
  'src/interchange/export/',
  'src/runs/reporters/',
  'src/cli/commands/',
  'ui/screens/',
];
const SHARED = ['contract', 'shared'];

/** Modules of Node that a room may not load. */
const forbiddenModules: ReadonlyMap<string, RegExp> = new Map([
  ['codec', /^(node:)?(net|tls|http|https|http2|dgram)(\/|$)/],
]);

/** Returns why this import of the module `path` is wrong, or undefined. */
export function violationOf(path: string, found: Import): string | undefined {
  const room = roomOf(path);
  if (!rooms.has(room)) return `src/${room} is not a room`;
  const { specifier, target } = found;
  if (specifier === null) return 'imports something that is no literal, which cannot be checked';
  if (/^(#|proxyctl(\/|$))/.test(specifier)) return `imports ${specifier}; name the file instead`;
  if (forbiddenModules.get(room)?.test(specifier)) return `${room} may not import ${specifier}`;
  if (!/^\.{1,2}(\/|$)/.test(specifier)) return undefined;
  if (target === null) return `imports ${specifier}, which is not a file`;
  return isWithin(room, target) ? siblingViolation(path, target) : roomViolation(room, target);
}

/** Returns the room of a file: `flow`, `index.ts`, `ui`; empty for a file outside src/ and ui/. */
export function roomOf(path: string): string {
  const [top, name] = path.split('/');
  if (top === 'ui') return 'ui';
  return top === 'src' ? (name ?? '') : '';
}

function isWithin(room: string, target: string): boolean {
  return roomOf(target) === room;
}

function roomViolation(room: string, target: string): string | undefined {
  const allowed = ['base', ...(rooms.get(room) ?? [])];
  if (/\.test\.[^.]+$/.test(target)) return `${room} may not import the test ${target}`;
  if (roomOf(target) !== '' && allowed.some((part) => isInPart(target, part))) return undefined;
  return `${room} may not import ${target}`;
}

// `proxy/hooks` is src/proxy/hooks.ts, src/proxy/hooks/… or src/proxy/hooks-….ts.
function isInPart(target: string, part: string): boolean {
  const base = `src/${part}`;
  return target === base || ['/', '.', '-'].some((next) => target.startsWith(base + next));
}

function siblingViolation(path: string, target: string): string | undefined {
  if (/\.test\.[^.]+$/.test(target)) return `imports the test ${target}`;
  const folder = plugInFolders.find((each) => path.startsWith(each));
  if (folder === undefined || !target.startsWith(folder)) return undefined;
  const own = plugInName(path, folder);
  const other = plugInName(target, folder);
  const isOpen = own === 'index' || own === other || SHARED.includes(other);
  return isOpen ? undefined : `a plug-in may not import its sibling ${target}`;
}

function plugInName(path: string, folder: string): string {
  return (
    path
      .slice(folder.length)
      .split('/')[0]
      ?.replace(/\.[^.]+$/, '') ?? ''
  );
}
