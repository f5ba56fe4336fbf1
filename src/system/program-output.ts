// Decodes the output of programs of the operating system. On Windows it is in the OEM code page of the system, unless a
// program writes UTF-8.
import { isUtf8 } from 'node:buffer';

/** Decodes the output of a program. Never rejects. */
export type OutputDecoder = (bytes: Buffer) => Promise<string>;

/** Reads output as UTF-8. */
export const utf8Output: OutputDecoder = (bytes) => Promise.resolve(bytes.toString());

/** Returns a decoder for Windows. `codePage` is called for the first output that is not UTF-8. */
export function oemOutput(codePage: () => Promise<number | null>): OutputDecoder {
  let known: Promise<number | null> | null = null;
  return async (bytes) => {
    if (isUtf8(bytes)) return bytes.toString();
    known ??= codePage();
    return decoded(bytes, await known);
  };
}

/** Parses the output of `reg query` for the value OEMCP into the number of the code page; null when it has none. */
export function oemCodePage(output: string): number | null {
  const number = /^ *OEMCP +REG_SZ +(\d+)/m.exec(output)?.[1];
  return number === undefined ? null : Number(number);
}

/** The key of the registry with the value OEMCP. */
export const CODE_PAGE_KEY = 'HKLM\\SYSTEM\\CurrentControlSet\\Control\\Nls\\CodePage';

async function decoded(bytes: Buffer, codePage: number | null): Promise<string> {
  const { CODE_PAGES } = await import('./code-pages.ts');
  const upper = CODE_PAGES[codePage ?? 0];
  if (upper !== undefined)
    return bytes.toString('latin1').replace(/[\x80-\xff]/g, (char) => upper[char.charCodeAt(0) - 128] ?? '');
  const label = MULTI_BYTE[codePage ?? 0];
  return label === undefined ? bytes.toString() : new TextDecoder(label).decode(bytes);
}

/** Code pages whose bytes the Encoding Standard knows, by its labels. */
const MULTI_BYTE: Readonly<Record<number, string>> = {
  874: 'windows-874',
  932: 'shift_jis',
  936: 'gbk',
  949: 'euc-kr',
  950: 'big5',
  1258: 'windows-1258',
};
