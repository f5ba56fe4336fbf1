// The wrapped command as a process: on the same terminal, without a shell. Its end is converted to an exit code.
import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process';
import { constants } from 'node:os';
import { messageOf, systemCode } from '../../base/errors.ts';
import { windowsCommand } from './windows-command.ts';

export interface CommandEnd {
  /** Its own exit code; 128 + n when signal n ended it; 127 when it could not be started. */
  readonly code: number;
  /** The reason why it could not be started, with the name of the command. */
  readonly error?: string;
}

export interface RunningCommand {
  /** Undefined when it could not be started. */
  readonly pid: number | undefined;
  /** Never rejects. */
  readonly exited: Promise<CommandEnd>;
  /** Forwards a signal; has no effect once the command has ended. */
  signal(name: NodeJS.Signals): void;
}

/** The standard streams of a command, where they are pipes. */
export type CommandStreams = Pick<ChildProcess, 'stdin' | 'stdout' | 'stderr'>;

/** Takes the standard streams of a command. */
export interface StreamOwner {
  /** True when it takes the standard error too. */
  readonly takesErrors: boolean;
  attach(child: CommandStreams): void;
  /** Called at the end of the command, which lasts until this has resolved. */
  ended(code: number): Promise<void>;
}

/**
 * Starts `argv` with the environment `env` and the standard streams of this process, or those of `owner`. Never throws.
 */
export function runCommand(
  argv: readonly string[],
  env: NodeJS.ProcessEnv,
  owner: StreamOwner | null = null,
): RunningCommand {
  try {
    const child = start(argv, env, owner);
    owner?.attach(child);
    const exited = endOf(child, argv[0]).then(async (end) => {
      await owner?.ended(end.code);
      return end;
    });
    return { pid: child.pid, exited, signal: (name) => hand(name, child) };
  } catch (error) {
    return { pid: undefined, exited: Promise.resolve(failure(argv[0], error)), signal: () => undefined };
  }
}

/** Returns the command with an extended end: it runs `cleanUp` after the command and waits for it. */
export function withCleanUp(running: RunningCommand, cleanUp: () => Promise<void>): RunningCommand {
  const exited = async (): Promise<CommandEnd> => {
    const end = await running.exited;
    await cleanUp();
    return end;
  };
  return { ...running, exited: exited() };
}

const NOT_STARTED = 127;

function start(
  [file = '', ...args]: readonly string[],
  env: NodeJS.ProcessEnv,
  owner: StreamOwner | null,
): ChildProcess {
  const stdio: StdioOptions =
    owner === null ? 'inherit' : ['pipe', 'pipe', owner.takesErrors ? 'pipe' : 'inherit'];
  if (process.platform !== 'win32') return spawn(file, args, { env, stdio });
  const command = windowsCommand(file, args, env);
  return spawn(command.file, command.args, {
    env,
    stdio,
    windowsVerbatimArguments: command.isVerbatim,
  });
}

function endOf(child: ChildProcess, file: string | undefined): Promise<CommandEnd> {
  return new Promise((resolve) => {
    child.on('error', (error) => {
      // A signal that cannot be sent is also reported here, while the command runs.
      if (child.pid === undefined) resolve(failure(file, error));
    });
    child.on('exit', (code, signal) => {
      resolve({ code: code ?? 128 + (signal === null ? 0 : constants.signals[signal]) });
    });
  });
}

// Ctrl-C goes to every process in the foreground of the terminal, so the command has already received it. Many programs
// take a second one as an order to quit at once.
function hand(name: NodeJS.Signals, child: ChildProcess): void {
  if (name === 'SIGINT' && isOnTerminal()) return;
  child.kill(name);
}

function isOnTerminal(): boolean {
  return [process.stdin, process.stdout, process.stderr].some((stream) => stream.isTTY);
}

function failure(file = '', error: unknown): CommandEnd {
  return { code: NOT_STARTED, error: `cannot start ${JSON.stringify(file)}: ${reason(error)}` };
}

function reason(error: unknown): string {
  switch (systemCode(error)) {
    case 'ENOENT':
      return 'there is no such program; check its name and PATH';
    case 'EACCES':
      return 'it may not be executed by this user';
    case 'E2BIG':
      return 'its arguments and environment are too long for this system';
    default:
      return messageOf(error);
  }
}

/** Milliseconds that a command may take to stop before it is killed. */
const KILL_MS = 5000;

/** Forwards a signal, and kills the command if it does not stop in time. */
export function stopCommand(command: RunningCommand, signal: NodeJS.Signals): void {
  command.signal(signal);
  // Shells and debuggers handle an interrupt themselves, and may continue.
  if (signal === 'SIGINT') return;
  setTimeout(() => command.signal('SIGKILL'), KILL_MS).unref();
}
