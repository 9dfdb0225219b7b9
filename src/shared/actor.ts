export type Role = 'user' | 'admin'

/** Who acts: the signed-in user as the database knows them at this moment, never as a token claims. */
export type Actor = { id: string; email: string; name: string; role: Role }
