// Renders errors of the operating system as sentences: what is wrong, where, and what to do, followed by the system's
// code. Node's own messages, such as `ENOENT: no such file or directory, open '/a/b.part'`, name an internal step
// instead of the user's input.
import { existsSync } from 'node:fs';
import { basename, dirname } from 'node:path';

/** The parts of an error of the system, as Node gives them; each where it applies. */
interface SystemError extends Error {
  readonly code?: unknown;
  /** Such as `open`, `listen`, or `spawn git`. */
  readonly syscall?: unknown;
  readonly path?: unknown;
  readonly address?: unknown;
  readonly port?: unknown;
  readonly hostname?: unknown;
}

/** Returns the sentence without a full stop; null for an error that is not a system error, or of unknown kind. */
export function systemSentence(error: Error): string | null {
  const { code, syscall, path, address, port, hostname }: SystemError = error;
  if (typeof code !== 'string' || typeof syscall !== 'string') return null;
  const sentence = syscall.startsWith('spawn')
    ? programSentence(code, text(path))
    : syscall === 'listen' || syscall === 'bind'
      ? listenSentence(code, text(address), text(port))
      : (fileSentence(code, text(path), syscall) ??
        peerSentence(code, authority(address, port), text(hostname)));
  return sentence === null ? null : `${sentence} (${code})`;
}

function fileSentence(code: string, path: string, syscall: string): string | null {
  switch (code) {
    case 'ENOENT':
      return missing(path, syscall);
    case 'EACCES':
    case 'EPERM':
      return denied(path);
    case 'EISDIR':
      return `${path || 'it'} is a folder`;
    case 'ENOTDIR':
      return `${fileAbove(path)} is a file, not a folder`;
    case 'EEXIST':
      return `${path} exists already`;
    case 'ENOTEMPTY':
      return `the folder ${path} is not empty`;
    case 'EROFS':
      return `${path} is on a file system that is read-only: give a path on another one`;
    case 'ENOSPC':
      return 'no space is left there: free some';
    case 'EDQUOT':
      return 'the disk quota of this user is used up: free some space';
    case 'ENAMETOOLONG':
      return `the name ${basename(path).slice(0, 50)}… is too long`;
    case 'ELOOP':
      return `${path} leads through too many links`;
    case 'EMFILE':
    case 'ENFILE':
      return 'too many files are open: close some programs, or raise the limit (ulimit -n)';
    case 'EBUSY':
    case 'ETXTBSY':
      return `another program uses ${path || 'it'}: close it`;
    default:
      return null;
  }
}

function missing(path: string, syscall: string): string | null {
  if (path === '') return null;
  const folder = dirname(path);
  if (!existsSync(folder)) return `there is no folder ${folder}`;
  return syscall === 'mkdir' ? `the system makes no folder in ${folder}` : `there is no ${path}`;
}

/** Names the folder where the file is to be made: its name may be a temporary one of ours. */
function denied(path: string): string | null {
  if (path === '') return null;
  return existsSync(path)
    ? `this user may not use ${path}: change its permissions, or give another one`
    : `this user may not use the folder ${dirname(path)}: change its permissions, or give another one`;
}

function fileAbove(path: string): string {
  for (let at = path; at !== dirname(at); at = dirname(at)) if (existsSync(at)) return at;
  return path;
}

function programSentence(code: string, program: string): string | null {
  if (code === 'ENOENT') return `the program ${program} is not installed, or not in PATH`;
  if (code === 'EACCES') return `this user may not run the program ${program}`;
  return null;
}

function listenSentence(code: string, address: string, port: string): string | null {
  switch (code) {
    case 'EADDRINUSE':
      return port === ''
        ? `${address} is in use by another program`
        : `port ${port} is in use by another program: stop it, or choose another port`;
    case 'EACCES':
      return `this user may not listen on port ${port}: choose one above 1023`;
    case 'EADDRNOTAVAIL':
      return `this machine does not have the address ${address}`;
    default:
      return null;
  }
}

function peerSentence(code: string, peer: string, name: string): string | null {
  const who = peer || 'the other side';
  switch (code) {
    case 'ECONNREFUSED':
      return `${who} refused the connection`;
    case 'ECONNRESET':
    case 'EPIPE':
      return `${who} closed the connection`;
    case 'ETIMEDOUT':
      return `${who} did not answer in time`;
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
      return `there is no way to ${who} from this network`;
    case 'ENOTFOUND':
      return `the host ${name} is not known`;
    case 'EAI_AGAIN':
      return `the name server did not answer for ${name}`;
    default:
      return null;
  }
}

function authority(address: unknown, port: unknown): string {
  const [host, number] = [text(address), text(port)];
  if (host === '' || number === '') return host;
  return host.includes(':') ? `[${host}]:${number}` : `${host}:${number}`;
}

function text(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
