// The registry of forms: published shapes of secrets, as data. When two match at the same place, the first one in the
// list wins.
import { aiForms } from './ai.ts';
import { cloudForms } from './cloud.ts';
import { codeForms } from './code-hosting.ts';
import type { SecretForm, SecretKind } from './contract.ts';
import { genericForms } from './generic.ts';
import { messagingForms } from './messaging.ts';
import { monitoringForms } from './monitoring.ts';
import { paymentForms } from './payment.ts';

/** Found by its first and last line (RFC 7468), because the text between them is long. */
export const PRIVATE_KEY: SecretKind = { id: 'private-key', label: 'Private key', severity: 'high' };

export const FORMS: readonly SecretForm[] = [
  ...paymentForms,
  ...cloudForms,
  ...codeForms,
  ...messagingForms,
  ...aiForms,
  ...monitoringForms,
  ...genericForms,
];

/** Kinds without a form, which are recognized by the names before them. */
export const NAMED_KINDS = {
  password: { id: 'password', label: 'Password', severity: 'low' },
  plainPassword: { id: 'plain-password', label: 'Password over plain HTTP', severity: 'high' },
  urlPassword: { id: 'url-password', label: 'Password in a URL', severity: 'high' },
  bearer: { id: 'bearer-token', label: 'Bearer token', severity: 'medium' },
  apiKey: { id: 'api-key', label: 'API key', severity: 'medium' },
  providerKey: { id: 'provider-key', label: 'Key of a provider', severity: 'high' },
  card: { id: 'card', label: 'Card number', severity: 'medium' },
  session: { id: 'session-cookie', label: 'Session cookie', severity: 'medium' },
  cookie: { id: 'cookie', label: 'Cookie', severity: 'low' },
} as const satisfies Record<string, SecretKind>;
