// The command that shows a desktop notification.
export interface Command {
  readonly file: string;
  readonly args: readonly string[];
  /** Variables added to the environment of this process. */
  readonly env: Readonly<Record<string, string>>;
}
