// Postman Collection v2.1 (https://schema.postman.com/collection/json/v2.1.0/draft-07/collection.json): its types, as far
// as they are written here.

export const POSTMAN_SCHEMA = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';

export interface PostmanPair {
  readonly key: string;
  readonly value: string;
}

export interface PostmanUrl {
  readonly raw: string;
  readonly protocol: string;
  readonly host: readonly string[];
  readonly port?: string;
  readonly path: readonly string[];
  readonly query?: readonly PostmanPair[];
}

export interface PostmanBody {
  readonly mode: 'raw';
  readonly raw: string;
  readonly options?: { readonly raw: { readonly language: 'json' } };
}

export interface PostmanRequest {
  readonly method: string;
  readonly header: readonly PostmanPair[];
  readonly url: PostmanUrl;
  readonly body?: PostmanBody;
}

export interface PostmanResponse {
  readonly name: string;
  readonly originalRequest: PostmanRequest;
  readonly status: string;
  readonly code: number;
  readonly _postman_previewlanguage?: 'json' | 'html' | 'xml' | 'text';
  readonly header: readonly PostmanPair[];
  readonly cookie: readonly never[];
  readonly body: string;
}

export interface PostmanItem {
  readonly name: string;
  readonly request: PostmanRequest;
  readonly response: readonly PostmanResponse[];
}

/** What a file starts with, before its items. */
export function postmanHead(id: string, name: string): string {
  const info = { _postman_id: id, name, schema: POSTMAN_SCHEMA };
  return `{"info":${JSON.stringify(info)},"item":[`;
}
