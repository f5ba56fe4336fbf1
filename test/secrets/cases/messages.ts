// Builds the messages in which cases place secrets and what resembles them.
import type { InspectedMessage } from '../../../src/secrets/message.ts';

export type Given = Partial<InspectedMessage>;

/** Puts a secret into an otherwise ordinary message. */
export type SecretCarrier = readonly [name: string, put: (secret: string) => Given];

export const header = (name: string, value: string): Given => ({ headers: [{ name, value }] });
export const body = (type: string, text: string): Given => ({
  headers: [{ name: 'Content-Type', value: type }],
  body: text,
});
export const json = (value: unknown): Given => body('application/json', JSON.stringify(value));
export const text = (value: string): Given => body('text/plain', value);
export const uri = encodeURIComponent;
export const xml = (value: string): string =>
  value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
