// The contract between the code that switches the system proxy, which is the same everywhere, and the settings of each
// operating system, which it treats as texts under keys.

/** One value of the system's settings. */
export interface ProxySetting {
  readonly key: string;
  /** The value that sends traffic to the proxy; null for one that must not be there. */
  readonly value: string | null;
  /**
   * True for a value that depends on the others, such as the one that turns them on. It is not restored when somebody
   * else has changed one of the others in the meantime.
   */
  readonly isSwitch?: boolean;
  /**
   * The part of the system that it belongs to, such as a network service. An error in one part does not affect the
   * others.
   */
  readonly part?: string;
}

/** The values by key; null for one that is not there. */
export type SettingValues = ReadonlyMap<string, string | null>;

export interface ProxySettings {
  /** The system as people know it, such as GNOME. */
  readonly name: string;
  /** A sentence about traffic that the system never sends through a proxy; absent where there is none. */
  readonly remark?: string;
  /** Returns the values to set, in order. Rejects with a UserError when nothing can be set. */
  wanted(port: number): Promise<readonly ProxySetting[]>;
  /** Reads the present values. Rejects with a UserError. */
  read(keys: readonly string[]): Promise<SettingValues>;
  /** Rejects with a UserError when the value cannot be written. */
  write(key: string, value: string | null): Promise<void>;
  /** Tells running programs of the change. Never rejects. */
  announce?(): Promise<void>;
  /** True when the system sends its traffic to this port; false when it cannot be determined. Never rejects. */
  pointsTo(port: number): Promise<boolean>;
}

/** The address under which programs of this machine reach the proxy. */
export const PROXY_HOST = '127.0.0.1';
