// Imports `.http` and `.rest` files of VS Code REST Client, of the HTTP client of JetBrains, and of httpyac.
import { looksLikeHttpFile } from '../../../documents/http-file/index.ts';
import { NO_AUTH } from '../../../collections/model/auth.ts';
import { NOTHING_IMPORTED } from '../../../collections/model/imported.ts';
import { defineImport } from '../contract.ts';
import { stableId } from '../shared/folder/stable-id.ts';
import { ImportContext } from '../shared/import-context.ts';
import { convertFile } from './convert-file.ts';
import { environmentsBeside, NO_ENVIRONMENTS } from './environments.ts';
import { HTTP_FILE } from './folder.ts';
import { OutsideVariables } from './outside.ts';
import type { Conversion } from './conversion.ts';

export const httpFile = defineImport({
  id: 'http',
  label: '.http file',
  detect: ({ file, text }) => HTTP_FILE.test(file) || (!/\.\w+$/.test(file) && looksLikeHttpFile(text)),
  read: ({ text, file }, options = {}) => {
    const context = new ImportContext(options);
    const { folder } = options;
    const beside = folder === undefined ? NO_ENVIRONMENTS : environmentsBeside([folder], context);
    const conversion: Conversion = { outside: new OutsideVariables(options), isAlone: true };
    const source = { file: file || 'pasted', text, root: folder ?? null };
    const { items, variables, scripts } = convertFile(source, beside, context, conversion);
    const name = context.name(file.replace(HTTP_FILE, ''), 'Requests');
    const collection = {
      id: context.id(stableId('http', folder ?? '', file)),
      name,
      docs: '',
      auth: NO_AUTH,
      variables: [...variables, ...conversion.outside.variables],
      scripts,
      items,
    };
    const { warnings, broken } = context;
    return {
      ...NOTHING_IMPORTED,
      collections: [collection],
      environments: beside.environments,
      warnings,
      broken,
    };
  },
});
