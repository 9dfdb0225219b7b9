/** What public answers show of the catalogue, in the page cache's words. */

/** Every product's own answer. */
export const anyTool = 'tool'
export const oneTool = (id: string): string => `tool:${id}`
/** Lists of products, their words, prices and pictures. */
export const toolList = 'tool-list'
/** The stock that lists show. */
export const stock = 'stock'
