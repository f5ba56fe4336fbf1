// Recognizes bodies with gRPC messages, and their variant.

export interface GrpcKind {
  /** gRPC-Web: trailers are in the body. */
  readonly web: boolean;
  /** gRPC-Web-Text: the body is base64. */
  readonly text: boolean;
  /** Format of the messages, such as `proto` or `json`; `proto` by default. */
  readonly format: string;
}

/** Parses a Content-Type such as `application/grpc-web+proto`; null for other types. */
export function grpcKind(contentType: string | undefined): GrpcKind | null {
  const match = /^\s*application\/grpc(-web(?:-text)?)?(?:\+([\w.+-]+))?\s*(?:;|$)/i.exec(contentType ?? '');
  if (match === null) return null;
  const [, web = '', format = 'proto'] = match;
  return { web: web !== '', text: web.toLowerCase() === '-web-text', format: format.toLowerCase() };
}
