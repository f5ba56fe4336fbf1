// The types that the stores of trusted roots share.

/** Commands that change a store, each a program and its arguments. */
export interface TrustChange {
  readonly commands: readonly (readonly [program: string, ...args: readonly string[]])[];
  /** True when the system asks for a password, so that the user has to run them. */
  readonly needsPassword: boolean;
}

export interface TrustStore {
  /** Such as `the system` or `Firefox, profile default`. */
  readonly name: string;
  /** Null when it cannot be determined. Never rejects. */
  readonly isTrusted: () => Promise<boolean | null>;
  readonly add: TrustChange;
  readonly remove: TrustChange;
}

/** The root: its file and its text. */
export interface Root {
  readonly path: string;
  readonly pem: string;
}

/** The name of the root in stores that have names. */
export const NICKNAME = 'proxyctl';

/** Returns the base64 of each certificate, without what differs between files. */
export function certificateBodies(text: string): readonly string[] {
  const found = text.matchAll(/-----BEGIN (?:TRUSTED )?CERTIFICATE-----([^-]+)-----END/g);
  return Array.from(found, ([, body = '']) => body.replaceAll(/\s/g, ''));
}

/** True when `text` has the certificate of `root`. */
export function holdsRoot(text: string, { pem }: Root): boolean {
  const [wanted] = certificateBodies(pem);
  return wanted !== undefined && certificateBodies(text).includes(wanted);
}
