// Heights in the traffic list, in pixels, as in its style sheet.

export const ROW = 26;
/** Height of the heads, which stay above the rows. */
export const HEAD = 26;
