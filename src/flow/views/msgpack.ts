// MessagePack as a tree of its values.
import { readMsgpack } from '../../codec/msgpack.ts';
import { binaryFault, cutNotes, defineView, typeOf } from './contract.ts';

export const msgpack = defineView({
  id: 'msgpack',
  title: 'MessagePack',
  matches: (bytes, context) =>
    bytes.length > 0 && /^application\/(?:vnd\.|x-)?(?:.*\+)?(?:msgpack|messagepack)$/.test(typeOf(context)),
  view: (bytes, { complete }) => {
    const { nodes, fault } = readMsgpack(bytes);
    return { type: 'tree', nodes, notes: cutNotes(complete), fault: complete ? binaryFault(fault) : null };
  },
});
