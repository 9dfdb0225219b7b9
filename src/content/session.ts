/** The login page's messages to somebody whose session ended without signing out here. */
export const sessionMessages = {
  ended: 'Your session has ended. Log in to continue: what you typed into an order is kept.',
} as const
