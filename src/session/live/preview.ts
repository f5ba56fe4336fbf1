// A preview of a send: the request, and the origin of each value. No script runs and nothing is asked of a server: what needs
// that says so.
import { stat } from 'node:fs/promises';
import { messageOf, UserError } from '../../base/errors.ts';
import { authPlugin } from '../../requests/auth/index.ts';
import type { SignableRequest } from '../../requests/auth/contract.ts';
import type { Auth } from '../../collections/model/auth.ts';
import type { Body } from '../../collections/model/body.ts';
import type { SavedRequest } from '../../collections/model/request.ts';
import { interpolate } from '../../collections/variables/interpolate.ts';
import { encodeBody } from '../../requests/http/body.ts';
import { withDefaultHeaders } from '../../requests/http/default-headers.ts';
import { sourced, type SourcedHeader } from '../../requests/http/exchange-steps.ts';
import { completeHeaders } from '../../requests/http/outgoing-request.ts';
import { buildUrl } from '../../requests/http/url.ts';
import type { ProtocolRequest } from '../../requests/protocols/contract.ts';
import { allowFilesIn } from '../../runs/runner/allowed-files.ts';
import { Interpolator } from '../../runs/runner/interpolator.ts';
import { withoutCredentials } from '../../runs/runner/request-url.ts';
import { resolvedRequest } from '../../runs/runner/resolved-request.ts';
import { toScriptRequest } from '../../runs/runner/script-values.ts';
import { stepsOf, type Step } from '../../runs/runner/steps.ts';
import { SecretMask } from './secret-mask.ts';
import { definitionsOf, scopesOf, type Definition, type VariableSources } from './variables.ts';

/** Characters of a body's text at most. */
const MAX_TEXT = 1024 * 1024;

export interface Preview {
  readonly method: string;
  /** As sent; as written where it is not valid. */
  readonly url: string;
  readonly headers: readonly SourcedHeader[];
  readonly body: PreviewBody;
  /** The fields of its type, with their variables replaced. */
  readonly fields: unknown;
  /** The facts that only sending can tell: `scripts`, `token`, `challenge`. */
  readonly needs: readonly string[];
  /** The reasons why it could not be sent, in sentences. */
  readonly errors: readonly string[];
  readonly variables: readonly UsedVariable[];
  /** Names that go as they are written. */
  readonly unknown: readonly string[];
}

interface PreviewBody {
  readonly size: number;
  readonly text: string | null;
  readonly contentType: string | null;
  readonly files: readonly { readonly path: string; readonly isThere: boolean }[];
}

interface UsedVariable extends Definition {
  /** The value that is sent, with further variables replaced and secrets masked. */
  readonly resolved: string;
  /** Weaker definitions of the same name. */
  readonly overrides: readonly Definition[];
}

export interface PreviewOptions extends VariableSources {
  readonly request: SavedRequest;
  readonly folder: string;
}

/** Never rejects for what is wrong with the request: that is among `errors`. */
export async function preview(options: PreviewOptions): Promise<Preview> {
  const { request, folder } = options;
  const { step, scopes, interpolator, used } = resolving(options);
  const mask = new SecretMask(options);
  const errors: string[] = [];
  const sent = await resolved(step, interpolator, folder).catch((error: unknown) => {
    errors.push(mask.text(messageOf(error)));
    return notResolved(request);
  });
  return {
    ...maskedParts(sent, mask),
    needs: [...(step.preRequest.length > 0 ? ['scripts'] : []), ...sent.needs],
    errors: [
      ...errors,
      ...sent.errors.map((error) => mask.text(error)),
      ...sent.body.files.filter(({ isThere }) => !isThere).map(({ path }) => `the file ${path} is not there`),
    ],
    variables: usedVariables(used, definitionsOf(options, request.id), (text) =>
      mask.text(interpolate(text, (name) => scopes.value(name)).text),
    ),
    unknown: [...interpolator.unresolved],
  };
}

interface Resolving {
  /** The request with what is around it. */
  readonly step: Step;
  readonly scopes: ReturnType<typeof scopesOf>;
  readonly interpolator: Interpolator;
  /** Names that the interpolator was asked for. */
  readonly used: ReadonlySet<string>;
}

function resolving({
  collection,
  environment,
  globals,
  request,
}: VariableSources & Pick<PreviewOptions, 'request'>): Resolving {
  const step = stepsOf(collection, [request.id]).find((each) => each.request.id === request.id)!;
  const scopes = scopesOf({ collection, environment, globals }, step.variables);
  const used = new Set<string>();
  const interpolator = new Interpolator((name) => {
    used.add(name);
    return scopes.value(name);
  });
  return { step, scopes, interpolator, used };
}

/** Returns the authorization that a send would begin with, its own or an inherited one, with its variables replaced. */
export function resolvedAuth(options: VariableSources & Pick<PreviewOptions, 'request'>): Auth {
  const {
    step: { request, auth: inherited },
    interpolator,
  } = resolving(options);
  return interpolator.auth(request.auth.type === 'inherit' ? inherited : request.auth);
}

type Parts = Pick<Preview, 'method' | 'url' | 'headers' | 'body' | 'fields' | 'needs' | 'errors'>;

function maskedParts(
  { method, url, headers, body, fields }: Parts,
  mask: SecretMask,
): Omit<Parts, 'needs' | 'errors'> {
  return {
    method,
    url: mask.text(url),
    headers: headers.map((header) => ({
      ...header,
      value: header.source === 'auth' ? mask.credentials(header.value) : mask.header(header.value),
    })),
    body: { ...body, text: body.text === null ? null : mask.text(body.text) },
    fields: mask.values(fields),
  };
}

function notResolved({ method, url }: SavedRequest): Parts {
  const body = { size: 0, text: null, contentType: null, files: [] };
  return { method, url: withoutCredentials(url), headers: [], body, fields: null, needs: [], errors: [] };
}

async function resolved(step: Step, interpolator: Interpolator, folder: string): Promise<Parts> {
  const request = resolvedRequest(step, toScriptRequest(step), interpolator);
  const { method, fields = null } = request;
  if (step.request.type !== 'http' && step.request.type !== 'graphql')
    return {
      ...notResolved(step.request),
      method,
      url: withoutCredentials(request.url.url),
      headers: request.headers.map((header) => ({ ...header, source: 'typed' })),
      fields,
    };
  const files = await filesOf(request.body, folder);
  const { bytes, contentType, headers } = await encodeBody(
    withoutFiles(request.body),
    request.headers,
    allowFilesIn([folder]),
  );
  const unsigned = withDefaultHeaders({
    method,
    url: buildUrl(request.url),
    headers,
    body: bytes,
    contentType,
  });
  const { signed, needs, errors } = await signedLocally(request, unsigned);
  const url = buildUrl({ url: signed.url, query: [], path: [], encode: false });
  const stages = { typed: request.headers, withDefaults: unsigned.headers, signed: signed.headers };
  const all = completeHeaders({ method: signed.method, url, headers: signed.headers, body: signed.body });
  return {
    method: signed.method,
    url: signed.url,
    headers: all.map((header) => sourced(header, stages)),
    body: {
      size: bytes.length,
      text: bytes.length > MAX_TEXT || bytes.includes(0) ? null : bytes.toString(),
      contentType,
      files,
    },
    fields,
    needs,
    errors,
  };
}

interface SignedLocally {
  readonly signed: SignableRequest;
  readonly needs: readonly string[];
  readonly errors: readonly string[];
}

/** Adds the credentials that need no server. */
async function signedLocally(
  { auth }: ProtocolRequest<unknown>,
  unsigned: SignableRequest,
): Promise<SignedLocally> {
  const plugin = authPlugin(auth.type);
  if (plugin === null) return { signed: unsigned, needs: [], errors: [] };
  let asksServer = auth.type === 'oauth2' && isInteractive(auth.grant);
  try {
    const signed = await plugin.apply(auth, unsigned, {
      send: () => {
        asksServer = true;
        return Promise.reject(new UserError('UNAVAILABLE', 'a preview asks no server'));
      },
      now: () => Date.now(),
      random: (bytes) => Buffer.alloc(bytes, 'preview'),
      // Its own, so that a send never meets a token that this could not get.
      cache: new Map(),
      showPage: null,
    });
    const isChallenged = signed.headers.length === unsigned.headers.length && signed.url === unsigned.url;
    const needs = isChallenged && plugin.answerChallenge !== undefined ? ['challenge'] : [];
    return { signed, needs, errors: [] };
  } catch (error) {
    return asksServer
      ? { signed: unsigned, needs: ['token'], errors: [] }
      : { signed: unsigned, needs: [], errors: [messageOf(error)] };
  }
}

function isInteractive(grant: string): boolean {
  return grant !== 'clientCredentials' && grant !== 'password';
}

function withoutFiles(body: Body): Body {
  if (body.type === 'file') return { ...body, path: '', hint: '' };
  if (body.type !== 'multipart') return body;
  return {
    ...body,
    fields: body.fields.map((field) => (field.files === null ? field : { ...field, files: [] })),
  };
}

function filesOf(body: Body, folder: string): Promise<PreviewBody['files']> {
  const paths =
    body.type === 'file'
      ? [body.path]
      : body.type === 'multipart'
        ? body.fields.filter(({ enabled }) => enabled).flatMap(({ files }) => files ?? [])
        : [];
  const allowed = allowFilesIn([folder]);
  return Promise.all(
    paths
      .filter((path) => path !== '')
      .map(async (path) => {
        const found = await stat(allowed(path)).catch(() => null);
        return { path, isThere: found?.isFile() === true };
      }),
  );
}

function usedVariables(
  used: ReadonlySet<string>,
  definitions: ReadonlyMap<string, readonly Definition[]>,
  resolve: (text: string) => string,
): readonly UsedVariable[] {
  return [...used].flatMap((name) => {
    const [first, ...overrides] = definitions.get(name) ?? [];
    return first === undefined ? [] : [{ ...first, resolved: resolve(`{{${name}}}`), overrides }];
  });
}
