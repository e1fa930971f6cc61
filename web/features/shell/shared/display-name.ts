import type { User } from '#contract/users'

/** The name, or the first part of the e-mail address of somebody who has not given one yet. */
export const displayNameOf = ({ name, email }: Pick<User, 'name' | 'email'>): string =>
  name || (email.split('@')[0] ?? email)
