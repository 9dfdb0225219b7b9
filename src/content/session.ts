/** What the login says to who was signed in and did not sign out here. */
export const sessionMessages = {
  ended: 'Your session has ended. Log in to go on: what you typed into an order is kept.',
} as const
