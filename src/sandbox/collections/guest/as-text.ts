// `String` for values of which nothing is known.

export const asText: (value: unknown) => string = String;
