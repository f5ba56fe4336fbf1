// Moves the focus from region to region: rail, top bar, and the panes of the screen.

const REGIONS = 'header, [data-region], footer';
const FOCUSABLE = 'a[href], button:not(:disabled), input, textarea, [tabindex="0"]';

/** Focuses the next region that has something to focus. */
export function focusNextRegion(): void {
  const regions = [...document.querySelectorAll<HTMLElement>(REGIONS)].filter(
    (region) => region.querySelector(FOCUSABLE) !== null || region.matches(FOCUSABLE),
  );
  const current = regions.findLastIndex((region) => region.contains(document.activeElement));
  const next = regions[(current + 1) % regions.length];
  const target = next?.matches(FOCUSABLE)
    ? next
    : (next?.querySelector<HTMLElement>('[data-region-focus]') ??
      next?.querySelector<HTMLElement>(FOCUSABLE));
  target?.focus();
}
