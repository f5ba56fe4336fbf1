// The parameters of a TLS connection, as shown to users.

export interface TlsDetails {
  /** Such as `TLSv1.3`. */
  readonly version: string;
  readonly cipher: string;
  readonly alpn: string | null;
  /** The server name that was requested; null when the target is an IP address. */
  readonly sni: string | null;
  /** False when the certificate is not trusted and was accepted all the same; absent otherwise. */
  readonly verified?: false;
}
