// The contract between the icons of apps and the search on each operating system.

export interface AppIcon {
  readonly type: 'image/png' | 'image/svg+xml';
  readonly bytes: Buffer;
}

/** Finds the icon of the app with this name, which is written as in flows; null when there is none. May throw. */
export type IconSearch = (app: string) => Promise<AppIcon | null>;

/** Maximum number of bytes of an icon. */
export const MAX_ICON_BYTES = 512 * 1024;

const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

export function isPng(bytes: Buffer): boolean {
  return bytes.subarray(0, PNG_SIGNATURE.length).equals(PNG_SIGNATURE);
}
