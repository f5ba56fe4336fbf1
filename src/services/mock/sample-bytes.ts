// The smallest files of some binary media types, for responses that a description describes but has no example of.

const SAMPLES: ReadonlyMap<string, string> = new Map([
  [
    'image/png',
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  ],
  ['image/gif', 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'],
  ['image/bmp', 'Qk06AAAAAAAAADYAAAAoAAAAAQAAAAEAAAABABgAAAAAAAQAAADEDgAAxA4AAAAAAAAAAAAA////AA=='],
  ['application/zip', 'UEsFBgAAAAAAAAAAAAAAAAAAAAAAAA=='],
  ['application/gzip', 'H4sIAAAAAAAAAwMAAAAAAAAAAAA='],
]);
const TEXT_SAMPLE = Buffer.from('sample');

/** Returns null for a media type that is not binary. */
export function sampleBytes(mediaType: string): Buffer | null {
  const [type = ''] = mediaType.toLowerCase().split(';', 1);
  const sample = SAMPLES.get(type.trim());
  if (sample !== undefined) return Buffer.from(sample, 'base64');
  const isBinary =
    /^(?:image\/(?!svg)|audio\/|video\/|font\/)|^application\/(?:octet-stream|pdf|x-[\w-]*zip)\b/;
  return isBinary.test(type) ? TEXT_SAMPLE : null;
}
