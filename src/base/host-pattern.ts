// Host patterns, as people write them on the command line and in settings.

/**
 * The pattern in lower case, without brackets around IPv6: a host name or an IP address in which `*` stands for any
 * run of characters and `?` for one. Null for what is no host, such as a URL.
 */
export function readHostPattern(text: string): string | null {
  const pattern = text.trim().toLowerCase();
  const isHost = /^[^\s/:@]+$/.test(pattern) || /^(?:\[[0-9a-f:.*?]+\]|[0-9a-f:.*?]+)$/.test(pattern);
  return isHost ? pattern.replace(/^\[(.*)\]$/, '$1') : null;
}
