/** Above this many entries a list says only that there are more: counting a million takes longer than reading a page. */
export const mostCounted = 10_000
