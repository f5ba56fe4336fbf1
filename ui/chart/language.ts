// uPlot formats numbers in the language of the browser as soon as it is loaded. Systems with the locale `POSIX` name one
// that no formatter accepts.

/** Gives the browser a valid language, unless it has one; call it before uPlot is loaded. */
export function ensureLanguage(): void {
  try {
    Intl.getCanonicalLocales(navigator.language);
  } catch {
    Object.defineProperty(navigator, 'language', { value: 'en', configurable: true });
  }
}
