// Which bodies hold gRPC messages, and in which of its shapes.

export interface GrpcKind {
  /** gRPC-Web: trailers come in the body. */
  readonly web: boolean;
  /** gRPC-Web-Text: the body is base64. */
  readonly text: boolean;
  /** What the messages are, such as `proto` or `json`; `proto` unless said. */
  readonly format: string;
}

/** By a Content-Type such as `application/grpc-web+proto`; null for other bodies. */
export function grpcKind(contentType: string | undefined): GrpcKind | null {
  const found = /^\s*application\/grpc(-web(?:-text)?)?(?:\+([\w.+-]+))?\s*(?:;|$)/i.exec(contentType ?? '');
  if (found === null) return null;
  const [, web = '', format = 'proto'] = found;
  return { web: web !== '', text: web.toLowerCase() === '-web-text', format: format.toLowerCase() };
}
