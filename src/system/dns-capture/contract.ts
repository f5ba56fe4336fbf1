// The set-up that makes a system ask our name server. Changing that needs an administrator, so commands are shown, never run.

export interface DnsSetup {
  /** The means of the system, such as `systemd-resolved`. */
  readonly means: string;
  /** The port that our name server needs, or takes where the system can be told any. */
  readonly port: number;
  /** Returns the commands, for a terminal of an administrator, that lead these domains to our name server. */
  readonly apply: (domains: readonly string[], port: number) => readonly string[];
  /** Returns the commands that take all of it back. */
  readonly undo: (domains: readonly string[]) => readonly string[];
}

/** A port that nobody else uses, for systems that can be told any. */
export const OWN_DNS_PORT = 5391;
/** The only port that other systems ask. */
export const DNS_PORT = 53;
