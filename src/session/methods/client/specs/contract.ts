// Captured traffic compared with an API description.
import { z } from 'zod';
import type { AppContext } from '../../context.ts';
import { defineMethod, UI_ONLY } from '../../contract.ts';
import { wholeNumber } from '../../fields.ts';
import { described, ignoredComment, onScreen } from './described.ts';

const MAX_EXCHANGES = 100_000;
const USUAL_EXCHANGES = 10_000;

export const checkContract = defineMethod({
  name: 'client.check_contract',
  summary: 'Compares the captured traffic with an API description: calls of each operation that do not fit',
  effect: 'read',
  faces: UI_ONLY,
  params: z.strictObject({
    ...onScreen,
    limit: wholeNumber(1, MAX_EXCHANGES)
      .optional()
      .describe(`The newest exchanges; default ${USUAL_EXCHANGES}`),
  }),
  result: z.strictObject({
    checked: z.int(),
    broken: z.int(),
    failed: z.int().describe('Exchanges that could not be compared'),
    older: z.int().describe('Exchanges before the newest ones, which were not compared'),
    hosts: z.array(z.string()).readonly(),
    endpoints: z
      .array(
        z.strictObject({
          endpoint: z.string(),
          isDescribed: z.boolean(),
          calls: z.int(),
          wrong: z.int(),
          kinds: z
            .array(
              z.strictObject({
                what: z.string(),
                count: z.int(),
                ids: z.array(z.int()).readonly(),
                ignored: ignoredComment,
              }),
            )
            .readonly(),
          statuses: z.array(z.int()).readonly(),
          responses: z
            .array(
              z.strictObject({
                status: z.int(),
                type: z.string().describe('The media type; empty without a body'),
                count: z.int(),
                key: z.string().nullable().describe('Such as 4XX; null for a status that is not described'),
                ids: z.array(z.int()).readonly().describe('The first of them'),
              }),
            )
            .readonly(),
          described: z.array(z.string()).readonly().describe('The statuses of the description'),
          headers: z
            .array(z.strictObject({ name: z.string(), what: z.string(), key: z.string(), count: z.int() }))
            .readonly()
            .describe('Headers of responses that the description does not have'),
          lastAt: z.number().describe('Epoch milliseconds; 0 without a call'),
        }),
      )
      .readonly(),
  }),
  async run(app: AppContext, { limit = USUAL_EXCHANGES, ...params }, signal) {
    const { checkTraffic } = await import('../../../contract/check-traffic.ts');
    const { traffic, options } = await compared(app, params);
    return checkTraffic(traffic, { ...options, limit, signal });
  },
});

const FORMATS = ['html', 'markdown', 'json', 'junit', 'sarif'] as const;
const ENDINGS = { html: 'html', markdown: 'md', json: 'json', junit: 'xml', sarif: 'sarif' } as const;

export const contractReport = defineMethod({
  name: 'client.contract_report',
  summary: 'Returns the report of the captured traffic and its violations, as run --spec writes it',
  effect: 'read',
  faces: UI_ONLY,
  params: z.strictObject({
    ...onScreen,
    format: z.enum(FORMATS, FORMATS.join(', ')),
  }),
  result: z.strictObject({ fileName: z.string(), text: z.string() }),
  async run(app: AppContext, { format, ...params }, signal) {
    const { contractReport: made } = await import('../../../contract/report.ts');
    const { renderedReport } = await import('../../../../traffic/insights/report/formats.ts');
    const { slugOf } = await import('../../../../collections/storage/slug.ts');
    const { traffic, options, name } = await compared(app, params);
    const allowed = new Set(app.settings.allowedSecrets);
    const report = await made(traffic, { ...options, limit: USUAL_EXCHANGES, signal }, allowed);
    return {
      fileName: `${slugOf(name)}-contract.${ENDINGS[format]}`,
      text: await renderedReport(report, format),
    };
  },
});

/** Resolves with the captured traffic, and what it is compared with. */
async function compared(app: AppContext, params: z.output<z.ZodObject<typeof onScreen>>) {
  const { contractDocument } = await import('../../../contract/contract-document.ts');
  const { readIgnores } = await import('../../../../specs/ignores.ts');
  const { spec, text } = await described(app, params);
  const document = await contractDocument(spec.path, text);
  return {
    name: spec.name,
    traffic: {
      ids: [...app.traffic.ids(() => true)],
      flows: (from: number) => app.traffic.selected((id) => id >= from),
    },
    options: { document, ignores: readIgnores(spec.path) },
  };
}
