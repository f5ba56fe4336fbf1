// Saves an export from the browser: a file as a download, files in a folder that the user chooses.
import { count } from '../../../state/actions.ts';
import { say } from '../../../state/toasts.ts';
import type { ExportResult } from './use-export.ts';

export async function saveExport({ fileName, files }: ExportResult, isFolder: boolean): Promise<void> {
  if (isFolder) {
    await saveFolder(fileName, files);
    return;
  }
  const url = URL.createObjectURL(new Blob([files[0]!.text], { type: 'application/octet-stream' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  URL.revokeObjectURL(url);
}

interface FolderPicker {
  showDirectoryPicker?: (options: { readonly mode: 'readwrite' }) => Promise<FileSystemDirectoryHandle>;
}

/** Writes the files of a folder where the user chooses, in a browser that has a picker for folders. */
async function saveFolder(name: string, files: ExportResult['files']): Promise<void> {
  const { showDirectoryPicker } = window as FolderPicker;
  if (showDirectoryPicker === undefined)
    throw new Error('this browser cannot write folders: use proxyctl collection export');
  const chosen = await showDirectoryPicker({ mode: 'readwrite' });
  const root = await chosen.getDirectoryHandle(name, { create: true });
  for (const { path, text } of files) {
    const parts = path.split('/');
    let folder = root;
    for (const part of parts.slice(0, -1)) folder = await folder.getDirectoryHandle(part, { create: true });
    const stream = await (await folder.getFileHandle(parts.at(-1)!, { create: true })).createWritable();
    await stream.write(text);
    await stream.close();
  }
  say(`Saved ${count(files.length, 'file')} in ${name}`);
}
