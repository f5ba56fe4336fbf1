// Every view of a body, the most specific first. It loads nothing of Node: the browser uses it too.
import { ai } from './ai.ts';
import { cbor } from './cbor.ts';
import type { BodyView, ViewContext } from './contract.ts';
import { form } from './form.ts';
import { graphql } from './graphql.ts';
import { grpc } from './grpc.ts';
import { hex } from './hex.ts';
import { html } from './html.ts';
import { image } from './image.ts';
import { json } from './json.ts';
import { jwt } from './jwt.ts';
import { mcp } from './mcp.ts';
import { msgpack } from './msgpack.ts';
import { multipart } from './multipart.ts';
import { protobuf } from './protobuf.ts';
import { text } from './text.ts';
import { xml } from './xml.ts';

export type { Conversation, Fact, Figures, Part, Result, Turn } from '../conversation.ts';
export type { BodyView, HexRow, TextLanguage, TreeNode, View, ViewContext, ViewError } from './contract.ts';

export const views: readonly BodyView[] = [
  grpc,
  ai,
  mcp,
  graphql,
  form,
  multipart,
  image,
  json,
  html,
  xml,
  msgpack,
  cbor,
  protobuf,
  jwt,
  text,
  hex,
];

/** Returns the views that can show a body, the most specific first. */
export function viewsOf(bytes: Uint8Array, context: ViewContext): readonly BodyView[] {
  return views.filter((view) => view.matches(bytes, context));
}

export function findView(id: string): BodyView | undefined {
  return views.find((view) => view.id === id);
}
