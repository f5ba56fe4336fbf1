// Finds the messages of a request, which are files in a hidden folder with the name of its file.
import { scalarText, type JsonObject } from '../../../documents/json-values.ts';
import type { SourceFolder } from '../shared/folder/source-folder.ts';
import { resourcesIn } from './resources.ts';

/** The names of files whose messages have none. */
const UNNAMED = /^message(?: \d+)?$/i;

/** Returns the fields of the files, in order, with their names. */
export function messagesIn(folder: SourceFolder, stem: string, request: JsonObject): readonly JsonObject[] {
  const found = resourcesIn(folder, stem, 'messages', /\.message\.ya?ml$/);
  const path = scalarText(request['messages']);
  if (found.length === 0 && path !== undefined)
    folder.contextOf(`${stem}.request.yaml`).warn(`there are no messages in ${path.slice(0, 200)}`);
  return found.map((message) => ({
    ...message.fields,
    name: message.fields['name'] ?? (UNNAMED.test(message.stem) ? '' : message.stem),
  }));
}
