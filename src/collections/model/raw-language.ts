// The editor language for bodies of a media type.
import type { RawLanguage } from './body.ts';

export function rawLanguage(mediaType: string): RawLanguage {
  if (/[/+]json\b/i.test(mediaType)) return 'json';
  if (/[/+]xml\b/i.test(mediaType)) return 'xml';
  if (/\bhtml\b/i.test(mediaType)) return 'html';
  return /\bjavascript\b/i.test(mediaType) ? 'javascript' : 'text';
}
