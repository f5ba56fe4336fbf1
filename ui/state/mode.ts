// The purpose of the page. `proxyctl view` serves it for recorded requests, without an app behind it: screens and controls
// that need one are left out then.

export const isViewer =
  typeof document !== 'undefined' &&
  document.querySelector<HTMLMetaElement>('meta[name=mode]')?.content === 'viewer';
