/** Page-cache tags for what public responses show of the reviews. */
export const reviewList = 'review-list'
