import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { missing } from '../../../test/helpers/need.ts';
import { javaToolOptions } from './java-options.ts';

test('come behind the options that were there', () => {
  const options = javaToolOptions('-Xmx64m', 9090, '/data/roots.p12');
  expect(options.split(' ')).toEqual([
    '-Xmx64m',
    '-Dhttp.proxyHost=127.0.0.1',
    '-Dhttp.proxyPort=9090',
    '-Dhttps.proxyHost=127.0.0.1',
    '-Dhttps.proxyPort=9090',
    '-Dhttp.nonProxyHosts=',
    '-Djavax.net.ssl.trustStore=/data/roots.p12',
    '-Djavax.net.ssl.trustStoreType=PKCS12',
    '-Djavax.net.ssl.trustStorePassword=changeit',
  ]);
  expect(javaToolOptions(undefined, 9090, '/data/roots.p12')).toMatch(/^-Dhttp/);
});

test.skipIf(missing('java'))('Java takes ours, whatever is in the path', () => {
  const store = `/my data/it's "here"\\roots.p12`;
  const options = javaToolOptions(
    '-Dmine=kept -Djavax.net.ssl.trustStore=/theirs -Dhttp.proxyPort=1',
    9090,
    store,
  );
  const { stderr } = spawnSync('java', ['-XshowSettings:properties', '-version'], {
    env: { ...process.env, JAVA_TOOL_OPTIONS: options },
    encoding: 'utf8',
  });
  expect(stderr).toContain(`javax.net.ssl.trustStore = ${store}\n`);
  expect(stderr).toContain('http.proxyPort = 9090\n');
  expect(stderr).toContain('http.nonProxyHosts = \n');
  expect(stderr).toContain('mine = kept\n');
});
