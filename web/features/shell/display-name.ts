import type { User } from '#contract/users'

/** Until somebody has said their name, the first part of their address stands for it. */
export const displayNameOf = ({ name, email }: Pick<User, 'name' | 'email'>): string =>
  name || (email.split('@')[0] ?? email)
