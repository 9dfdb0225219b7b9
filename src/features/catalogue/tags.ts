/** Page-cache tags for what public responses show of the catalogue. */

/** Every product's own response. */
export const anyTool = 'tool'
export const oneTool = (id: string): string => `tool:${id}`
/** Product lists with their words, prices and pictures. */
export const toolList = 'tool-list'
/** The stock that lists show. */
export const stock = 'stock'
