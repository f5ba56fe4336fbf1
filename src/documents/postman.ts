// Types of Postman Collection v2.1 (https://schema.postman.com/collection/json/v2.1.0/draft-07/collection.json) and of
// Postman environments, limited to the parts that are written here.

export const POSTMAN_SCHEMA = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';

export interface PostmanCollection extends PostmanGroup {
  readonly info: {
    readonly _postman_id: string;
    readonly name: string;
    readonly description?: string;
    readonly schema: string;
  };
  readonly variable?: readonly PostmanVariable[];
}

interface PostmanGroup {
  readonly item: readonly (PostmanFolder | PostmanItem)[];
  readonly auth?: PostmanAuth;
  readonly event?: readonly PostmanEvent[];
}

export interface PostmanFolder extends PostmanGroup {
  readonly id?: string;
  readonly name: string;
  readonly description?: string;
}

export interface PostmanVariable {
  readonly key: string;
  readonly value: string;
  readonly type?: string;
  readonly disabled?: true;
  readonly description?: string;
}

/** An authorization; its fields are under the name of its type, except for `noauth`. */
export type PostmanAuth = Readonly<Record<string, string | readonly PostmanAuthField[]>> & {
  readonly type: string;
};

export interface PostmanAuthField {
  readonly key: string;
  readonly value: unknown;
  readonly type: string;
}

export interface PostmanEvent {
  readonly listen: 'prerequest' | 'test';
  readonly script: { readonly type: 'text/javascript'; readonly exec: readonly string[] };
}

export interface PostmanPair {
  readonly key: string;
  readonly value: string;
  readonly disabled?: true;
  readonly description?: string;
}

export interface PostmanUrl {
  readonly raw: string;
  readonly protocol?: string;
  readonly auth?: { readonly user: string; readonly password: string };
  readonly host: readonly string[];
  readonly port?: string;
  readonly path?: readonly string[];
  readonly query?: readonly PostmanQuery[];
  readonly variable?: readonly PostmanPair[];
}

/** A query parameter; null as its value means that the URL has no `=`. */
export type PostmanQuery = Omit<PostmanPair, 'value'> & { readonly value: string | null };

export type PostmanBody =
  | {
      readonly mode: 'raw';
      readonly raw: string;
      readonly options?: { readonly raw: { readonly language: string } };
    }
  | { readonly mode: 'urlencoded'; readonly urlencoded: readonly PostmanPair[] }
  | { readonly mode: 'formdata'; readonly formdata: readonly PostmanFormField[] }
  | { readonly mode: 'file'; readonly file: { readonly src?: string } }
  | {
      readonly mode: 'graphql';
      readonly graphql: {
        readonly query: string;
        readonly variables: string;
        readonly operationName?: string;
      };
    };

export type PostmanFormField = Omit<PostmanPair, 'value'> & {
  readonly type: 'text' | 'file';
  readonly value?: string;
  readonly src?: string | readonly string[];
  readonly contentType?: string;
};

export interface PostmanRequest {
  readonly method: string;
  readonly header: readonly PostmanPair[];
  readonly url: PostmanUrl;
  readonly body?: PostmanBody;
  readonly auth?: PostmanAuth;
  readonly description?: string;
}

export interface PostmanResponse {
  readonly id?: string;
  readonly name: string;
  readonly originalRequest: PostmanRequest;
  readonly status: string;
  readonly code: number;
  readonly _postman_previewlanguage?: string;
  readonly header: readonly PostmanPair[];
  readonly cookie: readonly never[];
  readonly body: string;
}

export interface PostmanItem {
  readonly id?: string;
  readonly name: string;
  readonly request: PostmanRequest;
  readonly response: readonly PostmanResponse[];
  readonly event?: readonly PostmanEvent[];
  readonly protocolProfileBehavior?: Readonly<Record<string, boolean | number | string>>;
}

export interface PostmanEnvironment {
  readonly id: string;
  readonly name: string;
  readonly values: readonly {
    readonly key: string;
    readonly value: string;
    readonly type: 'default' | 'secret';
    readonly enabled: boolean;
    readonly description?: string;
  }[];
  readonly _postman_variable_scope: 'environment';
}

/** Returns the start of a file, before its items. */
export function postmanHead(id: string, name: string): string {
  const info = { _postman_id: id, name, schema: POSTMAN_SCHEMA };
  return `{"info":${JSON.stringify(info)},"item":[`;
}
