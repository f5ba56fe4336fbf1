// The icon of the app as files, each drawn from the same shapes.
import { ico, icns, type Pictures } from './bundles.ts';
import { iconPixels } from './pixels.ts';
import { png } from './png.ts';
import { iconSvg } from './svg.ts';

/** Edges of the pictures: of windows and docks, of pages (180 on iOS, 192 and 512 as an app). */
const SIZES = [16, 32, 48, 64, 128, 180, 192, 256, 512, 1024];
const ICO_SIZES: readonly number[] = [16, 32, 48, 64, 256];

/** Returns the content of the files by name. */
export function iconFiles(): ReadonlyMap<string, Buffer> {
  const pictures: Pictures = new Map(SIZES.map((size) => [size, png(iconPixels(size), size)]));
  return new Map([
    ['icon.svg', Buffer.from(iconSvg())],
    ...Array.from(pictures, ([size, picture]) => [`icon-${size}.png`, picture] as const),
    ['icon.ico', ico(new Map([...pictures].filter(([size]) => ICO_SIZES.includes(size))))],
    ['icon.icns', icns(pictures)],
  ]);
}
