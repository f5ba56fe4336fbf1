// Host patterns, as users write them on the command line and in settings.

/**
 * Parses a host name or an IP address in which `*` stands for any run of characters and `?` for one. Returns it in
 * lower case, without brackets around IPv6; null for what cannot be a host, such as a URL.
 */
export function readHostPattern(text: string): string | null {
  const pattern = text.trim().toLowerCase();
  const isHost = /^[^\s/:@]+$/.test(pattern) || /^(?:\[[0-9a-f:.*?]+\]|[0-9a-f:.*?]+)$/.test(pattern);
  return isHost ? pattern.replace(/^\[(.*)\]$/, '$1') : null;
}
