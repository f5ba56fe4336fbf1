// The methods that OpenAPI 3.0 describes, in the order in which they are written.

export const OPENAPI_METHODS = ['get', 'post', 'put', 'patch', 'delete', 'head', 'options'] as const;
export type OpenApiMethod = (typeof OPENAPI_METHODS)[number];
