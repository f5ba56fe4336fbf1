// The format and size of an image. The bytes themselves go to the face unchanged.
import { imageHeader } from '../../codec/image-header.ts';
import { binaryError, cutNotes, defineView, mediaTypeOf } from './contract.ts';

export const image = defineView({
  id: 'image',
  title: 'Image',
  matches: (bytes) => imageHeader(bytes) !== null,
  view: (bytes, context) => {
    const found = imageHeader(bytes);
    const declared = mediaTypeOf(context);
    if (found === null) {
      const error = binaryError({
        offset: 0,
        reason: 'the first bytes do not match any known image format',
      });
      return { type: 'unreadable', notes: [], error };
    }
    const notes = [...cutNotes(bytes.length, bytes, context)];
    if (found.width === null) notes.push('the image header does not contain its size');
    if (declared.startsWith('image/') && !isSameType(declared, found.mime))
      notes.push(`Content-Type says ${declared}, the bytes are ${found.mime}`);
    return { type: 'image', ...found, notes, error: null };
  },
});

function isSameType(declared: string, found: string): boolean {
  const plain = (type: string): string =>
    type
      .replace(/^image\/(?:x-|vnd\.microsoft\.|vnd\.)?/, '')
      .replace('ms-bmp', 'bmp')
      .replace('jpg', 'jpeg')
      .replace('apng', 'png')
      .replace('heif', 'heic')
      .replace('icon', 'ico');
  return plain(declared) === plain(found);
}
