// Content-Type by file extension.
import { extname } from 'node:path';

const UTF_8 = '; charset=utf-8';

const TYPES: Readonly<Record<string, string>> = {
  '7z': 'application/x-7z-compressed',
  aac: 'audio/aac',
  apng: 'image/apng',
  avif: 'image/avif',
  bmp: 'image/bmp',
  bz2: 'application/x-bzip2',
  cbor: 'application/cbor',
  css: `text/css${UTF_8}`,
  csv: `text/csv${UTF_8}`,
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  eot: 'application/vnd.ms-fontobject',
  flac: 'audio/flac',
  gif: 'image/gif',
  graphql: `application/graphql${UTF_8}`,
  gz: 'application/gzip',
  htm: `text/html${UTF_8}`,
  html: `text/html${UTF_8}`,
  ico: 'image/x-icon',
  ics: `text/calendar${UTF_8}`,
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  js: `text/javascript${UTF_8}`,
  json: 'application/json',
  jsonld: 'application/ld+json',
  jxl: 'image/jxl',
  m3u8: 'application/vnd.apple.mpegurl',
  m4a: 'audio/mp4',
  m4v: 'video/mp4',
  map: 'application/json',
  markdown: `text/markdown${UTF_8}`,
  md: `text/markdown${UTF_8}`,
  mjs: `text/javascript${UTF_8}`,
  mov: 'video/quicktime',
  mp3: 'audio/mpeg',
  mp4: 'video/mp4',
  mpd: 'application/dash+xml',
  msgpack: 'application/vnd.msgpack',
  ndjson: 'application/x-ndjson',
  oga: 'audio/ogg',
  ogg: 'audio/ogg',
  ogv: 'video/ogg',
  opus: 'audio/ogg',
  otf: 'font/otf',
  pb: 'application/x-protobuf',
  pdf: 'application/pdf',
  plist: 'application/xml',
  png: 'image/png',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  rss: 'application/rss+xml',
  sse: 'text/event-stream',
  svg: 'image/svg+xml',
  tar: 'application/x-tar',
  tif: 'image/tiff',
  tiff: 'image/tiff',
  ts: 'video/mp2t',
  ttf: 'font/ttf',
  txt: `text/plain${UTF_8}`,
  wasm: 'application/wasm',
  wav: 'audio/wav',
  weba: 'audio/webm',
  webm: 'video/webm',
  webmanifest: 'application/manifest+json',
  webp: 'image/webp',
  woff: 'font/woff',
  woff2: 'font/woff2',
  xhtml: 'application/xhtml+xml',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  xml: 'application/xml',
  yaml: 'application/yaml',
  yml: 'application/yaml',
  zip: 'application/zip',
  zst: 'application/zstd',
};

export const BYTES = 'application/octet-stream';

export function contentTypeOf(file: string): string {
  const extension = extname(file).slice(1).toLowerCase();
  return Object.hasOwn(TYPES, extension) ? TYPES[extension]! : BYTES;
}

/** Returns the type without a charset, for a file of unknown encoding. */
export function mediaTypeOfFile(path: string): string {
  return contentTypeOf(path).split(';', 1)[0]!;
}
