import { desc, eq, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#db/client'
import { consents } from '#db/schema/consents'
import { mailingChoices } from '#db/schema/mailings'
import type { Instant } from '#domain/cairo'
import { type Accepted, type ConsentPlace, dueConsents, type RequiredText, textVersions } from '#domain/users/consents'

/** An account, or a query for one that the same batch opens. */
type UserId = number | SQL<number>

/** The statement that registers that texts were accepted in the version in force, each once (docs/rules/privacy.md 5.1). */
export const acceptStatement = (
  db: Db,
  { userId, texts, place, now }: { userId: UserId; texts: readonly RequiredText[]; place: ConsentPlace; now: Instant },
) =>
  db
    .insert(consents)
    .values(
      texts.map((kind) => ({
        userId: userId as number,
        kind,
        version: textVersions[kind],
        given: true,
        place,
        createdAt: now,
      })),
    )
    .onConflictDoNothing()

/**
 * The statement that registers that somebody agrees to mailings or withdraws it, unless that is how it stands
 * (docs/rules/privacy.md 5.5). A trigger copies it to `mailing_choices`.
 */
export const marketingStatement = (
  db: Db,
  { userId, given, place, now }: { userId: UserId; given: boolean; place: ConsentPlace; now: Instant },
) =>
  db.insert(consents).select(
    sql`SELECT NULL, ${userId}, 'marketing', ${textVersions.marketing}, ${given ? 1 : 0}, ${place}, ${now}
      WHERE COALESCE((SELECT ${mailingChoices.isWanted} FROM ${mailingChoices} WHERE ${mailingChoices.userId} = ${userId}), 0) <> ${given ? 1 : 0}`,
  )

/** As many as a screen shows: whoever switches mailings on and off all day makes a row each time. */
const MAX_LISTED_CONSENTS = 100

/** Selects what somebody has agreed to, the latest first. */
export const consentsOf = (db: Db, userId: number) =>
  db
    .select({
      kind: consents.kind,
      version: consents.version,
      given: consents.given,
      place: consents.place,
      createdAt: consents.createdAt,
    })
    .from(consents)
    .where(eq(consents.userId, userId))
    .orderBy(desc(consents.id))
    .limit(MAX_LISTED_CONSENTS)

/** The register of an account as answered. */
export const registerView = (account: Accepted, list: Awaited<ReturnType<typeof consentsOf>>) => ({
  list,
  due: dueConsents(account).map((text) => ({ text, version: textVersions[text] })),
})
