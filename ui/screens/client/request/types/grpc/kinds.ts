// The kinds of methods that were described: unary, or streams. The browser remembers them, so that a request is sent in
// the same way after a reload.
import { createBrowserPreference, isRecordOf, isString } from '../../../../../state/preferences.ts';
import type { RequestView } from '../../fields.ts';
import type { DescriptionOf } from '../shared/description.ts';

type Method = DescriptionOf<'grpc'>['services'][number]['methods'][number];

export type MethodKind = 'unary' | 'client' | 'server' | 'both';

const MAX_KINDS = 500;

/** The kinds of methods by service and method. */
export const methodKinds = createBrowserPreference<Readonly<Record<string, string>>>(
  'client.grpcKinds',
  {},
  isRecordOf(isString),
);

export function kindOf({ requestStream, responseStream }: Method): MethodKind {
  if (requestStream) return responseStream ? 'both' : 'client';
  return responseStream ? 'server' : 'unary';
}

export function noteKinds({ services }: DescriptionOf<'grpc'>): void {
  const told = services.flatMap(({ name, methods }) =>
    methods.map((method) => [`${name}/${method.name}`, kindOf(method)] as const),
  );
  const names = new Set<string>(told.map(([name]) => name));
  const others = Object.entries(methodKinds.get()).filter(([name]) => !names.has(name));
  methodKinds.set(Object.fromEntries([...others, ...told].slice(-MAX_KINDS)));
}

/** Returns the kind of the method of a request; null where it is not known. */
export function knownKind({ grpc }: RequestView): MethodKind | null {
  const kind = methodKinds.get()[`${grpc?.service ?? ''}/${grpc?.method ?? ''}`];
  return kind === undefined ? null : (kind as MethodKind);
}
