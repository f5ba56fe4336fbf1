// The purpose of the page. `proxyctl view` serves it for recorded requests, without an app; screens and controls that
// need an app are then absent.

/** True for a page that shows recorded requests only. */
export const isViewer =
  typeof document !== 'undefined' &&
  document.querySelector<HTMLMetaElement>('meta[name=mode]')?.content === 'viewer';
