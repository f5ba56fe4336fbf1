import { expect, test } from 'vitest';
import { begunSend, endedWithout, type Ended } from '../sends/state.ts';
import type { SendEnd } from '../sends/events.ts';
import { failureOf, progressText } from './failure.ts';

function failed(reason: string, fields: Partial<SendEnd> = {}): Ended {
  const ended = endedWithout(begunSend('c', 0, null), { outcome: 'failed', reason });
  return { ...ended, end: { ...ended.end, phase: 'connect', ...fields } };
}

test.each([
  [
    'The host name could not be resolved: api.harbr.test (ENOTFOUND)',
    'api.harbr.test cannot be found',
    'No address in DNS. Nothing of the request was sent.',
    'ENOTFOUND',
  ],
  [
    'The server could not be reached: localhost:4010: connection refused (ECONNREFUSED)',
    'Nothing listens on localhost:4010',
    'The connection was refused. Nothing of the request was sent.',
    'ECONNREFUSED',
  ],
  [
    "The certificate of the server is not trusted: legacy.test:443: self-signed certificate (DEPTH_ZERO_SELF_SIGNED_CERT). Add its issuer to NODE_EXTRA_CA_CERTS or to the system's store to trust it",
    'The certificate of legacy.test is not trusted',
    'Self-signed certificate (DEPTH_ZERO_SELF_SIGNED_CERT). Nothing of the request was sent.',
    'DEPTH_ZERO_SELF_SIGNED_CERT',
  ],
  [
    'The TLS handshake with the server failed: a.test:443: wrong version number. The server may not speak TLS on this port',
    'The TLS handshake with the server failed',
    'a.test:443: wrong version number. The server may not speak TLS on this port. Nothing of the request was sent.',
    null,
  ],
  ['oops', 'The request failed', 'Oops. Nothing of the request was sent.', null],
])('%s', (reason, title, text, code) => {
  expect(failureOf(failed(reason))).toMatchObject({ title, text, code, remedy: { type: 'send' } });
});

test('a time-out says what may have happened, and offers to wait longer', () => {
  const end = failed('the response was not complete within 30000 ms', { mayHaveActed: true });
  expect(failureOf(end)).toEqual({
    title: 'No whole response within 30 s',
    text: 'The request was sent; the server may have acted on it.',
    code: null,
    remedy: { type: 'wait', timeoutMs: 60_000 },
  });
});

test('a connection that was closed, or stopped, says how much had arrived', () => {
  const fields = { received: 12_000, expected: 48_000 };
  expect(failureOf(failed('The server closed the connection: in the body', fields)).title).toBe(
    'The connection was closed after 12.0 of 48.0 KB',
  );
  expect(failureOf(failed('you have stopped it', { ...fields, outcome: 'stopped' })).title).toBe(
    'Stopped at 12.0 of 48.0 KB',
  );
});

test('a grant that needs a page offers to sign in; what is refused offers nothing', () => {
  const reason =
    'the grant deviceCode of the authorization oauth2 needs a user at a terminal: set the accessToken';
  expect(failureOf(failed(reason)).remedy).toEqual({ type: 'signIn' });
  const refused = failed('give the URL', { outcome: 'refused' });
  expect(failureOf(refused)).toMatchObject({ text: 'Give the URL.', remedy: null });
});

test.each([
  [12, 48, '12 of 48 B'],
  [900, 48_000, '900 B of 48.0 KB'],
  [5, null, '5 B'],
])('%d of %s', (received, expected, text) => {
  expect(progressText(received, expected)).toBe(text);
});

test('a certificate that is not trusted is a question, with nothing sent', () => {
  const own = { subject: 'CN=legacy.test', issuer: 'O=Harbor\nCN=Harbor Internal CA 2', fingerprint: '7C' };
  const untrusted = {
    host: 'legacy.test',
    port: 443,
    code: 'SELF_SIGNED_CERT_IN_CHAIN',
    isChanged: false,
    certificates: [own],
    authority: null,
  } as unknown as NonNullable<SendEnd['untrusted']>;
  expect(failureOf(failed('oops', { untrusted }))).toEqual({
    title: 'The certificate of legacy.test is not trusted',
    text: 'It is signed by Harbor Internal CA 2, which this machine does not know. Nothing of the request was sent.',
    code: 'SELF_SIGNED_CERT_IN_CHAIN',
    remedy: null,
  });
  const changed = failureOf(failed('oops', { untrusted: { ...untrusted, port: 8443, isChanged: true } }));
  expect(changed.title).toBe('legacy.test:8443 shows another certificate than the one that is trusted');
});
