import { expect, test } from 'vitest';
import { images } from '../../test/helpers/images.ts';
import { imageHeader } from './image-header.ts';

test.each(images)('%s', (_, mime, width, height, base64) => {
  expect(imageHeader(Buffer.from(base64, 'base64'))).toEqual({ mime, width, height });
});

test.each(images)('%s, cut anywhere, never has another type or size', (_, mime, width, height, base64) => {
  const whole = Buffer.from(base64, 'base64');
  for (let length = 0; length < whole.length; length += 1) {
    const found = imageHeader(whole.subarray(0, length));
    if (found === null) continue;
    expect(found.mime).toBe(mime);
    if (found.width !== null && mime !== 'image/x-icon')
      expect([found.width, found.height]).toEqual([width, height]);
  }
});

test.each([
  ['<svg xmlns="http://www.w3.org/2000/svg" width="10" height="20px"/>', 10, 20],
  [
    '<?xml version="1.0"?>\n<!-- a > b --><!DOCTYPE svg [<!ENTITY a "b">]>\n<svg viewBox="0 0 24.5 12">',
    24.5,
    12,
  ],
  ['<svg width="100%" height="100%">', null, null],
])('SVG %s', (text, width, height) => {
  expect(imageHeader(Buffer.from(text))).toEqual({ mime: 'image/svg+xml', width, height });
});

test.each(['', 'BM', 'hello', '<html><svg>', 'GIF88a....', '\x89PNX'])('%j is no image', (text) => {
  expect(imageHeader(Buffer.from(text, 'latin1'))).toBeNull();
});
