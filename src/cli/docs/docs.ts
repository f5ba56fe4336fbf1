// `docs`: writes the documentation of a collection as one HTML file.
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { UserError } from '../../base/errors.ts';
import { printable } from '../../base/printable.ts';
import { exportFileName } from '../../interchange/export/contract.ts';
import { html } from '../../interchange/export/html/index.ts';
import { readContent } from '../../interchange/import/content.ts';
import { isApiDocument } from '../../documents/openapi/document.ts';
import { descriptionOf } from '../../specs/description.ts';
import { Workspace } from '../../collections/storage/workspace.ts';
import { printFileErrors } from '../collection/file-errors.ts';
import { isFolder } from '../../interchange/files/import-file.ts';
import { runSources, type RunSources } from '../collection/sources.ts';
import { workspaceFolder } from '../../collections/storage/workspace-folder.ts';
import { writeAll, writeToFile, writeToStdout } from '../output-file.ts';
import { STANDARD_OUTPUT } from '../options.ts';

interface DocsFlags {
  readonly out?: string | undefined;
  readonly environment?: string | undefined;
  readonly workspace?: string | undefined;
}

/** File mode: documentation is made to be shared, and holds no secrets. */
const FOR_OTHERS = 0o644;

export async function docsFromCommandLine(name: string, flags: DocsFlags): Promise<number> {
  const workspace = new Workspace(await workspaceFolder(flags.workspace));
  const sources = await runSources(name, { environment: flags.environment, envVar: [] }, workspace);
  printFileErrors(workspace);
  const { collection, environment } = sources;
  const description = await descriptionFor(name, sources, workspace);
  const { text } = html.write(collection, { environment, description });
  if (flags.out === STANDARD_OUTPUT) {
    await writeToStdout((sink) => writeAll(sink, text));
    return 0;
  }
  const path = resolve(flags.out ?? exportFileName(html, collection.name));
  if (await isFolder(path))
    throw new UserError('INVALID_PARAMETER', `--out ${path} is a folder: give a file`);
  await writeToFile(path, (sink) => writeAll(sink, text), FOR_OTHERS);
  process.stdout.write(`${printable(path)}\n`);
  return 0;
}

/** Resolves with the API description that the collection follows, or that it is. */
async function descriptionFor(
  name: string,
  { stored, collection }: RunSources,
  workspace: Workspace,
): Promise<string | undefined> {
  if (stored !== null) return descriptionOf(workspace, collection);
  const bytes = await readFile(name).catch(() => null);
  if (bytes === null) return undefined;
  const content = readContent(bytes, name);
  return isApiDocument(content.value()) ? content.text : undefined;
}
