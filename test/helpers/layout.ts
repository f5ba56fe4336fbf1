// Looks for controls that cannot be used by mouse, covered by something else or cut off where nothing scrolls to them, and
// for text that is cut off or runs out of its line.
import type { Page } from 'playwright-core';

/** Returns a sentence for each control of the page that is covered or cut off, and for each such text. */
export async function layoutProblems(page: Page): Promise<readonly string[]> {
  const controls = await page.evaluate<readonly string[]>(FIND_PROBLEMS);
  return [...controls, ...(await page.evaluate<readonly string[]>(FIND_CUT_TEXTS))];
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
  for (const region of document.querySelectorAll('main [data-region]')) {
    if (region.scrollWidth > region.clientWidth + 1 && /auto|scroll/.test(getComputedStyle(region).overflowX))
      problems.push('a region scrolls sideways: ' + nameOf(region));
    for (const heading of region.querySelectorAll('h1, h2'))
      if (heading.scrollWidth > heading.clientWidth + 1) problems.push('the heading ' + nameOf(heading) + ' is shortened');
  }
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
    if (frame && frame.width < 24) {
      problems.push(nameOf(element) + ' has no room');
      continue;
    }
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

/**
 * An ellipsis says that a text goes on, and what scrolls shows the rest: neither is cut off. A line of text may be a bit
 * higher than its box, whose height is that of a row.
 */
const FIND_CUT_TEXTS = `(() => {
  const problems = [];
  const cutBy = (text, element) => {
    for (let at = element; at && at !== document.body; at = at.parentElement) {
      const { overflowX, overflowY, textOverflow, position, display, paddingLeft, paddingRight } = getComputedStyle(at);
      const box = at.getBoundingClientRect();
      const isCut = text.right > box.right + 1 || text.left < box.left - 1;
      if (/auto|scroll/.test(overflowX)) return null;
      // An ellipsis needs room for a letter before it. A column of no width is hidden.
      if (overflowX !== 'visible' && isCut && textOverflow === 'ellipsis')
        return at.clientWidth > 0 && at.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight) < 6 ? 'without room' : null;
      if (overflowX !== 'visible' && isCut) return 'cut off';
      if (at === element && display !== 'inline' && text.height > box.height + 3) return 'higher than its line';
      if (/auto|scroll/.test(overflowY) && (text.top > box.bottom || text.bottom < box.top)) return null;
      if (position === 'fixed') return null;
    }
    return null;
  };
  for (const element of document.body.querySelectorAll(':not(svg *, style, script, option, .cm-editor *)')) {
    const texts = [...element.childNodes].filter((node) => node.nodeType === 3 && node.data.trim() !== '');
    if (texts.length === 0 || element.closest('.visually-hidden, [inert]') || !element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    // Texts for screen readers only.
    if (getComputedStyle(element).clipPath !== 'none' || element.offsetWidth <= 1) continue;
    const range = document.createRange();
    range.setStartBefore(texts[0]);
    range.setEndAfter(texts.at(-1));
    const how = cutBy(range.getBoundingClientRect(), element);
    if (how !== null) problems.push('the text “' + element.textContent.trim().slice(0, 40) + '” is ' + how);
  }
  return problems;
})()`;
