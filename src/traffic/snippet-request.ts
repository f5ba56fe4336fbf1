// Converts a captured request to the input of the code snippet formats.
import { isUtf8 } from 'node:buffer';
import { decodeBody } from '../flow/decode.ts';
import type { Flow } from '../flow/flow.ts';
import type { Message } from '../flow/message.ts';
import { isText } from '../base/body-text.ts';
import type { SnippetBody, SnippetRequest } from '../snippets/contract.ts';

/** Returns the request as the client sent it. Returns null for a tunnel, because only its target is known. */
export async function snippetRequest(flow: Flow): Promise<SnippetRequest | null> {
  const request = flow.originalRequest ?? flow.request;
  if (request === null) return null;
  const { method, octetUrl: url } = flow;
  return { method, url, headers: request.octetHeaders, ...(await snippetBody(request)) };
}

async function snippetBody(request: Message): Promise<Pick<SnippetRequest, 'body' | 'compressed'>> {
  const { size } = request.body;
  if (size === 0) return { body: { type: 'none' }, compressed: false };
  const { bytes, decoded, ...extent } = await decodeBody(request, Infinity);
  const isWhole = bytes.length === extent.size && extent.exact && !(decoded && extent.error !== null);
  const isSendable = isWhole && isSendableText(request.header('content-type'), bytes);
  const body: SnippetBody = isSendable ? { type: 'text', text: bytes.toString() } : { type: 'binary', size };
  return { body, compressed: decoded };
}

/** Returns true when a program that holds the text, and writes it in UTF-8, would send the same bytes. */
function isSendableText(contentType: string | undefined, bytes: Buffer): boolean {
  return isText(contentType, bytes) && isUtf8(bytes) && !bytes.includes(0);
}
