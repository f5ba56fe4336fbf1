import { expect, test } from 'vitest';
import { passingLine, pastProxy, remedyFor } from './past-proxy.ts';

test.each([
  [['bun', 'test'], 'bun sends WebSockets past the proxy'],
  [['/usr/local/go/bin/go', 'test'], 'go never uses a proxy for localhost'],
  [['chrome.exe'], 'chrome does not read the proxy variables: use "proxyctl run --browser chromium"'],
  [['firefox-esr'], '--browser firefox'],
  [['sudo', 'curl'], 'sudo removes the variables'],
])('%j', (command, text) => {
  expect(pastProxy(command)).toContain(text);
});

test.each([[['curl']], [['gofmt']], [['bundle', 'exec']], [[]]])('%j goes through the proxy', (command) => {
  expect(pastProxy(command)).toBeNull();
});

test.each([
  ['app', ['sh'], 'add --transparent', 'set the proxy in its own settings'],
  [
    'python3.12',
    ['make'],
    'add --transparent, or give its library',
    'give its library the proxy of HTTPS_PROXY',
  ],
  ['bun', ['npm', 'test'], 'add --transparent, or give WebSocket', 'give WebSocket the option'],
  [
    'chrome',
    ['npm', 'test'],
    'use "proxyctl run --browser chromium"',
    'use "proxyctl run --browser chromium"',
  ],
] as const)('%s of a run of %j has its remedy', (app, command, onLinux, elsewhere) => {
  expect(remedyFor(app, command, 'linux')).toContain(onLinux);
  expect(remedyFor(app, command, 'darwin')).toContain(elsewhere);
});

test('what the start of the run has said is not said again', () => {
  expect(remedyFor('bun', ['/opt/bin/bun', 'test'], 'linux')).toBe('add --transparent');
  expect(remedyFor('bun', ['bun.exe', 'test'], 'win32')).toBeNull();
  expect(remedyFor('chrome', ['chrome'], 'linux')).toBeNull();
  // Nothing is said when it starts.
  expect(remedyFor('node', ['node', 'a.js'], 'darwin')).toContain('HTTPS_PROXY');
});

test('a line names the program, its processes, the other ends and the remedy', () => {
  const end = (last: number, count: number) => ({ address: `192.0.2.${last}`, port: 443, count });
  expect(
    passingLine({
      app: 'a\u001bb',
      processes: [7],
      connections: [{ address: '2001:db8::1', port: 80, count: 1 }],
      remedy: null,
    }),
  ).toBe('past the proxy: a\\x1bb (process 7) connected to [2001:db8::1]:80 (1 connection)');
  const many = {
    app: null,
    processes: [1, 2, 3, 4, 5, 6, 7],
    connections: [1, 2, 3, 4, 5, 6].map((n) => end(n, n)),
  };
  expect(passingLine({ ...many, remedy: 'do this' })).toMatch(
    /^past the proxy: a program \(processes 1, 2, 3, 4, 5 and 2 more\) connected to 192\.0\.2\.1:443 .* and 1 more: do this$/,
  );
});
