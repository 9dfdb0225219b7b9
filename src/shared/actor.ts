export type Role = 'user' | 'admin'

/** Who acts: the signed-in user as the database knows them at this moment, never as a token claims. */
export type Actor = { id: string; email: string; name: string; role: Role }

/** Whom an access token was made for, and the sign-in session it was made from, with which it ends. */
export type TokenSubject = { id: string; session: string }
