// The types that the stores of trusted roots share.
import type { Command } from '../../base/trust-places.ts';
import type { RunProgram } from '../commands.ts';

/** Commands that change a store. */
export interface TrustChange {
  readonly commands: readonly Command[];
  /** True when the system asks for a password or an administrator, so that the user has to run them. */
  readonly needsPassword: boolean;
}

/** A place where a store has the certificate. */
export interface TrustPlace {
  /** Such as a path, a keychain or the name of an entry. */
  readonly where: string;
  /** Null where only a person can take it out. */
  readonly remove: TrustChange | null;
}

export interface TrustStore {
  /** Such as `the system` or `Firefox, profile default`. */
  readonly name: string;
  /** The program that reads it. */
  readonly tool: string;
  readonly add: TrustChange;
  /** A sentence that the user should read before adding the root here. */
  readonly note?: string | null;
  /** Looks for the certificate itself, whatever its name there is. Never rejects. */
  readonly look: () => Promise<TrustState>;
}

export interface TrustState {
  /** Null when it cannot be determined. */
  readonly isTrusted: boolean | null;
  /** A certificate may be in a store that does not trust it, or not yet. */
  readonly places: readonly TrustPlace[];
}

/** The root: its file and its text. */
export interface Root {
  readonly path: string;
  readonly pem: string;
}

/** The computer whose stores are meant. */
export interface Machine {
  readonly platform: NodeJS.Platform;
  readonly env: NodeJS.ProcessEnv;
  readonly run: RunProgram;
  /** The folder that its file system is in; empty for this one. */
  readonly files: string;
  /** True for a user who may change what belongs to all users. */
  readonly isAdministrator: boolean;
}

/** Returns a change of what belongs to all users: an administrator needs no `sudo`, which containers do not have. */
export function administratorChange(commands: readonly Command[], { isAdministrator }: Machine): TrustChange {
  const own = commands.map(([program, first = '', ...args]): Command =>
    program === 'sudo' && isAdministrator
      ? [first, ...args]
      : [program, ...(first === '' ? [] : [first]), ...args],
  );
  return { commands: own, needsPassword: !isAdministrator };
}

/** Returns the base64 of each certificate without whitespace, which differs between files. */
export function certificateBodies(text: string): readonly string[] {
  const found = text.matchAll(/-----BEGIN (?:TRUSTED )?CERTIFICATE-----([^-]+)-----END/g);
  return Array.from(found, ([, body = '']) => body.replaceAll(/\s/g, ''));
}

/** True when `text` has the certificate of `root`. */
export function holdsRoot(text: string, { pem }: Root): boolean {
  const [wanted] = certificateBodies(pem);
  return wanted !== undefined && certificateBodies(text).includes(wanted);
}
