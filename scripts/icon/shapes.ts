// The icon of the app as shapes, from which every file of it is drawn: a request that takes the turn to us.

/** Edge of the square in which the shapes are. */
export const EDGE = 24;

export const COLORS = { background: '#1f64d6', foreground: '#fff' } as const;

/** Radius of the corners of the background. */
export const CORNER = 5;

/** Lines with round ends, as paths of SVG. */
export const LINES: readonly string[] = [
  'M5 9h5a2.500 2.500 0 0 1 2.500 2.500v1a2.500 2.500 0 0 0 2.500 2.500h4',
  'M16.500 12.500L19 15l-2.500 2.500',
];

export const LINE_WIDTH = 1.8;

export const DOT = { x: 6, y: 9, radius: 1.6 } as const;
