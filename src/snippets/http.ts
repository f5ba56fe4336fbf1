// Writes a request as the HTTP/1.1 message itself, with CR LF as line ends.
import { defineSnippet, type SnippetRequest } from './contract.ts';
import { headerValue, readableText, requestTarget, sendsBody, urlParts } from './shared/request-parts.ts';
import { sentHeaders } from './shared/sendable-request.ts';

export const http = defineSnippet({ id: 'http', label: 'HTTP', render });

function render(request: SnippetRequest): string {
  const text = request.body.type === 'text' ? request.body.text : '';
  const host = headerValue(request.headers, 'host') ?? urlParts(request.url).authority;
  // The body is sent with its length; with chunked as well, the message would be ambiguous.
  const headers = sentHeaders(request.headers).filter(({ name }) => !/^transfer-encoding$/i.test(name));
  const lines = [
    `${request.method} ${readableText(requestTarget(request.url))} HTTP/1.1`,
    `Host: ${readableText(host)}`,
    ...headers.map(({ name, value }) => `${name}: ${readableText(value)}`.trimEnd()),
    ...(sendsBody(request) ? [`Content-Length: ${Buffer.byteLength(text)}`] : []),
  ];
  return `${lines.join('\r\n')}\r\n\r\n${text}`;
}
