// URLs in what people read: a password is often part of them.

/** `text` with all that may be a user and password before a host left out. */
export function withoutUserInfo(text: string): string {
  const at = text.lastIndexOf('@');
  if (at < 0) return text;
  const slashes = text.slice(0, at).indexOf('//');
  return `${text.slice(0, slashes < 0 ? 0 : slashes + 2)}•••${text.slice(at)}`;
}
