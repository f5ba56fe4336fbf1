// A place for messages where they cover no button.

interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** The distance to the edges of the page and to buttons, and between two places that are tried, in pixels. */
const MARGIN = 12;
const STEP = 20;

/**
 * Returns the lowest place in an area that touches none of the boxes, at the right where that is free; the bottom right
 * when there is none.
 */
export function freePlace(
  { width, height }: Size,
  area: Box,
  taken: readonly Box[],
): { readonly left: number; readonly top: number } {
  const right = Math.max(area.left + MARGIN, area.right - MARGIN - width);
  const middle = (area.left + area.right - width) / 2;
  const lefts = [right, middle, area.left + MARGIN];
  const lowest = area.bottom - MARGIN - height;
  for (let top = lowest; top >= area.top; top -= STEP)
    for (const left of lefts)
      if (!taken.some((box) => touches({ left, top, right: left + width, bottom: top + height }, box)))
        return { left, top };
  return { left: right, top: lowest };
}

function touches(a: Box, b: Box): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}
