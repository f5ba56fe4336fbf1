// Looks for controls that cannot be used by mouse: covered by something else, or cut off where nothing scrolls to them.
import type { Page } from 'playwright-core';

/** Returns a sentence for each control of the page that is covered or cut off. */
export function layoutProblems(page: Page): Promise<readonly string[]> {
  return page.evaluate(FIND_PROBLEMS);
}

/** Also tells if the page itself is wider than the window. */
const FIND_PROBLEMS = `(() => {
  const CONTROLS = 'a[href], button, input, select, textarea, summary, [role=button], [role=tab], [role=switch], [role=radio], [role=checkbox], [role=separator]';
  const nameOf = (element) => {
    const name = element.getAttribute('aria-label') ?? (element.textContent || element.getAttribute('placeholder') || '');
    return element.tagName.toLowerCase() + ' “' + name.trim().replace(/\\s+/g, ' ').slice(0, 40) + '”';
  };
  const scrollerOf = (element) => {
    for (let at = element.parentElement; at; at = at.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(at);
      if ((/auto|scroll/.test(overflowY) && at.scrollHeight > at.clientHeight + 1) || (/auto|scroll/.test(overflowX) && at.scrollWidth > at.clientWidth + 1)) return at;
    }
    return null;
  };
  const problems = [];
  if (document.documentElement.scrollWidth > innerWidth) problems.push('the page is ' + document.documentElement.scrollWidth + ' pixels wide');
  const modal =
    document.querySelector('[role=dialog], [role=alertdialog], [role=menu]') ??
    document.querySelector('[role=combobox][aria-expanded=true]')?.parentElement;
  for (const element of document.querySelectorAll(CONTROLS)) {
    if (modal && !modal.contains(element)) continue;
    if (element.closest('[aria-hidden=true], [inert]') || !element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    if (element.type === 'file' || element.closest('.visually-hidden')) continue;
    const box = element.getBoundingClientRect();
    if (box.width < 2 || box.height < 2) continue;
    // The part of it that is not clipped.
    let [left, top, right, bottom] = [box.left, box.top, box.right, box.bottom];
    for (let at = element.parentElement; at && at !== document.body; at = at.parentElement) {
      if (getComputedStyle(at).overflow === 'visible') continue;
      const clip = at.getBoundingClientRect();
      [left, top, right, bottom] = [Math.max(left, clip.left), Math.max(top, clip.top), Math.min(right, clip.right), Math.min(bottom, clip.bottom)];
    }
    if (right - left < 2 || bottom - top < 2) {
      if (!scrollerOf(element)) problems.push(nameOf(element) + ' is clipped away');
      continue;
    }
    const [x, y] = [(left + right) / 2, (top + bottom) / 2];
    const scroller = scrollerOf(element);
    const frame = scroller?.getBoundingClientRect();
    if (frame && (x < frame.left || x > frame.right || y < frame.top || y > frame.bottom)) continue;
    if (x < 0 || y < 0 || x > innerWidth || y > innerHeight) {
      if (!scroller) problems.push(nameOf(element) + ' is outside of the window');
      continue;
    }
    if (!scroller && (right > innerWidth + 1 || left < -1)) problems.push(nameOf(element) + ' is cut off');
    const hit = document.elementFromPoint(x, y);
    const label = element.labels?.[0];
    if (hit && !element.contains(hit) && !hit.contains(element) && !label?.contains(hit)) problems.push(nameOf(element) + ' is covered by ' + nameOf(hit));
  }
  return problems;
})()`;
