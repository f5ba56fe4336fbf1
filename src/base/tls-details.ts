// The parameters of a TLS connection, as shown to users.

export interface TlsDetails {
  /** Such as `TLSv1.3`. */
  readonly version: string;
  readonly cipher: string;
  readonly alpn: string | null;
  /** The server name that was requested; null when the target is an IP address. */
  readonly sni: string | null;
  /** The SHA-256 of the server's certificate in base64; absent where it is not known. */
  readonly certificate?: string;
  /** False when the certificate is not trusted and was accepted all the same; absent otherwise. */
  readonly verified?: false;
}
