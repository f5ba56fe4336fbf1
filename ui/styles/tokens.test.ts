import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const css = readFileSync(new URL('tokens.css', import.meta.url), 'utf8').replaceAll(/\/\*.*?\*\//gs, '');

function declarations(selector: string): ReadonlyMap<string, string> {
  const start = css.indexOf(`${selector} {`);
  expect(start, selector).toBeGreaterThan(0);
  const block = css.slice(start, css.indexOf('}', start));
  return new Map(
    Array.from(block.matchAll(/(--[\w-]+):\s*([^;]+);/g), ([, name = '', value = '']) => [name, value]),
  );
}

const light = declarations(':root');
const dark = declarations(":root[data-theme='dark']");

test('dark is the same for the system and for the switch', () => {
  expect(dark.size).toBeGreaterThan(100);
  expect(declarations(":root:not([data-theme='light'])")).toEqual(dark);
});

test('every colour of the dark theme is one of the light theme too', () => {
  expect([...dark.keys()].filter((name) => !light.has(name))).toEqual([]);
});

test.each(['light', 'dark'] as const)('text keeps its contrast on the surfaces it is used on: %s', (name) => {
  const value = (token: string): string =>
    (name === 'dark' ? dark.get(token) : undefined) ?? light.get(token)!;
  const surfaces = ['content', 'panel', 'chrome', 'hover', 'selected', 'selected-idle', 'raised'];
  for (const text of ['--text', '--text-2', '--accent', '--danger', '--warn', '--ok'])
    for (const surface of surfaces)
      expect(contrast(value(text), value(`--bg-${surface}`)), `${text} on ${surface}`).toBeGreaterThanOrEqual(
        4.5,
      );
  for (const surface of ['content', 'panel', 'chrome', 'hover', 'raised'])
    expect(contrast(value('--text-3'), value(`--bg-${surface}`)), surface).toBeGreaterThanOrEqual(4.5);
});

function contrast(a: string, b: string): number {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (light + 0.05) / (dark + 0.05);
}

/** Relative luminance (WCAG 2.2). */
function luminance(color: string): number {
  const [, ...channels] = /^#(..)(..)(..)$/.exec(color) ?? [];
  const [red = 0, green = 0, blue = 0] = channels.map((channel) => {
    const part = parseInt(channel, 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
