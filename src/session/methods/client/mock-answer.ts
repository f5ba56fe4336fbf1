// The answer of a mock server to a call of a route, without a call: of one that runs, or that could be started.
import { z } from 'zod';
import { ParameterError } from '../../../base/errors.ts';
import type { Mock } from '../../../services/mock/index.ts';
import type { AppContext } from '../context.ts';
import { defineMethod, UI_ONLY } from '../contract.ts';
import { flag } from '../fields.ts';
import { reference } from '../workspace/fields.ts';
import { channelId } from './live-fields.ts';

const PATH = 'a path such as /orders/:id';
/** Characters of the body. */
const MAX_BODY = 64 * 1024;

export const clientMockAnswer = defineMethod({
  name: 'client.mock_answer',
  summary: 'Returns what a mock server answers to a call of a route; nothing is remembered of it',
  effect: 'read',
  faces: UI_ONLY,
  params: z.strictObject({
    channel: channelId.optional().describe('A mock server that runs'),
    collection: reference.optional(),
    spec: reference.optional(),
    environment: reference.optional(),
    dynamic: flag.optional(),
    seed: z.string().max(100).optional(),
    method: z.string('a method').min(1, 'a method').max(20, 'a method'),
    path: z.string(PATH).min(1, PATH).max(2000, PATH).describe('Variables get a value'),
  }),
  result: z.strictObject({
    path: z.string().describe('The path with values'),
    status: z.int(),
    source: z.string(),
    example: z.string().nullable(),
    mediaType: z.string().nullable(),
    body: z.string().nullable().describe('Null for a binary one'),
    omitted: z.int().describe('Characters of the body that are left out'),
  }),
  async run(app: AppContext, { method, path: template, ...subject }) {
    const { mock, mask } = await mockOf(app, subject);
    const path = withValues(template);
    const { source, exampleName, response } = mock.respond({
      method,
      url: path,
      headers: {},
      body: Buffer.alloc(0),
    });
    const body = mask(response.body.toString());
    return {
      path,
      status: response.status,
      source,
      example: exampleName,
      mediaType: headerOf(response.headers, 'content-type'),
      body: body.includes('\ufffd') ? null : body.slice(0, MAX_BODY),
      omitted: Math.max(0, body.length - MAX_BODY),
    };
  },
});

/** Gives the variables of a path a value that fits most types. */
function withValues(template: string): string {
  return template
    .split('/')
    .map((segment) => segment.replaceAll(/\{\{[^{}]*\}\}|\{[^{}]*\}/g, '1').replace(/^:\w.*/, '1'))
    .join('/');
}

/** `headers`: names and values by turns. */
function headerOf(headers: readonly string[], name: string): string | null {
  const at = headers.findIndex((each, index) => index % 2 === 0 && each.toLowerCase() === name);
  return at === -1 ? null : (headers[at + 1] ?? null);
}

interface Subject {
  readonly channel?: string | undefined;
  readonly collection?: string | undefined;
  readonly spec?: string | undefined;
  readonly environment?: string | undefined;
  readonly dynamic?: boolean | undefined;
  readonly seed?: string | undefined;
}

async function mockOf(
  app: AppContext,
  { channel, ...subject }: Subject,
): Promise<{ readonly mock: Mock; readonly mask: (text: string) => string }> {
  const hasSubject = subject.collection !== undefined || subject.spec !== undefined;
  if ((channel !== undefined) === hasSubject)
    throw new ParameterError('give channel, or collection, spec or both', { field: 'collection' });
  if (channel !== undefined) {
    const { freshMock } = await import('../../live/mock.ts');
    return freshMock(app.channels.named(channel));
  }
  const { readMock } = await import('../../live/mock-sources.ts');
  const { SecretMask } = await import('../../live/secret-mask.ts');
  const { Mock: Made } = await import('../../../services/mock/index.ts');
  const { sources } = await readMock(await app.workspace.open(), subject);
  const mask = new SecretMask(sources);
  return { mock: new Made(sources), mask: (text) => mask.text(text) };
}
