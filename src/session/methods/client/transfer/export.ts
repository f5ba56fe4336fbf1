// Exports a collection or an environment for the page: the text of a file with its name, and what the format cannot
// hold.
import { z } from 'zod';
import { didYouMean } from '../../../../base/did-you-mean.ts';
import { ParameterError } from '../../../../base/errors.ts';
import type { Workspace } from '../../../../collections/storage/workspace.ts';
import type { ExportFormat, ExportResult } from '../../../../interchange/export/contract.ts';
import { defineMethod, UI_ONLY } from '../../contract.ts';
import { reference } from '../../workspace/fields.ts';

const KINDS = ['collection', 'environment'] as const;
const kind = z.enum(KINDS, KINDS.join(', '));

export const exportFormatsOf = defineMethod({
  name: 'client.export_formats',
  summary: 'Lists the formats in which an object can be exported, with the name of each file',
  effect: 'read',
  faces: UI_ONLY,
  params: z.strictObject({ kind, ref: reference }),
  result: z.strictObject({
    formats: z.array(
      z.strictObject({
        format: z.string(),
        label: z.string(),
        fileName: z.string(),
        isFolder: z.boolean(),
      }),
    ),
  }),
  async run(app, { kind: of, ref }) {
    const { exportFileName } = await import('../../../../interchange/export/contract.ts');
    const { name } = await objectOf(await app.workspace.open(), of, ref);
    return {
      formats: (await formatsOf(of)).map((each) => ({
        format: each.format,
        label: each.label,
        fileName: exportFileName(each, name),
        isFolder: each.kind === 'folder',
      })),
    };
  },
});

export const exportObject = defineMethod({
  name: 'client.export',
  summary: 'Returns an object in a format of another program, and what that format cannot hold',
  effect: 'read',
  faces: UI_ONLY,
  params: z.strictObject({ kind, ref: reference, format: z.string() }),
  result: z.strictObject({
    fileName: z.string(),
    files: z
      .array(z.strictObject({ path: z.string(), text: z.string() }))
      .describe('One, or those of a folder'),
    warnings: z.array(z.string()).readonly(),
  }),
  async run(app, { kind: of, ref, format: asked }) {
    const formats = await formatsOf(of);
    const format = formats.find((each) => each.format === asked);
    if (format === undefined) {
      const names = formats.map((each) => each.format);
      throw new ParameterError(
        `${JSON.stringify(asked.slice(0, 60))} is no format for ${of}s: ${didYouMean(asked, names)}`,
        { field: 'format' },
      );
    }
    return written(await app.workspace.open(), format, ref);
  },
});

export const docsPreview = defineMethod({
  name: 'client.docs_preview',
  summary: 'Makes the documentation of a collection, to be looked at in a browser before it is published',
  effect: 'read',
  faces: UI_ONLY,
  params: z.strictObject({ collection: reference }),
  result: z.strictObject({
    path: z.string().describe('On the port of the app'),
    fileName: z.string(),
    bytes: z.number(),
  }),
  async run(app, { collection }) {
    const { fileName, text } = await docsOf(await app.workspace.open(), collection);
    return {
      path: `/preview/${app.clientState.pages.add(text)}`,
      fileName,
      bytes: Buffer.byteLength(text),
    };
  },
});

/** Resolves with what `proxyctl docs` writes. */
async function docsOf(
  workspace: Workspace,
  reference: string,
): Promise<{ readonly fileName: string; readonly text: string }> {
  const { activeEnvironment, collectionNamed } = await import('../../../../collections/storage/named.ts');
  const { exportFileName } = await import('../../../../interchange/export/contract.ts');
  const { html } = await import('../../../../interchange/export/html/index.ts');
  const { descriptionOf } = await import('../../../../specs/description.ts');
  const { collection } = await collectionNamed(workspace, reference);
  const environment = await activeEnvironment(workspace);
  const description = await descriptionOf(workspace, collection);
  const { text } = html.write(collection, { environment, description });
  return { fileName: exportFileName(html, collection.name), text };
}

interface Written {
  readonly fileName: string;
  readonly files: { readonly path: string; readonly text: string }[];
  readonly warnings: readonly string[];
}

async function written(workspace: Workspace, format: ExportFormat, ref: string): Promise<Written> {
  const { activeEnvironment, collectionNamed, environmentNamed } =
    await import('../../../../collections/storage/named.ts');
  const { exportFileName } = await import('../../../../interchange/export/contract.ts');
  const oneFile = ({ name }: { readonly name: string }, { text, warnings }: ExportResult): Written => {
    const fileName = exportFileName(format, name);
    return { fileName, files: [{ path: fileName, text }], warnings };
  };
  if (format.kind === 'environment') {
    const environment = await environmentNamed(workspace, ref);
    return oneFile(environment, format.write(environment, { environment }));
  }
  const { collection } = await collectionNamed(workspace, ref);
  const context = { environment: await activeEnvironment(workspace) };
  if (format.kind === 'collection') return oneFile(collection, format.write(collection, context));
  const { files, warnings } = format.write(collection, context);
  return {
    fileName: exportFileName(format, collection.name),
    files: files.map(({ path, text }) => ({ path: path.join('/'), text })),
    warnings,
  };
}

async function formatsOf(of: (typeof KINDS)[number]): Promise<readonly ExportFormat[]> {
  const { exportFormats } = await import('../../../../interchange/export/index.ts');
  return exportFormats.filter((each) => (each.kind === 'environment') === (of === 'environment'));
}

async function objectOf(
  workspace: Workspace,
  of: (typeof KINDS)[number],
  ref: string,
): Promise<{ readonly name: string }> {
  const { collectionNamed, environmentNamed } = await import('../../../../collections/storage/named.ts');
  if (of === 'environment') return environmentNamed(workspace, ref);
  return (await collectionNamed(workspace, ref)).collection;
}
