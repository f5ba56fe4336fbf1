import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { iconFiles } from './index.ts';
import { pathPoints } from './path.ts';

const files = iconFiles();
const UI = new URL('../../ui/public/', import.meta.url);

/** Reads a PNG of ours, whose rows have no filter. */
function decode(file: Buffer): { readonly size: number; readonly pixel: (x: number, y: number) => number[] } {
  expect(file.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n');
  const size = file.readUInt32BE(16);
  const length = file.readUInt32BE(33);
  const rows = inflateSync(file.subarray(41, 41 + length));
  expect(rows).toHaveLength(size * (size * 4 + 1));
  return { size, pixel: (x, y) => [...rows.subarray(y * (size * 4 + 1) + 1 + x * 4).subarray(0, 4)] };
}

describe('the pictures', () => {
  const pictures = [...files].filter(([name]) => name.endsWith('.png'));

  test('have their size, transparent corners, the background and the lines', () => {
    expect(pictures).toHaveLength(10);
    for (const [name, file] of pictures) {
      const { size, pixel } = decode(file);
      expect(name).toBe(`icon-${size}.png`);
      expect(pixel(0, 0)[3], name).toBeLessThan(64);
      expect(pixel(Math.floor(size / 2), 1), name).toEqual([0x1f, 0x64, 0xd6, 255]);
      // The dot, which at 16 is not much more than a pixel.
      expect(pixel(Math.floor(size / 4), Math.floor((size * 9) / 24))[0], name).toBeGreaterThan(200);
    }
  });

  test('are smooth at the edges of lines', () => {
    const { pixel } = decode(files.get('icon-64.png')!);
    const reds = new Set(Array.from({ length: 64 }, (_, y) => pixel(20, y)[0]));
    expect(reds.size).toBeGreaterThan(2);
  });
});

test('the icons of the page are these', () => {
  const names = readdirSync(UI).filter((name) => name.startsWith('icon'));
  expect(names.toSorted()).toEqual(['icon-180.png', 'icon-192.png', 'icon-512.png', 'icon.svg']);
  expect(readFileSync(new URL('icon.svg', UI), 'utf8')).toBe(files.get('icon.svg')!.toString());
  for (const name of names.filter((each) => each.endsWith('.png'))) {
    const [shown, drawn] = [decode(readFileSync(new URL(name, UI))), decode(files.get(name)!)];
    for (let at = 0; at < shown.size; at += 1) expect(shown.pixel(at, at)).toEqual(drawn.pixel(at, at));
  }
});

test('ICO has five pictures where its entries say', () => {
  const file = files.get('icon.ico')!;
  const entries = Array.from({ length: file.readUInt16LE(4) }, (_, index) => file.subarray(6 + 16 * index));
  const sizes = entries.map((entry) => {
    const [length, offset] = [entry.readUInt32LE(8), entry.readUInt32LE(12)];
    const { size } = decode(file.subarray(offset, offset + length));
    expect(entry[0]).toBe(size % 256);
    return size;
  });
  expect(sizes).toEqual([16, 32, 48, 64, 256]);
});

test('ICNS has a picture under each type', () => {
  const file = files.get('icon.icns')!;
  expect([file.toString('latin1', 0, 4), file.readUInt32BE(4)]).toEqual(['icns', file.length]);
  const found: string[] = [];
  for (let at = 8; at < file.length; at += file.readUInt32BE(at + 4))
    found.push(`${file.toString('latin1', at, at + 4)} ${decode(file.subarray(at + 8)).size}`);
  expect(found).toEqual([
    'icp4 16',
    'icp5 32',
    'ic11 32',
    'ic12 64',
    'ic07 128',
    'ic08 256',
    'ic13 256',
    'ic09 512',
    'ic14 512',
    'ic10 1024',
  ]);
});

test('paths: arcs stay on their circle, and other commands are an error', () => {
  const points = pathPoints('M0 0h2a2 2 0 0 1 2 2');
  expect(points.at(-1)).toMatchObject({ x: expect.closeTo(4) as number, y: expect.closeTo(2) as number });
  for (const { x, y } of points.slice(2)) expect(Math.hypot(x - 2, y - 2)).toBeCloseTo(2);
  expect(() => pathPoints('M0 0c1 1 1 1 2 2')).toThrow('the icon has a path with c');
});

test('the files in assets/ are those that are drawn', () => {
  for (const [name, content] of iconFiles())
    expect(
      readFileSync(join(import.meta.dirname, '..', '..', 'assets', 'icon', name)).equals(content),
      name,
    ).toBe(true);
});
