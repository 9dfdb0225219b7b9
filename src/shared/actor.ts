export type Role = 'user' | 'admin'

/** Who acts, by which sign-in session: the user as the database knows them at this moment, never as a token claims. */
export type Actor = { id: string; session: string; email: string; name: string; role: Role }

/** Whom an access token was made for, and the sign-in session it was made from, with which it ends. */
export type TokenSubject = { id: string; session: string }
