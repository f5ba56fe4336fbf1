// Protocol Buffers without a schema: the wire format, and the most likely meaning of its bytes.
import type { Json } from '../../base/json.ts';
import { guessMessage, type GuessedField } from '../../codec/protobuf/guess.ts';
import { cutValue, treeNode } from '../../codec/tree.ts';
import { binaryEnd, defineView, isGenericType, mediaTypeOf, type TreeNode } from './contract.ts';

/** Maximum bytes of a body that is tried although its type is not protobuf. */
const MAX_TRIED_BYTES = 64 * 1024;

export const protobuf = defineView({
  id: 'protobuf',
  title: 'Protobuf',
  matches: (bytes, context) => {
    if (bytes.length === 0) return false;
    if (
      /^application\/(?:vnd\.google\.|x-)?(?:.*\+)?(?:protobuf|protobuffer|proto)$/.test(mediaTypeOf(context))
    )
      return true;
    const isTried = isGenericType(context) && mediaTypeOf(context) !== 'text/plain' && context.complete;
    return isTried && bytes.length <= MAX_TRIED_BYTES && isLikely(bytes);
  },
  view: (bytes, context) => {
    const { fields, error: end } = guessMessage(bytes);
    const { notes, error } = binaryEnd(end, bytes, context);
    const guessed = 'there is no schema: types are guesses, other readings stand beside them';
    return { type: 'tree', nodes: fieldNodes(fields), notes: [guessed, ...notes], error };
  },
});

/** The largest field number that people usually give. */
const LIKELY_NUMBER = 500;

function isLikely(bytes: Uint8Array): boolean {
  const { fields, error } = guessMessage(bytes);
  return error === null && fields.every(({ number }) => number <= LIKELY_NUMBER);
}

export function fieldNodes(fields: readonly GuessedField[]): TreeNode[] {
  return fields.map(({ number, guess, value, offset, end, alternatives, fields: inner }) =>
    treeNode({
      label: String(number),
      kind: guess,
      value: guess === 'message' ? null : cutValue(valueText(value)),
      offset,
      size: end - offset,
      notes: alternatives,
      children: fieldNodes(inner),
    }),
  );
}

function valueText(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
