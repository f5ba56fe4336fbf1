// Errors of connections that libraries open, with the reason in words and the remedy.
import { messageOf, systemCode, UserError } from '../../../base/errors.ts';
import { explained } from '../../../net/connect-error.ts';

/** Returns the error with its reason and remedy. Other errors are returned unchanged. */
export function connectionError(thrown: unknown): unknown {
  const error: unknown =
    thrown instanceof AggregateError && thrown.errors.length > 0 ? thrown.errors[0] : thrown;
  if (!(error instanceof Error) || error instanceof UserError) return error;
  const code = systemCode(error);
  const reason = messageOf(explained(error));
  const sentence = sentenceOf(code, reason);
  return sentence === null ? error : new UserError('UNAVAILABLE', sentence, { cause: error });
}

/** Codes of OpenSSL's verification, as Node names them. */
const UNTRUSTED =
  /^(?:DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|CERT_|CRL_|HOSTNAME_MISMATCH|INVALID_CA|ERR_TLS_CERT_)/;

function sentenceOf(code: string, reason: string): string | null {
  if (UNTRUSTED.test(code))
    return `the certificate of the server is not trusted: ${reason} (${code}). Add its issuer to NODE_EXTRA_CA_CERTS, or send without verification (--insecure)`;
  switch (code) {
    case 'ECONNREFUSED':
      return `the server could not be reached: connection refused (${reason})`;
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `the host name could not be resolved (${reason})`;
    case 'ECONNRESET':
    case 'EPIPE':
      return `the server has closed the connection (${reason})`;
    default:
      return code.startsWith('ERR_SSL_') ? `the TLS handshake failed: ${reason}` : null;
  }
}
