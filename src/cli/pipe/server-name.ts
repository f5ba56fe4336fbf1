// The name of an MCP server, by its command: of a script or a package, not of the program that runs it.
import { basename, dirname, extname } from 'node:path';

const RUNNERS =
  /^(?:node|npx|npm|pnpm|pnpx|yarn|bun|bunx|deno|python[\d.]*|py|uv|uvx|pipx|ruby|php|java|docker|podman|cmd|bash|sh|env)$/;
/** Words that runners take before the name of a package, and the option with which Windows' `cmd` takes a command. */
const VERBS = /^(?:run|exec|tool|x|dlx|start|call|\/[cC])$/;
/** Names of files and folders that say nothing of the server. */
const GENERIC = /^(?:index|main|server|cli|app|mcp|__main__|dist|build|lib|src|bin|out)$/;
/** Options of `docker run` and of runners that take the next word as their value. */
const VALUED =
  /^(?:-[evpuw]|--(?:env|env-file|volume|mount|publish|user|workdir|name|network|package|from|with|python))$/;
const MAX_CHARS = 60;

/** Returns a name that can be a host: in lower case, of letters, digits, points and hyphens. */
export function serverName(command: readonly string[]): string {
  const [program = '', ...args] = command;
  const own = bare(program);
  if (!RUNNERS.test(own)) return hostOf(own);
  const at = args.findIndex((arg, index) => isSubject(arg) && !VALUED.test(args[index - 1] ?? ''));
  const subject = args[at];
  if (subject === undefined) return hostOf(own);
  return RUNNERS.test(subject) ? serverName(args.slice(at)) : hostOf(subjectName(subject));
}

function isSubject(arg: string): boolean {
  return !arg.startsWith('-') && !VERBS.test(arg) && !/^\w+=/.test(arg);
}

function subjectName(subject: string): string {
  let path = subject.replaceAll('\\', '/').replace(/(?<=[^/]{2})[@:][^/@:]*$/, '');
  while (GENERIC.test(bare(path)) && dirname(path) !== '.' && dirname(path) !== path) path = dirname(path);
  return bare(path);
}

function bare(path: string): string {
  const name = basename(path.replaceAll('\\', '/'));
  return /^\.[cm]?[jt]s|\.py|\.exe|\.cmd|\.jar|\.rb|\.php$/.test(extname(name))
    ? name.slice(0, -extname(name).length)
    : name;
}

/** Returns the text as a host; `server` for one of which nothing is left. */
export function hostOf(text: string): string {
  const host = text
    .toLowerCase()
    .replace(/[^a-z\d.-]+/g, '-')
    .replace(/^[-.]+|[-.]+$/g, '')
    .slice(0, MAX_CHARS);
  return host === '' ? 'server' : host;
}
