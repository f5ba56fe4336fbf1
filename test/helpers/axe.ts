// Findings of axe on a page.
import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Violation {
  readonly id: string;
  readonly impact: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
}

/** Returns the rules of axe that a page breaks, whatever their impact. */
export async function brokenRules(page: Page): Promise<readonly string[]> {
  if (await page.evaluate<boolean>('window.axe === undefined')) await page.evaluate(AXE);
  const { violations } = await page.evaluate<{ violations: readonly Violation[] }>(
    `axe.run({ resultTypes: ['violations'], preload: false })`,
  );
  return violations.map(({ id }) => id);
}

/** Returns what is serious or critical, in the whole page or in the part that `within` selects. */
export async function serious(page: Page, within = 'html'): Promise<readonly string[]> {
  // As the browser's own tools would, past the page's policy.
  if (await page.evaluate<boolean>('window.axe === undefined')) await page.evaluate(AXE);
  // What passes, and style sheets read once more, take half of the time.
  const { violations } = await page.evaluate<{ violations: readonly Violation[] }>(
    `axe.run(${JSON.stringify(within)}, { resultTypes: ['violations'], preload: false })`,
  );
  return violations
    .filter(({ impact }) => ['serious', 'critical'].includes(impact))
    .map(
      ({ id, nodes }) =>
        `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).join('\n')}`,
    );
}
