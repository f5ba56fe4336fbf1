// uPlot formats numbers in the browser's language as soon as it loads. Where the locale is `POSIX`, the browser reports
// a language that no formatter accepts.

/** Gives the browser a valid language if it has none. Call it before uPlot is loaded. */
export function ensureLanguage(): void {
  try {
    Intl.getCanonicalLocales(navigator.language);
  } catch {
    Object.defineProperty(navigator, 'language', { value: 'en', configurable: true });
  }
}
