// Writes a collection or an environment for other programs.
import { z } from 'zod';
import { didYouMean } from '../../../../base/did-you-mean.ts';
import { ParameterError } from '../../../../base/errors.ts';
import type { ExportContext, ExportFormat } from '../../../../interchange/export/contract.ts';
import type { Workspace } from '../../../../collections/storage/workspace.ts';
import { defineMethod, EVERYWHERE } from '../../contract.ts';
import { text } from '../../fields.ts';
import type { WorkspaceOwner } from '../../workspace-context.ts';
import { reference } from '../fields.ts';

const KINDS = ['collection', 'environment'] as const;
type Kind = (typeof KINDS)[number];

export const exportCollection = defineMethod({
  name: 'export_collection',
  summary:
    'Writes a collection or environment to a file or folder: postman, postman-v3, openapi, html and more',
  effect: 'write',
  faces: EVERYWHERE,
  hints: ['idempotent'],
  undo: 'files',
  params: z.strictObject({
    ref: reference,
    kind: z.enum(KINDS, KINDS.join(', ')),
    format: text,
    path: text.min(1, 'the path of a file'),
  }),
  result: z.strictObject({ path: z.string(), files: z.number(), warnings: z.array(z.string()) }),
  async run({ workspace: context }: WorkspaceOwner, { ref, kind, format: asked, path: given }) {
    const format = await formatOf(kind, asked);
    const workspace = await context.open();
    const path = context.allowedPath(given, 'write');
    const { writeExportedFile, writeExportedFolder } =
      await import('../../../../interchange/files/exported.ts');
    const { activeEnvironment, collectionNamed, environmentNamed } =
      await import('../../../../collections/storage/named.ts');
    if (format.kind === 'environment') {
      const environment = await environmentNamed(workspace, ref);
      const { text: content, warnings } = format.write(environment, { environment });
      await writeExportedFile(path, content);
      return { path, files: 1, warnings: [...warnings] };
    }
    const { collection } = await collectionNamed(workspace, ref);
    const options: ExportContext = { environment: await activeEnvironment(workspace) };
    if (format.kind === 'folder') {
      const { files, warnings } = format.write(collection, options);
      await writeExportedFolder(path, files);
      return { path, files: files.length, warnings: [...withProblems(workspace, warnings)] };
    }
    const { text: content, warnings } = format.write(collection, options);
    await writeExportedFile(path, content);
    return { path, files: 1, warnings: [...withProblems(workspace, warnings)] };
  },
});

/** Adds files that could not be read, since what is in them is not exported. */
function withProblems({ problems }: Workspace, warnings: readonly string[]): readonly string[] {
  return [...problems.map(({ file, reason }) => `${file}: ${reason}, and is left out`), ...warnings];
}

async function formatOf(kind: Kind, asked: string): Promise<ExportFormat> {
  const { exportFormats } = await import('../../../../interchange/export/index.ts');
  const formats = exportFormats.filter((each) => (each.kind === 'environment') === (kind === 'environment'));
  const found = formats.find(({ format }) => format === asked.toLowerCase());
  if (found !== undefined) return found;
  const names = formats.map(({ format }) => format);
  throw new ParameterError(
    `${JSON.stringify(asked.slice(0, 60))} is no format for ${kind}s: ${didYouMean(asked, names)}`,
    { field: 'format' },
  );
}
