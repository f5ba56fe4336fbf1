// Replaces variables in the parts of a request.
import { isObject } from '../../base/is-object.ts';
import type { Auth } from '../../collections/model/auth.ts';
import type { Body } from '../../collections/model/body.ts';
import type { QueryPair } from '../../collections/model/values.ts';
import { interpolate, type LookUpVariable } from '../../collections/variables/interpolate.ts';

export class Interpolator {
  readonly unresolved = new Set<string>();
  readonly #lookUp: LookUpVariable;

  constructor(lookUp: LookUpVariable) {
    this.#lookUp = lookUp;
  }

  /** Throws an Error when the text would become too long. */
  text(text: string): string {
    if (!text.includes('{{')) return text;
    const { text: interpolated, unresolved } = interpolate(text, this.#lookUp);
    for (const name of unresolved) this.unresolved.add(name);
    return interpolated;
  }

  /** Returns the enabled entries. */
  pairs<P extends Pick<QueryPair, 'name' | 'value' | 'enabled'>>(pairs: readonly P[]): P[] {
    return pairs
      .filter(({ enabled }) => enabled)
      .map((pair) => ({
        ...pair,
        name: this.text(pair.name),
        value: pair.value === null ? null : this.text(pair.value),
      }));
  }

  /** Replaces variables in all texts of a value, at any depth. */
  values(value: unknown): unknown {
    if (typeof value === 'string') return this.text(value);
    if (Array.isArray(value)) return value.map((each) => this.values(each));
    if (!isObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, this.values(each)]));
  }

  body(body: Body): Body {
    switch (body.type) {
      case 'none':
        return body;
      case 'raw':
        return { ...body, text: this.text(body.text) };
      case 'urlencoded':
        return { ...body, fields: this.pairs(body.fields) };
      case 'multipart':
        return {
          ...body,
          fields: this.pairs(body.fields).map((field) => ({
            ...field,
            contentType: this.text(field.contentType),
            files: field.files?.map((file) => this.text(file)) ?? null,
          })),
        };
      case 'file':
        return { ...body, path: this.text(body.path) };
      case 'graphql':
        return {
          ...body,
          query: this.text(body.query),
          variables: this.text(body.variables),
          operationName: this.text(body.operationName),
        };
    }
  }

  auth<A extends Auth>(auth: A): A {
    const interpolated = Object.entries(auth).map(([key, value]: [string, unknown]) => [
      key,
      typeof value === 'string' && key !== 'type' ? this.text(value) : value,
    ]);
    return Object.fromEntries(interpolated) as A;
  }
}
