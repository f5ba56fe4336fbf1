// The first part of the page of fields: how files may be written.

export const FIRST_PART = `# Fields of the files

Every field of every file in a [workspace](workspace.md). \`npm run schemas\` writes this page, and the JSON Schemas that editors read: \`proxyctl schema request\` prints one, \`proxyctl schema --install\` sets them up for [editors](workspace.md#files-in-an-editor).

No field is needed unless this page says so, and one that is not listed is an error. A text may be written without quotes where it looks like a number, \`true\` or \`false\`.

## Short forms

| For                                                                                        | Instead of                                            | Write                                                                                                                          |
| ------------------------------------------------------------------------------------------ | ----------------------------------------------------- | ------------------------------------------------------------------------------------------------------------------------------ |
| \`headers\`, \`query\`, \`path\`, \`variables\`, fields of forms and other names with values       | A list of objects with \`name\` and \`value\`             | A map, \`{ Accept: application/json }\`, whose values may be objects: \`{ value: x, enabled: false }\`. Or a list of \`a=b\` or \`a: b\` |
| \`query\`                                                                                    |                                                       | \`params\`                                                                                                                       |
| Lists of texts, such as \`tags\`                                                             | A list with one entry                                 | The text alone                                                                                                                 |
| [Authorization](#authorization)                                                            | \`{ type: bearer, token: … }\`, \`{ type: none }\`        | \`{ bearer: … }\`, \`{ basic: { username: …, password: … } }\`, \`none\`, \`inherit\`                                                |
| [Body](#body)                                                                              | \`{ type: raw, language: json, text: … }\` and the like | \`{ json: … }\`, \`text\`, \`xml\`, \`form\`, \`multipart\`, \`file\`, \`graphql\`; or a text                                                |
| Texts with JSON: bodies, variables of GraphQL, messages of gRPC, arguments of MCP, examples | JSON in quotes                                        | YAML                                                                                                                           |`;
