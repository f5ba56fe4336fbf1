// Copies bodies, and saves them as files.
import { attempt, copyText } from '../state/actions.ts';
import { readBody, type BodyAddress } from './body-source.ts';

/** `name`: the body for users, such as `response body`. */
export async function copyBody(address: BodyAddress, name: string): Promise<void> {
  await attempt('The body cannot be copied', async () => {
    const { bytes } = await readBody(address, {});
    await copyText(new TextDecoder().decode(bytes), `Copied the ${name}`);
  });
}

export async function saveBody(address: BodyAddress, fileName: string): Promise<void> {
  await attempt('The body cannot be saved', async () => {
    const { bytes } = await readBody(address, {});
    saveFile(new Blob([bytes as Uint8Array<ArrayBuffer>]), fileName);
  });
}

/** Has the browser save a file. */
export function saveFile(content: Blob, name: string): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
