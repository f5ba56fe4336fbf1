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

/** The first of these that a screen has gets the focus when the screen is shown: its list, the chosen item, a field. */
const FIRST = ['[data-region-focus]', '[aria-current=page]', 'input:not([type=file])', 'a[href]', FOCUSABLE];
/** The button of a closed drawer leads away from the screen, a sash is a border, and a tooltip would cover something. */
const NOT_FIRST = '[data-strip] *, [role=separator], [data-tooltip]';
/** The milliseconds for which a screen is waited for whose code has to be loaded. */
const SCREEN_MS = 2000;

/** Focuses the first row or field of the screen that is shown. Returns a function that gives up. */
export function focusScreen(): () => void {
  const startedAt = performance.now();
  const before = document.activeElement;
  let frame = requestAnimationFrame(function look() {
    // Somebody, or the screen itself, has chosen something else meanwhile.
    const now = document.activeElement;
    if (now !== before && now !== document.body) return;
    const region = document.querySelector('main [data-region]');
    const target = region && FIRST.map((each) => firstVisible(each)).find((found) => found !== undefined);
    if (target) target.focus({ preventScroll: true });
    else if (performance.now() - startedAt < SCREEN_MS) frame = requestAnimationFrame(look);
  });
  return () => cancelAnimationFrame(frame);
}

function firstVisible(selector: string): HTMLElement | undefined {
  return [...document.querySelectorAll<HTMLElement>(`main :is(${selector}):not(${NOT_FIRST})`)].find((each) =>
    each.checkVisibility({ visibilityProperty: true }),
  );
}
