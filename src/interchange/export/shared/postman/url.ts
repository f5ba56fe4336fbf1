// Splits URLs into the parts that Postman stores, so that joining them gives the same text.
import type { PostmanUrl } from '../../../../documents/postman.ts';
import { maskVariables } from '../../../../collections/model/url-parts.ts';
import { urlWithQuery } from '../../../../collections/model/query.ts';
import type { ExampleRequest } from '../../../../collections/model/example.ts';
import { postmanPair, disabledField, descriptionField } from './fields.ts';

export function postmanUrl({ url, query, path }: Pick<ExampleRequest, 'url' | 'query' | 'path'>): PostmanUrl {
  return {
    raw: urlWithQuery({ url, query }),
    ...addressOf(url),
    ...(query.length > 0 && {
      query: query.map(({ name, value, enabled, docs }) => ({
        key: name,
        value,
        ...disabledField(enabled),
        ...descriptionField(docs),
      })),
    }),
    ...(path.length > 0 && { variable: path.map(postmanPair) }),
  };
}

function addressOf(url: string): Omit<PostmanUrl, 'raw'> {
  const [, scheme = ''] = /^([a-z][a-z\d+.-]*):\/\//i.exec(url) ?? [];
  const [authority = '', ...path] = splitOutsideVariables(
    url.slice(scheme === '' ? 0 : scheme.length + 3),
    '/',
  );
  const login = maskVariables(authority).lastIndexOf('@');
  const address = authority.slice(login + 1);
  const colon = portAt(address);
  return {
    ...(scheme !== '' && { protocol: scheme }),
    ...(login >= 0 && { auth: loginOf(authority.slice(0, login)) }),
    host: hostOf(address.slice(0, colon)),
    ...(colon < address.length && { port: address.slice(colon + 1) }),
    ...(path.length > 0 && { path }),
  };
}

function loginOf(login: string): { readonly user: string; readonly password: string } {
  const [user = '', ...password] = splitOutsideVariables(login, ':');
  return { user, password: password.join(':') };
}

function hostOf(host: string): readonly string[] {
  return host.startsWith('[') ? [host] : splitOutsideVariables(host, '.');
}

/** Returns the index of the colon before a port; the length of the text without one. */
function portAt(address: string): number {
  const at = maskVariables(address).search(/:[\d\0]+$/);
  return at < 0 ? address.length : at;
}

/** Splits at every `separator` outside of a `{{variable}}`. */
function splitOutsideVariables(text: string, separator: string): readonly string[] {
  const plain = maskVariables(text);
  const parts: string[] = [];
  let start = 0;
  for (let at = plain.indexOf(separator); at >= 0; at = plain.indexOf(separator, start)) {
    parts.push(text.slice(start, at));
    start = at + separator.length;
  }
  return [...parts, text.slice(start)];
}
