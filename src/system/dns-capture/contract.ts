// The setup that makes a system ask our name server. It needs an administrator, so the commands are shown, never run.

export interface DnsSetup {
  /** The means of the system, such as `systemd-resolved`. */
  readonly means: string;
  /** The port of our name server: the one that the system requires, or our own where any port can be configured. */
  readonly port: number;
  /** Returns the commands, for an administrator's terminal, that direct these domains to our name server. */
  readonly apply: (domains: readonly string[], port: number) => readonly string[];
  /** Returns the commands that undo all of that. */
  readonly undo: (domains: readonly string[]) => readonly string[];
}

/** The port of our name server where any port can be configured. No known service uses it. */
export const OWN_DNS_PORT = 5391;
/** The only port that other systems query. */
export const DNS_PORT = 53;
