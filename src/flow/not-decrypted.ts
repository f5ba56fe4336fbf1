// The reason why TLS was not decrypted: a code for programs and filters, and a sentence for people.

/**
 * `refused`: the client refused our certificate, as one does that pins its own or does not trust our root; `closed`: it
 * closed the connection without a request, which may be the same, or mean nothing; `ech`: it may have wanted Encrypted
 * Client Hello. The others are explained in docs/settings.md.
 */
export const NOT_DECRYPTED_CODES = ['not-listed', 'bypassed', 'no-tls', 'refused', 'closed', 'ech'] as const;
export type NotDecryptedCode = (typeof NOT_DECRYPTED_CODES)[number];

export interface NotDecrypted {
  /** Null in sessions of releases that stored only the text. */
  readonly code: NotDecryptedCode | null;
  readonly text: string;
}
