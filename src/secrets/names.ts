// Names of fields, parameters, headers and cookies whose values are secrets.
import { NAMED_KINDS, type SecretKind } from './secret-patterns.ts';

function words(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/));
}

/** Names are compared without regard to case, hyphens and underscores. */
const PASSWORDS = words(`
  password passwd pwd pass passphrase passcode pin pincode newpassword oldpassword currentpassword
  confirmpassword passwordconfirmation userpassword loginpassword cvv cvc cvv2 securitycode otp totp
  mfacode`);

const TOKENS = words(`
  token accesstoken refreshtoken idtoken authtoken authenticitytoken csrftoken sessiontoken
  bearertoken usertoken devicetoken pushtoken logintoken jwt assertion sessionid session sid sessid
  authorization auth code codeverifier clientassertion`);

const KEYS = words(`
  apikey key secret clientsecret appsecret apisecret secretkey accesskey accesskeyid secretaccesskey
  privatekey signingkey encryptionkey masterkey consumersecret sharedsecret webhooksecret signature
  sig hmac xamzsignature xamzsecuritytoken xamzcredential awsaccesskeyid subscriptionkey licensekey
  authkey servicekey`);

/** Names that are too common to report. Their values are redacted all the same. */
const REDACT_ONLY = words(`
  key code pin session auth sig signature hmac csrftoken pass`);

export interface NamedKind {
  readonly kind: SecretKind;
  /** True when the value is redacted but not reported. */
  readonly isRedactOnly: boolean;
}

/** Returns the kind for a name; null for a name without a meaning. `isPlain` is true for an unencrypted message. */
export function kindOfName(name: string, isPlain: boolean): NamedKind | null {
  const plain = name.toLowerCase().replace(/[-_.\s]/g, '');
  const last = /(?:^|\[|\.)([^[\].]+)\]?$/.exec(name.toLowerCase())?.[1]?.replace(/[-_\s]/g, '') ?? plain;
  const found = PASSWORDS.has(plain) || PASSWORDS.has(last);
  const isRedactOnly = REDACT_ONLY.has(plain) || REDACT_ONLY.has(last);
  if (found) return { kind: isPlain ? NAMED_KINDS.plainPassword : NAMED_KINDS.password, isRedactOnly };
  if (TOKENS.has(plain) || TOKENS.has(last)) return { kind: NAMED_KINDS.bearer, isRedactOnly };
  if (KEYS.has(plain) || KEYS.has(last)) return { kind: NAMED_KINDS.apiKey, isRedactOnly };
  return null;
}

const KEY_HEADER =
  /^(?:x-)?(?:[a-z0-9]+-)*(?:api-?key|auth-?token|access-?token|session-?token|csrf-?token|xsrf-?token|secret|client-?secret|app-?key|subscription-?key|security-?token|goog-api-key|token)$/i;

/**
 * Returns the kind of a header whose whole value is a secret; null for others. Authorization and cookies are handled
 * elsewhere.
 */
export function kindOfHeader(name: string): NamedKind | null {
  if (!KEY_HEADER.test(name)) return null;
  return { kind: NAMED_KINDS.apiKey, isRedactOnly: /csrf|xsrf/i.test(name) };
}

/** True for the name of a cookie that identifies the user. */
export function isSessionCookie(name: string): boolean {
  return /sess(?:ion)?|(?:^|[-_.])(?:sid|auth|token|jwt|login|remember)|(?:auth|token|jwt|sid)$/i.test(name);
}
