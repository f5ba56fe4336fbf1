// MessagePack as a tree of its values.
import { readMsgpack } from '../../codec/msgpack.ts';
import { binaryError, truncationNotes, defineView, mediaTypeOf } from './contract.ts';

export const msgpack = defineView({
  id: 'msgpack',
  title: 'MessagePack',
  matches: (bytes, context) =>
    bytes.length > 0 &&
    /^application\/(?:vnd\.|x-)?(?:.*\+)?(?:msgpack|messagepack)$/.test(mediaTypeOf(context)),
  view: (bytes, { complete }) => {
    const { nodes, error } = readMsgpack(bytes);
    return {
      type: 'tree',
      nodes,
      notes: truncationNotes(complete),
      error: complete ? binaryError(error) : null,
    };
  },
});
