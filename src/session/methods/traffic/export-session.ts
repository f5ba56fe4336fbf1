// Exports captured requests to a file.
import { z } from 'zod';
import { ParameterError } from '../../../base/errors.ts';
import type { Flow } from '../../../flow/flow.ts';
import { exportFormats, type ExportFormat } from '../../../traffic/formats/index.ts';
import type { SelectedFlows } from '../../../traffic/listed-flows.ts';
import { defineMethod, EVERYWHERE } from '../contract.ts';
import { absolutePath, flag, flowOf, requestIds } from '../fields.ts';

const ids = exportFormats.map(({ id }) => id);

export const exportSession = defineMethod({
  name: 'export_session',
  summary: 'Writes requests to a file: a session, HAR, CSV, a Postman collection or an OpenAPI document',
  effect: 'write',
  faces: EVERYWHERE,
  hints: ['idempotent'],
  paths: ['path'],
  captured: false,
  undo: { never: 'delete the file that it wrote' },
  params: z.strictObject({
    format: z.enum(ids, ids.map((id) => `"${id}"`).join(', ')),
    path: absolutePath,
    ids: requestIds.optional().describe('Ids of the requests; by default all of the traffic list'),
    redact: flag.optional().describe('Leave tokens, cookies, passwords, keys and card numbers out'),
  }),
  result: z.object({
    path: z.string(),
    count: z.number().describe('Requests in the file'),
    omitted: z.number().describe('Requests that the format cannot hold, such as tunnels'),
  }),
  async run(app, params) {
    const { path, redact = false } = params;
    for (const id of params.ids ?? []) flowOf(app, id, 'ids');
    const asked = params.ids === undefined ? null : new Set(params.ids);
    const flows = app.traffic.selected((id) => asked?.has(id) ?? true);
    if (flows.size === 0) throw new ParameterError('There are no requests to export', { field: 'ids' });
    const format = exportFormats.find(({ id }) => id === params.format)!;
    const written = new RepresentedFlows(format, flows);
    await written.checkAny();
    const { exportFile } = await import('../../../traffic/export/export-file.ts');
    await exportFile(path, format, written, redact);
    return { path, count: written.count, omitted: written.omitted };
  },
});

/** The flows that a format can hold, and the number of those that it cannot. */
class RepresentedFlows {
  count = 0;
  omitted = 0;
  readonly #format: ExportFormat;
  readonly #flows: SelectedFlows;

  constructor(format: ExportFormat, flows: SelectedFlows) {
    this.#format = format;
    this.#flows = flows;
  }

  /** Rejects when there are none: nothing is to be written then. */
  async checkAny(): Promise<void> {
    for await (const flow of this.#flows) if (this.#isHeld(flow)) return;
    throw new ParameterError(
      `There are no requests to export: ${this.#format.label} cannot hold the ${this.#flows.size} given, such as tunnels`,
      { field: 'ids' },
    );
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Flow, void, undefined> {
    this.count = this.omitted = 0;
    for await (const flow of this.#flows)
      if (this.#isHeld(flow)) {
        this.count += 1;
        yield flow;
      } else this.omitted += 1;
  }

  #isHeld(flow: Flow): boolean {
    return this.#format.export.represents?.(flow) ?? true;
  }
}
