// What a system's means of showing a notice is started with.
export interface Command {
  readonly file: string;
  readonly args: readonly string[];
  /** Beside the environment of this process. */
  readonly env: Readonly<Record<string, string>>;
}
