/** What public answers show of the reviews, in the page cache's words. */
export const reviewList = 'review-list'
