// Runs the system's Git on a workspace. The repository may come from a stranger, so Git starts no program from its
// configuration, uses a transport only where it is told to (./transport.ts), and never prompts.
import { spawn } from 'node:child_process';
import { systemCode, UserError } from '../../base/errors.ts';

export interface GitResult {
  readonly code: number;
  readonly stdout: string;
  /** Standard output as it came. */
  readonly bytes: Buffer;
  readonly stderr: string;
  /** True when the output was longer than what is kept. */
  readonly isCut: boolean;
}

export interface GitOptions {
  /** Text for standard input. */
  readonly input?: string;
  readonly signal?: AbortSignal | undefined;
  /** Most bytes of output that are kept. */
  readonly maxBytes?: number;
  /** Milliseconds; by default a minute. */
  readonly timeoutMs?: number;
  /** Further settings, such as `core.pager=cat`. */
  readonly settings?: readonly string[];
}

const MAX_BYTES = 8 * 1024 * 1024;
const TIMEOUT_MS = 60_000;

/**
 * Settings that keep Git from starting programs: hooks, monitors, editors, pagers, signing and credential programs, and
 * every transport. They win over those of the repository.
 */
const SAFE_SETTINGS: readonly string[] = [
  'core.hooksPath=/dev/null',
  'core.fsmonitor=false',
  'core.sshCommand=false',
  'core.editor=false',
  'core.pager=cat',
  'core.askPass=false',
  'core.gitProxy=',
  'core.alternateRefsCommand=',
  'core.untrackedCache=false',
  'credential.helper=',
  'commit.gpgSign=false',
  'tag.gpgSign=false',
  'log.showSignature=false',
  'gpg.program=false',
  'gpg.ssh.program=false',
  'diff.external=',
  'diff.submodule=short',
  'diff.ignoreSubmodules=all',
  'status.submoduleSummary=false',
  'submodule.recurse=false',
  'interactive.diffFilter=',
  'protocol.allow=never',
  'safe.bareRepository=explicit',
  'gc.auto=0',
  'maintenance.auto=false',
  'trailer.separators=:',
];

/** Environment variables of Git that would point it elsewhere, or name programs. */
const GIT_VARIABLE = /^(?:GIT_|SSH_ASKPASS$|PAGER$|EDITOR$|VISUAL$)/;

/** Runs `git <args>` in a folder. Rejects with a UserError when Git is not installed or does not end. */
export async function runGit(
  folder: string,
  args: readonly string[],
  { input = '', signal, maxBytes = MAX_BYTES, timeoutMs = TIMEOUT_MS, settings: more = [] }: GitOptions = {},
): Promise<GitResult> {
  const settings = [...SAFE_SETTINGS, ...more].flatMap((setting) => ['-c', setting]);
  const environment = Object.entries(process.env).filter(([name]) => !GIT_VARIABLE.test(name));
  const child = spawn('git', ['--no-pager', '--no-optional-locks', ...settings, ...args], {
    cwd: folder,
    env: {
      ...Object.fromEntries(environment),
      GIT_TERMINAL_PROMPT: '0',
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_NO_LAZY_FETCH: '1',
      GIT_PROTOCOL_FROM_USER: '0',
      LC_ALL: 'C',
    },
    stdio: ['pipe', 'pipe', 'pipe'],
    timeout: timeoutMs,
    ...(signal !== undefined && { signal }),
  });
  const [stdout, stderr] = [new BoundedOutput(maxBytes), new BoundedOutput(MAX_ERROR_BYTES)];
  child.stdout.on('data', (piece: Buffer) => stdout.add(piece));
  child.stderr.on('data', (piece: Buffer) => stderr.add(piece));
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  const code = await new Promise<number>((resolve, reject) => {
    child.once('error', (error) => {
      reject(failed(error, folder));
    });
    child.once('close', (status, killed) => {
      if (killed === null) resolve(status ?? 1);
      else reject(new UserError('UNAVAILABLE', `Git was ended (${killed}) in ${folder}: it took too long`));
    });
  });
  const { bytes, isCut } = stdout;
  return { code, stdout: bytes.toString(), bytes, stderr: stderr.bytes.toString(), isCut };
}

const MAX_ERROR_BYTES = 64 * 1024;

class BoundedOutput {
  readonly #pieces: Buffer[] = [];
  readonly #max: number;
  #size = 0;
  isCut = false;

  constructor(max: number) {
    this.#max = max;
  }

  add(piece: Buffer): void {
    const room = this.#max - this.#size;
    if (piece.length > room) this.isCut = true;
    if (room > 0) this.#pieces.push(piece.subarray(0, room));
    this.#size += Math.min(piece.length, Math.max(room, 0));
  }

  get bytes(): Buffer {
    return Buffer.concat(this.#pieces);
  }
}

function failed(error: Error, folder: string): Error {
  if (systemCode(error) !== 'ENOENT') return error;
  return new UserError(
    'UNAVAILABLE',
    `Git cannot be started in ${folder}: is it installed, and does the folder exist?`,
    {
      cause: error,
    },
  );
}
