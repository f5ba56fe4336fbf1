// URLs in messages: the userinfo part often holds a password.

/** Replaces everything before a host that may be userinfo (RFC 3986 section 3.2.1). */
export function withoutUserInfo(text: string): string {
  const at = text.lastIndexOf('@');
  if (at < 0) return text;
  const slashes = text.slice(0, at).indexOf('//');
  return `${text.slice(0, slashes < 0 ? 0 : slashes + 2)}•••${text.slice(at)}`;
}
