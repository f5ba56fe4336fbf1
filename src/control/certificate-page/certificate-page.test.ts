import { describe, expect, test } from 'vitest';
import { escapeHtml, escapeXml } from './escape.ts';
import { devices, programs } from './guides.ts';
import { mobileConfig } from './mobile-config.ts';
import { page, type PageFacts } from './page.ts';

const facts: PageFacts = {
  name: '<b>"CA" & Co</b>',
  fingerprint: 'AA:BB',
  validUntil: new Date('2036-01-02T00:00:00Z'),
  proxy: { type: 'network', hosts: ['192.0.2.1', '2001:db8::1'], port: 9090 },
  agent: '',
};

describe('the page', () => {
  test('shows names as text', () => {
    expect(page(facts)).toContain('&lt;b&gt;&quot;CA&quot; &amp; Co&lt;/b&gt;');
    const hosts = page({ ...facts, proxy: { type: 'network', hosts: ['"><script>'], port: 1 } });
    expect(hosts).not.toContain('<script');
  });

  test.each([
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Safari/604.1', 'ios'],
    ['Mozilla/5.0 (Linux; Android 15; Pixel 9) Chrome/140.0 Mobile', 'android'],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Safari/605.1', 'macos'],
    ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/140.0', 'windows'],
    ['Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0', 'linux'],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'firefox'],
  ])('opens the guide of the device that asks: %s', (agent, id) => {
    const open = [...page({ ...facts, agent }).matchAll(/<details id="(\w+)" open>/g)];
    expect(open.map((match) => match[1])).toEqual([id]);
  });

  test('opens none for others', () => {
    expect(page(facts)).not.toMatch(/<details[^>]* open/);
  });

  test('says where the proxy is', () => {
    expect(page(facts)).toContain(
      '<code>192.0.2.1</code> or <code>2001:db8::1</code>, port <code>9090</code>',
    );
    expect(page(facts)).toContain('-x http://192.0.2.1:9090 https://example.com/');
    const ipv6 = page({ ...facts, proxy: { type: 'network', hosts: ['2001:db8::1'], port: 1 } });
    expect(ipv6).toContain('-x http://[2001:db8::1]:1 ');
    expect(page({ ...facts, proxy: { type: 'loopback', port: 7 } })).toContain('<code>127.0.0.1:7</code>');
    expect(page({ ...facts, proxy: { type: 'in-use' } })).toContain('goes through it already');
  });

  test('has every guide once, each with its file', () => {
    const ids = [...devices, ...programs].map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { id, file } of [...devices, ...programs])
      expect(page(facts)).toMatch(new RegExp(`id="${id}"[^]*?href="/ssl/proxyctl-root\\.${file}"`));
  });
});

test('text in HTML and XML', () => {
  expect(escapeHtml(`<a href='x'>&"`)).toBe('&lt;a href=&#39;x&#39;&gt;&amp;&quot;');
  expect(escapeXml('a\0b\x1fc\td\ud800<')).toBe('a\ufffdb\ufffdc\td\ufffd&lt;');
});

test('a profile has one identity for each certificate', () => {
  const uuids = (text: string) =>
    [...text.matchAll(/<string>([\dA-F-]{36})<\/string>/g)].map((match) => match[1]);
  const one = mobileConfig('CA', Buffer.from('one'));
  expect(uuids(one)).toHaveLength(2);
  expect(new Set(uuids(one)).size).toBe(2);
  expect(uuids(mobileConfig('other name', Buffer.from('one')))).toEqual(uuids(one));
  expect(uuids(mobileConfig('CA', Buffer.from('two')))).not.toEqual(uuids(one));
});
