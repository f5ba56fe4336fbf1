import { expect, test } from 'vitest';
import { pastProxy } from './past-proxy.ts';

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
