// TLS as negotiated with a peer, for people to read.

export interface TlsDetails {
  /** Such as `TLSv1.3`. */
  readonly version: string;
  readonly cipher: string;
  readonly alpn: string | null;
  /** The server name asked for; null when the target is an IP address. */
  readonly sni: string | null;
  /** False when the certificate was not one to trust and was taken all the same; absent otherwise. */
  readonly verified?: false;
}
