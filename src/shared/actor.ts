export type Role = 'user' | 'admin'

/** What a session stands for besides a password: a one-time code, or a passkey. */
export type SecondFactor = 'code' | 'passkey'

/** Whom an access token was made for, and the sign-in session it was made from, with which it ends. */
export type TokenSubject = {
  id: string
  session: string
  /** Set where an admin may act as one only by a session with a second factor. */
  staffFactor?: 'required'
}

/** Who acts, by which sign-in session: the user as the database knows them at this moment, never as a token claims. */
export type Actor = TokenSubject & {
  email: string
  name: string
  /** What they may act as: an admin who would need a second factor and has none is a user. */
  role: Role
  /** Set for such an admin. */
  lacksFactor?: true
}
