import type { User } from '#contract/users'

/** The name, or the first part of the e-mail address of a user without a name. */
export const displayNameOf = ({ name, email }: Pick<User, 'name' | 'email'>): string =>
  name || (email.split('@')[0] ?? email)
