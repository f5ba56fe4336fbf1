// The filter that finds the captured exchanges of a saved request.
import { pathNames } from '../../collections/model/url-parts.ts';
import type { SavedRequest } from '../../collections/model/request.ts';
import { interpolate, type LookUpVariable } from '../../collections/variables/interpolate.ts';

/**
 * Returns a filter by method and URL. Path variables and unknown variables match anything. Null where the URL says too
 * little.
 */
export function filterOfRequest(
  { method, url }: Pick<SavedRequest, 'method' | 'url'>,
  lookUp: LookUpVariable,
): string | null {
  const names = pathNames(url);
  const open = url.replace(/\/:([^/?#]+)/g, (whole, name: string) => (names.has(name) ? '/*' : whole));
  const pattern = interpolate(open, lookUp)
    .text.replace(/\{\{[^{}]*\}\}/g, '*')
    .replace(/[?#].*$/s, '')
    // These end a value of the filter language, or are operators in it.
    .replace(/[\s"(),|&]/g, '*')
    .replace(/\*+/g, '*');
  if (!/[^*/:.]/.test(pattern)) return null;
  const whole =
    /^[a-z][a-z\d+.-]*:\/\//i.test(pattern) || pattern.startsWith('*') ? pattern : `*://${pattern}`;
  // The query follows a question mark, which as a wildcard is any character.
  return `method:${method.toUpperCase()} url:${whole},${whole}?*`;
}
