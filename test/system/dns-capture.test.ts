import { expect, test } from 'vitest';
import { findProgram } from '../helpers/need.ts';
import { inNamespace, lacksNamespaces, OTHER_MACHINE } from '../helpers/namespace.ts';
import { isFull } from '../helpers/scale.ts';

test.skipIf(lacksNamespaces('dnsmasq', 'curl', 'python3', 'getent'))(
  'programs that know of no proxy are captured through DNS, and nothing of it stays',
  { timeout: 120_000 },
  () => {
    const optional = isFull ? ['java', 'go'].filter((program) => findProgram(program) !== undefined) : [];
    const app = (name: string, url: string) => ({
      url,
      app: name,
      decrypted: url.startsWith('https:'),
      state: 'completed',
    });
    expect(inNamespace(new URL('scenarios/dns-capture.ts', import.meta.url))).toEqual({
      means: '/etc/resolv.conf',
      led: [{ domain: 'harbor.test', isLed: true }],
      secure: 'origin /secure',
      plain: 'origin /plain',
      python: 'origin /python',
      bypassing: [`${OTHER_MACHINE}:443`],
      compiled: optional.map((program) => `origin /${program}`),
      misdirected: '421 Misdirected Request',
      passedOn: OTHER_MACHINE,
      flows: [
        app('curl', 'https://api.harbor.test/secure'),
        app('curl', 'http://api.harbor.test/plain'),
        app('python3', 'https://api.harbor.test/python'),
        ...optional.map((program) => app(expect.any(String), `http://api.harbor.test/${program}`)),
      ],
      capturedDomains: ['harbor.test'],
      suggested: { recommended: [], others: ['api.harbor.test'] },
      isUntouched: true,
      restored: OTHER_MACHINE,
    });
  },
);
