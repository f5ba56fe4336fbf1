// The nonce under which this page may add style sheets.

export function styleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[name=style-nonce]')?.content ?? '';
}
