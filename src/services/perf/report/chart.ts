// A line chart as SVG.

export interface Chart {
  readonly title: string;
  /** Seconds since the start, one for each value. */
  readonly times: readonly number[];
  /** At most two. */
  readonly series: readonly { readonly name: string; readonly values: readonly number[] }[];
}

const WIDTH = 800;
const HEIGHT = 190;
/** Room for the labels of the axes. */
const LEFT = 80;
const BOTTOM = 24;
const TOP = 18;
const LINES = 4;

export function chart({ title, times, series }: Chart): string {
  const end = Math.max(1, times.at(-1) ?? 1);
  const top = roundUp(Math.max(...series.flatMap(({ values }) => values), 0));
  const x = (time: number): number => LEFT + (time / end) * (WIDTH - LEFT);
  const y = (value: number): number => TOP + (1 - value / top) * (HEIGHT - TOP - BOTTOM);
  const points = (values: readonly number[]): string =>
    values.map((value, index) => `${x(times[index]!).toFixed(1)},${y(value).toFixed(1)}`).join(' ');
  const levels = Array.from({ length: LINES + 1 }, (_, index) => (top * index) / LINES);
  const step = roundUp(end / LINES);
  const seconds = Array.from({ length: Math.floor(end / step) + 1 }, (_, index) => step * index);
  const legend = series.map(({ name }, index) => `<span class="line${index}">${name}</span>`).join(' ');
  return `<figure><figcaption>${title} ${legend}</figcaption>
<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${title}">
${levels.map((value) => `<line x1="${LEFT}" x2="${WIDTH}" y1="${y(value)}" y2="${y(value)}" class="grid"/><text x="${LEFT - 6}" y="${y(value) + 4}" text-anchor="end">${short(value)}</text>`).join('\n')}
${seconds.map((time, index) => `<text x="${x(time)}" y="${HEIGHT - 6}" text-anchor="${index === 0 ? 'start' : x(time) > WIDTH - LEFT / 2 ? 'end' : 'middle'}">${short(time)}s</text>`).join('\n')}
${series.map(({ values }, index) => `<polyline class="line${index}" points="${points(values)}"/>`).join('\n')}
${times.length === 1 ? series.map(({ values }, index) => dot(x(times[0]!), y(values[0]!), index)).join('\n') : ''}
</svg></figure>`;
}

/** A line of one point would not be seen. */
function dot(x: number, y: number, index: number): string {
  return `<circle class="line${index}" cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="4"/>`;
}

/** Returns the next number of the form 1, 2, 4, 5 or 10 times a power of ten. */
function roundUp(value: number): number {
  if (value <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  return ([1, 2, 4, 5].find((step) => step * power >= value) ?? 10) * power;
}

function short(value: number): string {
  if (value >= 10_000) return `${Number((value / 1000).toPrecision(3))}k`;
  return String(Number(value.toPrecision(3)));
}
