// The contract between the switching of the system proxy, which is the same everywhere, and the settings of each
// operating system, which are seen as texts under keys.

/** One value of the system's settings. */
export interface ProxySetting {
  readonly key: string;
  /** The value that sends traffic to the proxy; null for one that must not be there. */
  readonly value: string | null;
  /**
   * True for a value that goes with the others, such as the one that turns them on. It stays as it is when somebody else
   * has changed one of the others in the meantime.
   */
  readonly isSwitch?: boolean;
  /** The part of the system that it is of, such as a network service. What fails for one does not fail for the others. */
  readonly part?: string;
}

/** The values by key; null for one that is not there. */
export type SettingValues = ReadonlyMap<string, string | null>;

export interface ProxySettings {
  /** The system as people know it, such as GNOME. */
  readonly name: string;
  /** A sentence on what the system sends past any proxy; absent where that is nothing. */
  readonly remark?: string;
  /** Returns what to set, in order. Rejects with a UserError when there is nothing that can be set. */
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
