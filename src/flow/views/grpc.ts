// The messages of a gRPC body, one node for each.
import type { Json } from '../../base/json.ts';
import { grpcKind } from '../../codec/grpc/content-type.ts';
import { decodedGrpcMessage, grpcPath } from '../../codec/grpc/decoded.ts';
import type { GrpcFrame } from '../../codec/grpc/frame-reader.ts';
import { grpcMessages } from '../../codec/grpc/messages.ts';
import { ProtoTypes } from '../../codec/protobuf/schema.ts';
import { cutValue, MAX_NODES, treeNode } from '../../codec/tree.ts';
import { binaryError, cutNotes, defineView, type TreeNode, type ViewContext } from './contract.ts';

const MAX_MESSAGES = 200;
const MAX_MESSAGE_BYTES = 256 * 1024;
/** Maximum bytes of all messages that are decoded. */
const MAX_DECODED_BYTES = 1024 * 1024;
const UNKNOWN = new ProtoTypes();

export const grpc = defineView({
  id: 'grpc',
  title: 'gRPC',
  matches: (bytes, { contentType }) => bytes.length > 0 && grpcKind(contentType) !== null,
  view: (bytes, context) => {
    const kind = grpcKind(context.contentType) ?? { web: false, text: false, format: 'proto' };
    const options = { max: MAX_MESSAGES, keep: MAX_MESSAGE_BYTES, growing: !context.complete };
    const { frames, count, trailers, error } = grpcMessages(bytes, kind, options);
    const budget = { nodes: MAX_NODES, bytes: MAX_DECODED_BYTES };
    const first = count - frames.length + 1;
    const nodes = frames.map((frame, at) => messageNode(frame, first + at, kind.format, context, budget));
    nodes.push(...trailers.map(({ name, value }) => treeNode({ label: name, kind: 'trailer', value })));
    const notes = [...cutNotes(bytes.length, bytes, context)];
    if (first > 1) notes.push(`${first - 1} earlier messages are not shown`);
    return { type: 'tree', nodes, notes, error: binaryError(error) };
  },
});

function messageNode(
  frame: GrpcFrame,
  number: number,
  format: string,
  context: ViewContext,
  budget: Budget,
): TreeNode {
  const node = treeNode({
    label: `message ${number}`,
    kind: frame.compressed ? 'compressed' : 'message',
    size: frame.size,
  });
  const content =
    budget.bytes > 0 ? messageBytes(frame, context) : 'not decoded: the messages before it took all the room';
  if (typeof content === 'string') return { ...node, notes: [content] };
  budget.bytes -= content.length;
  const path = grpcPath(pathOf(context.url));
  const schema = context.protos ?? UNKNOWN;
  const method = path === null ? undefined : schema.method(`${path.service}/${path.method}`);
  const type = (context.side === 'request' ? method?.request : method?.response) ?? null;
  const { decoded, type: known, error } = decodedGrpcMessage(content, format, type, schema);
  return { ...node, value: known, children: children(decoded, budget), notes: error === null ? [] : [error] };
}

function pathOf(url: string): string {
  return url.replace(/^[a-z]+:\/\/[^/?#]*/i, '');
}

/** Returns the message's bytes, or the reason why they cannot be decoded. */
function messageBytes(
  { bytes, size, compressed }: GrpcFrame,
  { headers, inflate }: ViewContext,
): Uint8Array | string {
  if (bytes.length < size) return `the message is too long to be decoded here: ${size} bytes`;
  if (!compressed) return bytes;
  const coding =
    headers
      .find(({ name }) => name.toLowerCase() === 'grpc-encoding')
      ?.value.trim()
      .toLowerCase() ?? 'identity';
  if (coding !== 'gzip' && coding !== 'deflate')
    return `the message is compressed, with the coding ${JSON.stringify(coding.slice(0, 40))}`;
  const content = inflate?.(coding, bytes, MAX_MESSAGE_BYTES) ?? null;
  return content ?? `the message is compressed, with ${coding}, and was not decompressed`;
}

interface Budget {
  nodes: number;
  bytes: number;
}

function children(value: Json, budget: Budget): TreeNode[] {
  if (typeof value !== 'object' || value === null) return [jsonNode('value', value, budget)];
  const list = Array.isArray(value)
    ? value.map((each, at): [string, Json] => [String(at), each as Json])
    : Object.entries(value as Readonly<Record<string, Json>>);
  return list.slice(0, Math.max(0, budget.nodes)).map(([label, each]) => jsonNode(label, each, budget));
}

function jsonNode(label: string, value: Json, budget: Budget): TreeNode {
  budget.nodes -= 1;
  if (typeof value === 'object' && value !== null)
    return treeNode({
      label,
      kind: Array.isArray(value) ? 'list' : 'message',
      children: children(value, budget),
    });
  return treeNode({ label, kind: typeof value, value: cutValue(String(value)) });
}
