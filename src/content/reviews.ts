/** The server's messages to authors of reviews that are not permitted. */
export const reviewMessages = {
  reviewedAlready: 'You have reviewed this product already. Thank you.',
  notBought: 'Only who has bought a product can review it. Without a product, your review is of the shop.',
  manyReviews: 'You have added many reviews in a short time. Add the next one in an hour.',
} as const
