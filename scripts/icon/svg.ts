// The icon as SVG.
import { COLORS, CORNER, DOT, EDGE, LINES, LINE_WIDTH } from './shapes.ts';

export function iconSvg(): string {
  const { background, foreground } = COLORS;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${EDGE} ${EDGE}">
  <rect width="${EDGE}" height="${EDGE}" rx="${CORNER}" fill="${background}" />
  <g fill="none" stroke="${foreground}" stroke-width="${LINE_WIDTH}" stroke-linecap="round" stroke-linejoin="round">
${LINES.map((line) => `    <path d="${line}" />\n`).join('')}    <circle cx="${DOT.x}" cy="${DOT.y}" r="${DOT.radius.toFixed(3)}" fill="${foreground}" stroke="none" />
  </g>
</svg>
`;
}
