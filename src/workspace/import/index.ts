// Files of other programs, and of our own exports, as what a workspace takes in. What can be mapped is mapped, with a
// warning for each loss or guess; what cannot be is refused with the reason.
import type { Imported } from '../model/imported.ts';
import { readContent } from './content.ts';
import type { ImportFormat } from './contract.ts';
import { curl } from './curl.ts';
import { har } from './har/index.ts';
import { insomnia } from './insomnia/index.ts';
import { openApi } from './openapi/index.ts';
import { postmanCollection } from './postman-collection.ts';
import { postmanEnvironment } from './postman-environment.ts';
import { postmanGlobals } from './postman-globals.ts';

/** In the order in which they are asked. */
export const importFormats: readonly ImportFormat[] = [
  curl,
  openApi,
  postmanGlobals,
  postmanEnvironment,
  har,
  insomnia,
  postmanCollection,
];

/** `file`: path or name of the file; empty for pasted text. Throws an Error whose sentence says what is wrong. */
export function importContent(bytes: Uint8Array, file: string): Imported {
  const content = readContent(bytes, file);
  const format = importFormats.find(({ detect }) => detect(content));
  if (format !== undefined) return format.read(content);
  const labels = importFormats.map(({ label }) => label).join(', ');
  throw new Error(`it is none of the formats that can be imported: ${labels}`);
}
