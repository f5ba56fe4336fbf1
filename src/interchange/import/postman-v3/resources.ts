// The files that belong to a request. They are in a hidden folder with the name of its file.
import type { JsonObject } from '../../../documents/json-values.ts';
import { readYaml } from '../shared/folder/read-yaml.ts';
import type { SourceFolder } from '../shared/folder/source-folder.ts';

const RESOURCES_FOLDER = '.resources';

export interface Resource {
  readonly fields: JsonObject;
  /** The name of the file without its ending. */
  readonly stem: string;
  readonly file: string;
  readonly folder: SourceFolder;
}

/** Returns the files in `.resources/<stem>.resources/<name>` with this ending that can be read, in order. */
export function resourcesIn(
  folder: SourceFolder,
  stem: string,
  name: string,
  ending: RegExp,
): readonly Resource[] {
  const resources = [RESOURCES_FOLDER, `${stem}.resources`, name].reduce<SourceFolder | null>(
    (above, each) => (above?.folders.includes(each) === true ? above.folder(each) : null),
    folder,
  );
  if (resources === null) return [];
  return resources.files
    .filter((file) => ending.test(file))
    .flatMap((file) => {
      const fields = readYaml(resources, file);
      return fields === null ? [] : [{ fields, stem: file.replace(ending, ''), file, folder: resources }];
    })
    .sort((a, b) => orderOf(a.fields) - orderOf(b.fields));
}

function orderOf({ order }: JsonObject): number {
  return typeof order === 'string' && order !== '' ? Number(order) : Number.MAX_VALUE;
}
