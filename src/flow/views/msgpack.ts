// MessagePack as a tree of its values.
import { readMsgpack } from '../../codec/msgpack.ts';
import { binaryTree, defineView, mediaTypeOf } from './contract.ts';

export const msgpack = defineView({
  id: 'msgpack',
  title: 'MessagePack',
  matches: (bytes, context) =>
    bytes.length > 0 &&
    /^application\/(?:vnd\.|x-)?(?:.*\+)?(?:msgpack|messagepack)$/.test(mediaTypeOf(context)),
  view: (bytes, context) => binaryTree(readMsgpack(bytes), bytes, context),
});
