export type Role = 'user' | 'admin'

/** Who acts: the signed-in user as the database knows them at this moment, never as a token claims. */
export type Actor = { id: string; email: string; name: string; role: Role }

/** Whom an access token was made for, and from which generation of their tokens it is. */
export type Subject = { id: string; generation: number }
