// Valid SOCKS messages of clients and proxies, to be mutated. One char per byte.

export const SOCKS_CLIENTS: readonly string[] = [
  '\x05\x01\0\x05\x01\0\x01\x7f\0\0\x01\0\x50GET / HTTP/1.1\r\n\r\n',
  '\x05\x02\0\x02\x01\x04anna\x02pw\x05\x01\0\x03\x06a.test\x01\xbb',
  '\x05\x01\x02\x01\0\0\x05\x01\0\x04\x20\x01\x0d\xb8\0\0\0\0\0\0\0\0\0\0\0\x01\x1f\x90',
  '\x05\x01\0\x05\x02\0\x01\0\0\0\0\0\0',
  '\x05\x01\0\x05\x03\0\x03\x01a\0\x35',
  '\x04\x01\0\x50\x7f\0\0\x01me\0rest',
  '\x04\x01\0\x50\0\0\0\x01me\0a.test\0rest',
  '\x04\x02\0\x50\x7f\0\0\x01\0',
];

export const SOCKS_PROXIES: readonly string[] = [
  '\x05\0\x05\0\0\x01\0\0\0\0\0\0early',
  '\x05\x02\x01\0\x05\0\0\x03\x04a.bc\0\x50',
  '\x05\x02\x01\0\x05\0\0\x04\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\x01\0\x50',
  '\x05\x02\x01\x01',
  '\x05\xff',
  '\x05\0\x05\x02\0\x01\0\0\0\0\0\0',
  '\0\x5a\0\0\0\0\0\0early',
  '\0\x5b\0\0\0\0\0\0',
];

export const PAC_FILES: readonly string[] = [
  'function FindProxyForURL(url, host) {\n  if (isPlainHostName(host)) return "DIRECT";\n  return "PROXY p.test:3128; DIRECT";\n}',
  'function FindProxyForURL(u, h) { return isInNet(h, "10.0.0.0", "255.0.0.0") ? "DIRECT" : "SOCKS5 s.test"; }',
  'var d = [".a.test", "*.b.test"];\nfunction FindProxyForURL(u, h) {\n  for (var i = 0; i < d.length; i++) if (shExpMatch(h, d[i]) || dnsDomainIs(h, d[i])) return "DIRECT";\n  return weekdayRange("MON", "FRI") && timeRange(8, 18) ? "HTTPS w.test:443" : "DIRECT";\n}',
  'function FindProxyForURL(u, h) { switch (dnsDomainLevels(h)) { case 0: return "DIRECT"; case 1: return "PROXY " + myIpAddress() + ":8080"; default: return null; } }',
];
