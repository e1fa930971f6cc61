import type { Db } from '#db/client'
import { users } from '#db/schema/users'
import { isAmong } from '../http/filters.ts'

/** What a message to somebody needs, by WhatsApp or by e-mail. */
export type Told = Pick<typeof users.$inferSelect, 'id' | 'email' | 'verifiedEmail' | 'phone' | 'notificationMethod'>

/** Selects what messages to these people need. */
export const toldStatement = (db: Db, ids: readonly number[]) =>
  db
    .select({
      id: users.id,
      email: users.email,
      verifiedEmail: users.verifiedEmail,
      phone: users.phone,
      notificationMethod: users.notificationMethod,
    })
    .from(users)
    .where(isAmong(users.id, ids))
