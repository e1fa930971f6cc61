import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { LessonOutcome } from '#domain/lessons/outcome'
import { payStates, TRIALS_PAID_A_WEEK, waitReasons } from '#domain/lessons/pay'
import { between, createdAt, flag, instant, isMember, oneOf, updatedAt } from './columns.ts'
import { lessons } from './lessons.ts'
import { users } from './users.ts'

/**
 * The outcome of a lesson that is over, and what became of its pay. Triggers let a lesson become `earned` only where its
 * outcome or a decision of staff allows it, and let no earning be posted for another (docs/rules/lessons.md 10.6).
 */
export const lessonOutcomes = sqliteTable(
  'lesson_outcomes',
  {
    lessonId: integer('lesson_id')
      .primaryKey()
      .references(() => lessons.id),
    tutorId: integer('tutor_id')
      .notNull()
      .references(() => users.id),
    /** That of the lesson, which does not move any more. A trigger fills it in where an older version of the worker did not. */
    start: instant('start'),
    /** Whether a lesson that was held was cut short (docs/rules/lessons.md 10.8), as the attendance showed when it was settled. */
    cutShort: flag('cut_short').notNull().default(false),
    /** Whether the tutor was late (docs/rules/lessons.md 10.9), as the attendance showed; null where it is not known. */
    late: flag('late'),
    /** Whether its call was poor (docs/rules/lessons.md 12.4); null where nothing was measured. */
    poorCall: flag('poor_call'),
    /** As the attendance showed when the lesson was settled, or as decided. */
    outcome: integer('outcome').$type<LessonOutcome>().notNull(),
    pay: text('pay', { enum: payStates }).notNull(),
    /** Why the pay waits or has waited; null where it was credited at once or decided. */
    reason: text('reason', { enum: waitReasons }),
    /** When waiting pay is credited without a decision. A report that names the lesson clears it. */
    due: instant('due'),
    /** For the free trials that earn without staff: the calendar week, and the number in it of the tutor's. */
    trialWeek: instant('trial_week'),
    trialNumber: integer('trial_number'),
    earnedAt: instant('earned_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    check('lesson_outcomes_outcome', isMember(t.outcome, LessonOutcome)),
    check('lesson_outcomes_pay', oneOf(t.pay, payStates)),
    check('lesson_outcomes_reason', sql`${t.reason} IS NULL OR ${oneOf(t.reason, waitReasons)}`),
    check('lesson_outcomes_earned', sql`(${t.pay} = 'earned') = (${t.earnedAt} IS NOT NULL)`),
    check('lesson_outcomes_waiting', sql`${t.pay} <> 'waiting' OR ${t.reason} IS NOT NULL`),
    check('lesson_outcomes_due', sql`${t.due} IS NULL OR ${t.reason} = 'nobody-attended'`),
    check(
      'lesson_outcomes_trial',
      sql`(${t.trialWeek} IS NULL) = (${t.trialNumber} IS NULL) AND (${t.trialNumber} IS NULL OR ${between(t.trialNumber, 1, TRIALS_PAID_A_WEEK)})`,
    ),
    uniqueIndex('lesson_outcomes_trials')
      .on(t.tutorId, t.trialWeek, t.trialNumber)
      .where(sql`trial_number IS NOT NULL`),
    // The lessons of one outcome, in the order of the staff's list.
    index('lesson_outcomes_start').on(t.outcome, t.start),
    index('lesson_outcomes_cut_short').on(t.start).where(sql`cut_short = 1`),
    index('lesson_outcomes_late').on(t.start).where(sql`late = 1`),
    index('lesson_outcomes_poor_call').on(t.start).where(sql`poor_call = 1`),
    // Those that staff look at as long as they can be disputed.
    index('lesson_outcomes_lost').on(t.start).where(sql`poor_call = 1 AND cut_short = 1`),
    index('lesson_outcomes_tutor').on(t.tutorId, t.start),
    index('lesson_outcomes_updated').on(t.updatedAt),
    // Lessons that their student missed, as they become known.
    index('lesson_outcomes_missed').on(t.updatedAt).where(sql`outcome IN (2, 4)`),
    index('lesson_outcomes_waiting').on(t.tutorId).where(sql`pay = 'waiting'`),
    // Those that are due, and those that wait for a decision (`due` is null), oldest first.
    index('lesson_outcomes_due').on(t.due, t.createdAt).where(sql`pay = 'waiting'`),
    index('lesson_outcomes_earned').on(t.tutorId, t.earnedAt).where(sql`pay = 'earned'`),
  ],
)
