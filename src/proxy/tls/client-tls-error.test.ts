import { describe, expect, test } from 'vitest';
import { ClientTlsError, clientTlsFailure, hungUp } from './client-tls-error.ts';

function alert(name: string, number: number): Error {
  return new Error(
    `40D3:error:0A000418:SSL routines:ssl3_read_bytes:tlsv1 alert ${name}:../ssl/rec_layer_s3.c:918:SSL alert number ${number}\n`,
  );
}

describe('an alert', () => {
  test.each([
    ['bad certificate', 42],
    ['unsupported certificate', 43],
    ['certificate revoked', 44],
    ['certificate expired', 45],
    ['certificate unknown', 46],
    ['unknown ca', 48],
    ['access denied', 49],
  ])('%s refuses the certificate', (name, number) => {
    expect(clientTlsFailure(alert(name, number))).toEqual({ type: 'alert', name, refusesCertificate: true });
  });

  test.each([
    ['handshake failure', 40],
    ['protocol version', 70],
    ['internal error', 80],
    ['user cancelled', 90],
  ])('%s does not', (name, number) => {
    expect(clientTlsFailure(alert(name, number))).toEqual({ type: 'alert', name, refusesCertificate: false });
  });
});

test.each([
  [hungUp(), { type: 'hung-up' }],
  [Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }), { type: 'hung-up' }],
  [
    Object.assign(new Error('unsupported protocol'), { code: 'ERR_SSL_UNSUPPORTED_PROTOCOL' }),
    { type: 'other' },
  ],
  ['thrown', { type: 'other' }],
])('%s', (error, failure) => {
  expect(clientTlsFailure(error)).toEqual(failure);
});

test('the error says what happened and what it may mean', () => {
  expect(new ClientTlsError(alert('unknown ca', 48))).toMatchObject({
    code: 'CLIENT_TLS_FAILED',
    message:
      'The TLS handshake with the client failed: it sent the alert "unknown ca". The client may not trust the root certificate',
  });
  expect(new ClientTlsError(hungUp()).message).toContain(': it hung up during the handshake. ');
});

test('the error of a client that is too old names the setting', () => {
  const error = Object.assign(new Error('40D3:error:0A000102:SSL routines::unsupported protocol'), {
    code: 'ERR_SSL_UNSUPPORTED_PROTOCOL',
  });
  expect(new ClientTlsError(error).message).toBe(
    'The TLS handshake with the client failed: it offers no version of TLS that is allowed. The setting minTlsVersion.clients is the lowest version',
  );
});
