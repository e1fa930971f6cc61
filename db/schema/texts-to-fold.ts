import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { contactRequests } from './contact.ts'
import { interviews } from './interviews.ts'
import { reports } from './reports.ts'
import { topics } from './topics.ts'
import { tutors } from './tutors.ts'
import { users } from './users.ts'

/**
 * Texts whose fold is missing or may be that of another text, by the column (`users.name`) and the row's id. Triggers add a
 * text that was written without its fold; the job `fold-texts` folds it and deletes the row. When `normalise` changes, a
 * migration adds every text.
 */
export const textsToFold = sqliteTable(
  'texts_to_fold',
  { column: text('column').notNull(), id: integer('id').notNull() },
  (t) => [primaryKey({ columns: [t.column, t.id] })],
)

/** A text and the column of its fold. E-mail addresses, phone numbers and coupon codes have none: they are stored folded. */
export type FoldedText = { text: SQLiteColumn; fold: SQLiteColumn }

/** All texts with a fold, each with triggers of its own. */
export const foldedTexts: readonly FoldedText[] = [
  { text: users.name, fold: users.foldedName },
  { text: users.englishName, fold: users.foldedEnglishName },
  { text: tutors.bio, fold: tutors.foldedBio },
  { text: tutors.about, fold: tutors.foldedAbout },
  { text: reports.title, fold: reports.foldedTitle },
  { text: reports.description, fold: reports.foldedDescription },
  { text: contactRequests.name, fold: contactRequests.foldedName },
  { text: contactRequests.title, fold: contactRequests.foldedTitle },
  { text: contactRequests.message, fold: contactRequests.foldedMessage },
  { text: topics.nameAr, fold: topics.foldedNameAr },
  { text: topics.nameEn, fold: topics.foldedNameEn },
  { text: interviews.interviewerFeedback, fold: interviews.foldedInterviewerFeedback },
  { text: interviews.intervieweeFeedback, fold: interviews.foldedIntervieweeFeedback },
]
