// The contract of a target of `setup`.

export interface SetupRequest {
  /** Port of the proxy, and the root that it signs with. */
  readonly port: number;
  readonly caPem: string;
  readonly caPath: string;
  /** Data folder. */
  readonly home: string;
  readonly env: NodeJS.ProcessEnv;
  readonly undo: boolean;
  readonly shell?: string | undefined;
  readonly services: readonly string[];
  /** The command, or arguments, behind `--`. */
  readonly command: readonly string[];
}

export interface SetupTarget {
  readonly name: string;
  readonly title: string;
  /** Does it, or prints it; resolves with the exit code. */
  readonly run: (request: SetupRequest) => Promise<number>;
}

/** Prints the output for the user or the shell. */
export function print(text: string): void {
  process.stdout.write(text === '' || text.endsWith('\n') ? text : `${text}\n`);
}

/** Prints a note that is not part of the output. */
export function note(text: string): void {
  process.stderr.write(`${text}\n`);
}
