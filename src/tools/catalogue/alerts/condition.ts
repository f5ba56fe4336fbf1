// The conditions of an alert.
import { z } from 'zod';
import { durationText } from '../../../base/duration-text.ts';
import { decodeBody } from '../../../flow/decode.ts';
import type { Flow } from '../../../flow/flow.ts';
import { decodeTextBody } from '../../../flow/text-body.ts';
import { number, flag, object, text, wholeNumber } from '../../rules/fields.ts';

export const whenField = object({
  statuses: z
    .array(wholeNumber(100, 599), 'a list of statuses such as [404, 500]')
    .default([])
    .describe('The response has one of these'),
  statusMin: wholeNumber(100, 599)
    .nullable()
    .default(null)
    .describe('The response has this status, or a higher one'),
  failed: flag.default(false).describe('The exchange failed: no response, or an incomplete one'),
  durationMsOver: number(0, Infinity, 'milliseconds').nullable().default(null),
  responseSizeOver: wholeNumber(0, Number.MAX_SAFE_INTEGER, 'bytes')
    .nullable()
    .default(null)
    .describe('Bytes of the body as received'),
  bodyContains: text.default('').describe('The decoded body of the response, as far as it was captured'),
});

export type AlertCondition = Readonly<z.output<typeof whenField>>;

/**
 * Returns why an exchange raises an alert, or null. One condition that holds is enough; without conditions every
 * exchange raises an alert. When the body has to be searched, returns a function that does so; the search takes as much
 * memory as the decoded body.
 */
export function alertReason(
  when: AlertCondition,
  flow: Flow,
): string | null | (() => Promise<string | null>) {
  const { statuses, statusMin, failed, durationMsOver, responseSizeOver, bodyContains } = when;
  const { status, durationMs = 0 } = flow;
  const size = flow.response?.body.size ?? 0;
  if (failed && flow.state === 'failed') return flow.error ?? 'it failed';
  if (statuses.includes(status)) return `status ${status}`;
  if (statusMin !== null && status >= statusMin) return `status ${status}`;
  if (durationMsOver !== null && durationMs > durationMsOver) return `it took ${durationText(durationMs)}`;
  if (responseSizeOver !== null && size > responseSizeOver) return `the response has ${size} bytes`;
  if (bodyContains !== '') return () => reasonInBody(flow, bodyContains);
  const isAnySet =
    failed ||
    statuses.length > 0 ||
    statusMin !== null ||
    durationMsOver !== null ||
    responseSizeOver !== null;
  return isAnySet ? null : 'it was sent';
}

async function reasonInBody({ response }: Flow, phrase: string): Promise<string | null> {
  if (response === null) return null;
  const { bytes } = await decodeBody(response, Infinity);
  const text = decodeTextBody(bytes, response.header('content-type')) ?? bytes.toString('latin1');
  return text.includes(phrase) ? `its body contains ${JSON.stringify(phrase.slice(0, 60))}` : null;
}
