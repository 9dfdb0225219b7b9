export type Role = 'user' | 'admin'

/** The second factor of a session, besides a password: a one-time code or a passkey. */
export type SecondFactor = 'code' | 'passkey'

/** The user of an access token, and the sign-in session it was issued from, with which it ends. */
export type TokenSubject = {
  id: string
  session: string
  /** Set when an admin needs a session with a second factor to act as one. */
  staffFactor?: 'required'
}

/** Who acts, in which sign-in session: the user as the database has them now, never as a token claims. */
export type Actor = TokenSubject & {
  email: string
  name: string
  /** The role they may act in: an admin without a required second factor is a user. */
  role: Role
  /** Set for such an admin. */
  lacksFactor?: true
}

/** Whether somebody may act as staff. What staff may do is for the policy of each feature. */
export const isStaff = ({ role }: Pick<Actor, 'role'>): boolean => role === 'admin'
