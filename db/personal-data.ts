import { and, eq, isNotNull, isNull, ne, or, type SQL, sql } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { SESSION_RETENTION_MS } from '#domain/auth/auth-session'
import { KNOWN_NETWORK_MS } from '#domain/auth/sign-in-limits'
import { SlotPurpose } from '#domain/availability/purposes'
import { addDays, type Instant, type LocalDay, localDay, quarterOf } from '#domain/cairo'
import { InboxEntryKind } from '#domain/inbox/entries'
import { InboxState } from '#domain/inbox/states'
import { LessonOutcome } from '#domain/lessons/outcome'
import { MeetingStatus } from '#domain/meetings/statuses'
import { IntroVideoState } from '#domain/onboarding/video-states'
import { PaymentMethod } from '#domain/payments/methods'
import { TransactionStatus } from '#domain/payments/transaction'
import type { PersonalArea } from '#domain/privacy/areas'
import { ERASED_ENGLISH_NAME, ERASED_NAME } from '#domain/privacy/erasure'
import { RETENTION } from '#domain/retention'
import { Role } from '#domain/roles'
import { PresenceEvent } from '#domain/sessions/session-id'
import { PlanPeriod } from '#domain/subscriptions/periods'
import { EnglishLevel, Governorate, TimeOfDay } from '#domain/users/profile'
import { WithdrawMethod } from '#domain/withdrawals/receiver'
import { WithdrawalStatus } from '#domain/withdrawals/statuses'
import { alerts } from './schema/alerts.ts'
import { assets } from './schema/assets.ts'
import { auditEntries } from './schema/audit.ts'
import { authSessions } from './schema/auth-sessions.ts'
import { availabilityPatterns, availabilitySlots, patternDays } from './schema/availability.ts'
import { cacheVersions } from './schema/cache.ts'
import { calendarFeeds } from './schema/calendar-feeds.ts'
import { callDays, callMinutes, callNetworks } from './schema/call-minutes.ts'
import { cardCounts, taughtStudents } from './schema/card-counts.ts'
import { cardRenewals, renewalCharges } from './schema/card-renewals.ts'
import { roomMembers, rooms } from './schema/chat.ts'
import { consents } from './schema/consents.ts'
import { contactRequests } from './schema/contact.ts'
import { couponRedemptions } from './schema/coupon-redemptions.ts'
import { coupons } from './schema/coupons.ts'
import { credentialChanges } from './schema/credential-changes.ts'
import { dataExports } from './schema/data-exports.ts'
import { demoSessions } from './schema/demo-sessions.ts'
import { erasedProofs, erasures } from './schema/erasures.ts'
import { favouriteTutors } from './schema/favourite-tutors.ts'
import { cohortMonths, cohorts, dailyFigures, dailyPlanFigures } from './schema/figures.ts'
import { googleProofs, spentTokens } from './schema/google.ts'
import { guardians } from './schema/guardians.ts'
import { heldTimes } from './schema/held-times.ts'
import { idempotencyKeys } from './schema/idempotency.ts'
import { inboxEntries } from './schema/inbox.ts'
import { interviews } from './schema/interviews.ts'
import { introVideoUploadParts, introVideoUploads } from './schema/intro-video-uploads.ts'
import { introVideos } from './schema/intro-videos.ts'
import { invites } from './schema/invites.ts'
import { jobRuns } from './schema/job-runs.ts'
import { accounts, journalEntries, ledgerChanges, ledgerProofs, postings } from './schema/ledger.ts'
import { lessonDecisions } from './schema/lesson-decisions.ts'
import { lessonHours } from './schema/lesson-hours.ts'
import { lessonSummaries, studentNotes } from './schema/lesson-notes.ts'
import { lessonOutcomes } from './schema/lesson-outcomes.ts'
import { busyQuarters, lessonMembers, lessons, upcomingLessons } from './schema/lessons.ts'
import { links } from './schema/links.ts'
import { mailingChoices, mailingRecipients, mailings } from './schema/mailings.ts'
import { mediaEvents } from './schema/media-events.ts'
import { minuteEntries } from './schema/minutes.ts'
import { orders, paymentDifferences, refunds } from './schema/orders.ts'
import { outbox } from './schema/outbox.ts'
import { pauses } from './schema/pauses.ts'
import { paymentFileItems, paymentFiles } from './schema/payment-files.ts'
import { paymentInbox } from './schema/payment-inbox.ts'
import { paymobCards } from './schema/paymob-cards.ts'
import { payoutBatches, payouts } from './schema/payouts.ts'
import { personFiles, personNotes, personTags } from './schema/person-files.ts'
import { planChanges } from './schema/plan-changes.ts'
import { planCounts } from './schema/plan-counts.ts'
import { planInvites, plans } from './schema/plans.ts'
import { pushSubscriptions } from './schema/push-subscriptions.ts'
import { ratings } from './schema/ratings.ts'
import { referralCodes, referralRewards, referrals } from './schema/referrals.ts'
import { reports } from './schema/reports.ts'
import { roomBackups } from './schema/room-backups.ts'
import { scheduleNotices } from './schema/schedule-notices.ts'
import { passkeys, recoveryCodes, secondFactorChallenges, totpSecrets } from './schema/second-factors.ts'
import { sessionEvents } from './schema/sessions.ts'
import { settings } from './schema/settings.ts'
import { sharedViews } from './schema/shared-views.ts'
import { signInNetworks } from './schema/sign-in-networks.ts'
import { staffDigests } from './schema/staff-digests.ts'
import { staffInvites } from './schema/staff-invites.ts'
import { standingTimes, standingWeeks } from './schema/standing-times.ts'
import { figureCursors, studentRisks } from './schema/student-risks.ts'
import { students } from './schema/students.ts'
import { studioCounts } from './schema/studio-counts.ts'
import { studios } from './schema/studios.ts'
import { subscriptions, trialProofs } from './schema/subscriptions.ts'
import { tableCounts } from './schema/table-counts.ts'
import { textsToFold } from './schema/texts-to-fold.ts'
import { throttles } from './schema/throttles.ts'
import { topicCounts } from './schema/topic-counts.ts'
import { topics, userTopics } from './schema/topics.ts'
import { tutorMedia } from './schema/tutor-media.ts'
import { tutorQualities, tutorWeeks } from './schema/tutor-quality.ts'
import { tutorSnapshots } from './schema/tutor-snapshots.ts'
import { tutors } from './schema/tutors.ts'
import { identities, previousEmails, users } from './schema/users.ts'
import { confirmationCodes, passwordResetCodes } from './schema/verification.ts'
import { viewAsSessions } from './schema/view-as.ts'
import { freedTimes, timeOffers, waits } from './schema/waiting.ts'
import { waitingWithdrawals } from './schema/waiting-withdrawals.ts'
import { withdrawals } from './schema/withdrawals.ts'

type ColumnOf<Table extends SQLiteTable> = keyof Table['_']['columns'] & string
type Columns<Table extends SQLiteTable> = readonly ColumnOf<Table>[]

/** The nightly job deletes the rows whose column is below this. */
export type Bound<Column extends string = string> = {
  column: Column
  before: (now: Instant) => number | LocalDay
  /** Others wait for something else, however long. */
  only?: SQL
  /** Rows name objects of the storage, which go first: a statement alone would leave them. */
  hasObjects?: boolean
}

/** Rows that are over at the instant in the column, and are kept so many milliseconds longer. */
const until = <const Column extends string>(column: Column, keptFor = 0): Bound<Column> => ({
  column,
  before: (now) => now - keptFor,
})

/**
 * How long rows are kept: `account` as long as the account, `records` for good, as accounts and decisions have to be, until a bound that
 * the nightly job applies, or as long as what they belong to (docs/rules/privacy.md 1.3).
 */
type Kept<Column extends string = string> =
  | 'account'
  | 'records'
  | Bound<Column>
  | { asLongAs: 'session' | 'untold' | 'upload' }

/** Why rows of an erased account stay (docs/rules/privacy.md 4.4). */
type Reason =
  | ('pseudonym' | 'accounts' | 'law' | 'lessons' | 'acts of staff' | 'proof of consent')
  | ('another person' | 'of no account' | 'of staff' | 'until it expires')

/**
 * What erasure does to the rows of a person (docs/rules/privacy.md 4.4): `deleted`, `deletedLast` after the files that they name, or
 * they stay for a reason, with values in the place of what is personal. `texts` are the texts that stay as they are.
 */
type Erased<Table extends SQLiteTable> =
  | 'deleted'
  | 'deletedLast'
  | {
      stays: Reason
      clears?: { readonly [Column in ColumnOf<Table>]?: SQL | string | number | boolean | null }
      texts?: Columns<Table>
    }

/** What a table holds about people. Each column is in exactly one of the lists (docs/rules/privacy.md 1.1). */
type Held<Table extends SQLiteTable> = {
  area: PersonalArea
  kept: Kept<ColumnOf<Table>>
  erased: Erased<Table>
  /** The rows about the account with this id; without it the table is not part of a copy. */
  whose?: (id: number) => SQL | undefined
  /** The rows that erasure concerns, where they are others. */
  erasing?: (id: number) => SQL | undefined
  /** What a person's copy has: values as they are, instants, numbers with a name, ids of accounts, and whether an id is the person's. */
  copied?: Columns<Table>
  times?: Columns<Table>
  named?: { readonly [Column in ColumnOf<Table>]?: Readonly<Record<string, number>> }
  people?: Columns<Table>
  own?: Columns<Table>
  /** A text in the place of a value. */
  labels?: { readonly [Column in ColumnOf<Table>]?: SQL<string | null> }
  /** Personal, and in no copy: passwords, keys and tokens, with their hashes. */
  secrets?: Columns<Table>
  /** Personal, and in no copy: what is about somebody else or theirs, and what staff note for each other. */
  others?: Columns<Table>
  /** Not personal, or said by another column: the account's own id, what was folded or computed of others, what serves the program. */
  rest?: Columns<Table>
}

const held = <Table extends SQLiteTable>(table: Table, is: Held<Table>) => {
  const {
    area,
    kept,
    erased,
    whose,
    erasing = whose,
    copied = [],
    times = [],
    named = {},
    people = [],
    own = [],
    labels = {},
  } = is
  const { secrets = [], others = [], rest = [] } = is
  return {
    table: table as SQLiteTable,
    area,
    kept: kept as Kept,
    erased: erased as Erased<SQLiteTable> & {},
    whose,
    erasing,
    copied: copied as readonly string[],
    times: times as readonly string[],
    named: named as Readonly<Record<string, Readonly<Record<string, number>>>>,
    people: people as readonly string[],
    own: own as readonly string[],
    labels: labels as Readonly<Record<string, SQL<string | null>>>,
    secrets: secrets as readonly string[],
    others: others as readonly string[],
    rest: rest as readonly string[],
  }
}
export type HeldData = ReturnType<typeof held>

/** The addresses to which messages for a person go: mailbox, phone and browsers. */
const ownAddresses = (id: number) => sql`(
  SELECT ${users.email} FROM ${users} WHERE ${users.id} = ${id} UNION ALL
  SELECT ${users.pendingEmail} FROM ${users} WHERE ${users.id} = ${id} AND ${users.pendingEmail} IS NOT NULL UNION ALL
  SELECT ${users.phone} FROM ${users} WHERE ${users.id} = ${id} AND ${users.phone} IS NOT NULL UNION ALL
  SELECT ${previousEmails.email} FROM ${previousEmails} WHERE ${previousEmails.userId} = ${id} UNION ALL
  SELECT CAST(${pushSubscriptions.id} AS TEXT) FROM ${pushSubscriptions} WHERE ${pushSubscriptions.userId} = ${id})`

/** The names of changed fields with what is not text; years of birth, cities and genders say who somebody is. */
const withoutWords = (fields: SQL) => sql`CASE WHEN ${fields} IS NOT NULL THEN (
  SELECT json_group_object(key, CASE WHEN type IN ('integer', 'real') AND key NOT IN ('birthYear', 'city') THEN value WHEN type = 'null' THEN NULL
    WHEN type IN ('true', 'false') THEN json(type) ELSE 'erased' END) FROM json_each(${fields})) END`

const ownLessons = (id: number) =>
  sql`(SELECT ${lessonMembers.lessonId} FROM ${lessonMembers} WHERE ${lessonMembers.userId} = ${id})`
const ownOrders = (id: number) => sql`(SELECT ${orders.id} FROM ${orders} WHERE ${orders.userId} = ${id})`
const ownAccounts = (id: number) => sql`(SELECT ${accounts.id} FROM ${accounts} WHERE ${accounts.ownerId} = ${id})`
const ownWithdrawals = (id: number) =>
  sql`(SELECT ${withdrawals.id} FROM ${withdrawals} WHERE ${withdrawals.userId} = ${id})`
const ownSlots = (id: number) =>
  sql`(SELECT ${availabilitySlots.id} FROM ${availabilitySlots} WHERE ${availabilitySlots.userId} = ${id})`
const ownReports = (id: number) => sql`(SELECT ${reports.id} FROM ${reports} WHERE ${reports.userId} = ${id})`
const ownSessions = (id: number) => sql`(
  SELECT ${lessons.sessionId} FROM ${lessons} WHERE ${lessons.id} IN ${ownLessons(id)}
  UNION ALL SELECT ${interviews.sessionId} FROM ${interviews} WHERE ${interviews.intervieweeId} = ${id}
  UNION ALL SELECT ${interviews.sessionId} FROM ${interviews} WHERE ${interviews.interviewerId} = ${id}
  UNION ALL SELECT ${demoSessions.sessionId} FROM ${demoSessions} WHERE ${demoSessions.tutorId} = ${id}
  UNION ALL SELECT ${demoSessions.sessionId} FROM ${demoSessions} WHERE ${demoSessions.slotId} IN ${ownSlots(id)})`
const topicName = sql<
  string | null
>`(SELECT ${topics.nameAr} FROM ${topics} WHERE ${topics.id} = ${userTopics.topicId})`

/** Acts that staff record about a person for each other alone. */
const isInternal = sql`${auditEntries.act} GLOB 'personFile.*'`

/** What is held about people, by the name that it has in a copy; a table that two people are in stands here for each. */
export const personalData = {
  account: held(users, {
    area: 'account',
    kept: 'account',
    erased: {
      stays: 'pseudonym',
      clears: {
        email: sql`'erased-' || id || '@erased.invalid'`,
        pendingEmail: null,
        passwordHash: null,
        name: ERASED_NAME,
        foldedName: null,
        englishName: sql`CASE WHEN role IN (${Role.Tutor}, ${Role.TutorManager}) THEN ${ERASED_ENGLISH_NAME} END`,
        foldedEnglishName: null,
        image: null,
        address: null,
        birthYear: null,
        gender: null,
        phone: null,
        city: null,
        verifiedEmail: false,
        verifiedPhone: false,
        verifiedWhatsApp: false,
        notificationMethod: null,
        online: false,
        lastSeen: null,
      },
    },
    whose: (id) => eq(users.id, id),
    copied: [
      'id',
      'email',
      'pendingEmail',
      'name',
      'englishName',
      'image',
      'address',
      'birthYear',
      'hasGuardian',
      'gender',
      'phone',
      'verifiedEmail',
      'verifiedPhone',
      'verifiedWhatsApp',
      'notificationMethod',
      'online',
    ],
    named: { role: Role, city: Governorate },
    times: ['lastSeen', 'createdAt', 'updatedAt'],
    secrets: ['passwordHash'],
    rest: ['sessionsValidFrom', 'foldedName', 'foldedEnglishName', 'creditScore', 'acceptedTerms', 'acceptedPrivacy'],
  }),
  student: held(students, {
    area: 'account',
    kept: 'account',
    erased: {
      stays: 'pseudonym',
      clears: { jobTitle: null, learningObjective: null, englishLevel: null, timePeriod: null, weeklyGoal: null },
    },
    whose: (id) => eq(students.id, id),
    copied: ['id', 'jobTitle', 'learningObjective', 'weeklyGoal'],
    named: { englishLevel: EnglishLevel, timePeriod: TimeOfDay },
    times: ['createdAt', 'updatedAt'],
  }),
  guardians: held(guardians, {
    area: 'account',
    kept: 'account',
    erased: 'deleted',
    whose: (id) => eq(guardians.studentId, id),
    copied: ['id', 'name', 'phone', 'textVersion'],
    times: ['consentedAt', 'endedAt'],
    rest: ['studentId'],
    others: ['recordedBy'],
  }),
  tutor: held(tutors, {
    area: 'account',
    kept: 'account',
    erased: {
      stays: 'pseudonym',
      clears: {
        activated: false,
        bypassOnboarding: false,
        bio: null,
        foldedBio: null,
        englishBio: null,
        about: null,
        foldedAbout: null,
        video: null,
        thumbnail: null,
        studioId: null,
      },
    },
    whose: (id) => eq(tutors.id, id),
    copied: [
      'id',
      'bio',
      'englishBio',
      'about',
      'video',
      'thumbnail',
      'notice',
      'speaksSlowly',
      'activated',
      'bypassOnboarding',
    ],
    people: ['studioId'],
    times: ['activatedAt', 'readyAt', 'createdAt', 'updatedAt'],
    rest: ['foldedBio', 'foldedAbout'],
  }),
  topics: held(userTopics, {
    area: 'account',
    kept: 'account',
    erased: 'deleted',
    whose: (id) => eq(userTopics.userId, id),
    labels: { topicId: topicName },
    rest: ['userId'],
  }),
  signInsWithGoogle: held(identities, {
    area: 'account',
    kept: 'account',
    erased: 'deleted',
    whose: (id) => eq(identities.userId, id),
    copied: ['provider', 'subject', 'email'],
    times: ['createdAt'],
    rest: ['userId'],
  }),
  previousEmails: held(previousEmails, {
    area: 'account',
    kept: until('expiresAt'),
    erased: 'deleted',
    whose: (id) => eq(previousEmails.userId, id),
    copied: ['email'],
    times: ['changedAt', 'expiresAt'],
    secrets: ['tokenHash'],
    rest: ['userId'],
  }),
  mailings: held(mailingChoices, {
    area: 'account',
    kept: 'account',
    erased: 'deleted',
    whose: (id) => eq(mailingChoices.userId, id),
    copied: ['isWanted', 'language'],
    rest: ['userId'],
  }),
  consents: held(consents, {
    area: 'account',
    kept: 'records',
    erased: { stays: 'proof of consent' },
    whose: (id) => eq(consents.userId, id),
    copied: ['kind', 'version', 'given', 'place'],
    times: ['createdAt'],
    rest: ['id', 'userId'],
  }),
  devices: held(authSessions, {
    area: 'security',
    kept: until('expiresAt', SESSION_RETENTION_MS),
    erased: 'deleted',
    whose: (id) => eq(authSessions.userId, id),
    copied: ['bySecondFactor', 'browser', 'system', 'country', 'city', 'endedBy'],
    times: ['createdAt', 'expiresAt', 'lastUsedAt', 'refreshedAt', 'endedAt'],
    secrets: ['id', 'tokenId', 'previousTokenId'],
    rest: ['userId', 'issuedAt', 'refreshConfirmed'],
  }),
  networks: held(signInNetworks, {
    area: 'security',
    kept: until('lastUsedAt', KNOWN_NETWORK_MS),
    erased: 'deleted',
    whose: (id) => eq(signInNetworks.userId, id),
    copied: ['network'],
    times: ['lastUsedAt'],
    rest: ['userId'],
  }),
  credentialChanges: held(credentialChanges, {
    area: 'security',
    kept: 'account',
    erased: 'deleted',
    whose: (id) => eq(credentialChanges.userId, id),
    copied: ['credential'],
    times: ['changedAt'],
    rest: ['userId'],
  }),
  passkeys: held(passkeys, {
    area: 'security',
    kept: 'account',
    erased: 'deleted',
    whose: (id) => eq(passkeys.userId, id),
    copied: ['name', 'backedUp'],
    times: ['createdAt', 'lastUsedAt'],
    secrets: ['credentialId', 'publicKey', 'counter', 'transports'],
    rest: ['id', 'userId'],
  }),
  authenticatorApp: held(totpSecrets, {
    area: 'security',
    kept: 'account',
    erased: 'deleted',
    whose: (id) => eq(totpSecrets.userId, id),
    times: ['confirmedAt', 'createdAt'],
    secrets: ['secret', 'lastStep'],
    rest: ['userId'],
  }),
  recoveryCodes: held(recoveryCodes, {
    area: 'security',
    kept: 'account',
    erased: 'deleted',
    whose: (id) => eq(recoveryCodes.userId, id),
    times: ['usedAt', 'createdAt'],
    secrets: ['codeHash'],
    rest: ['userId'],
  }),
  calendarAddress: held(calendarFeeds, {
    area: 'security',
    kept: 'account',
    erased: 'deleted',
    whose: (id) => eq(calendarFeeds.userId, id),
    times: ['createdAt'],
    secrets: ['tokenHash', 'token'],
    rest: ['userId'],
  }),
  notifiedBrowsers: held(pushSubscriptions, {
    area: 'security',
    kept: { asLongAs: 'session' },
    erased: 'deleted',
    whose: (id) => eq(pushSubscriptions.userId, id),
    times: ['createdAt', 'lastUsedAt'],
    secrets: ['authSessionId', 'endpoint', 'p256dh', 'auth'],
    rest: ['id', 'userId'],
  }),
  viewsByStaff: held(viewAsSessions, {
    area: 'security',
    kept: 'records',
    erased: { stays: 'acts of staff', texts: ['reason'] },
    whose: (id) => eq(viewAsSessions.subjectId, id),
    times: ['createdAt', 'expiresAt', 'endedAt'],
    others: ['viewerId', 'reason'],
    rest: ['id', 'subjectId'],
  }),
  actsOfStaff: held(auditEntries, {
    area: 'security',
    kept: 'records',
    erased: {
      stays: 'acts of staff',
      clears: { before: withoutWords(sql`before`), after: withoutWords(sql`after`) },
      texts: ['act', 'targetKind', 'reason', 'requestId'],
    },
    erasing: (id) => and(eq(auditEntries.targetId, id), eq(auditEntries.targetKind, 'user')),
    whose: (id) => and(eq(auditEntries.targetId, id), eq(auditEntries.targetKind, 'user'), sql`NOT (${isInternal})`),
    copied: ['act', 'before', 'after'],
    own: ['actorId'],
    times: ['at'],
    others: ['actorRole', 'reason'],
    rest: ['id', 'targetKind', 'targetId', 'requestId'],
  }),
  copiesOfData: held(dataExports, {
    area: 'security',
    kept: { ...until('askedAt', RETENTION.dataExports), hasObjects: true },
    erased: 'deletedLast',
    whose: (id) => eq(dataExports.userId, id),
    copied: ['bytes'],
    times: ['askedAt', 'readyAt', 'endedAt'],
    secrets: ['key', 'largeFiles'],
    rest: ['id', 'userId', 'claimedAt', 'attempts'],
  }),
  erasures: held(erasures, {
    area: 'security',
    kept: 'records',
    erased: { stays: 'acts of staff' },
    whose: (id) => eq(erasures.userId, id),
    times: ['askedAt', 'due', 'stoppedAt', 'startedAt', 'doneAt'],
    rest: ['id', 'userId'],
  }),
  confirmationCodes: held(confirmationCodes, {
    area: 'security',
    kept: until('expiresAt', RETENTION.keysAndCodes),
    erased: 'deleted',
    erasing: (id) => eq(confirmationCodes.userId, id),
    secrets: ['userId', 'purpose', 'code', 'sentTo', 'sentAt', 'attempts', 'expiresAt', 'createdAt'],
  }),
  passwordResetCodes: held(passwordResetCodes, {
    area: 'security',
    kept: until('expiresAt', RETENTION.keysAndCodes),
    erased: 'deleted',
    erasing: (id) => eq(passwordResetCodes.userId, id),
    secrets: ['userId', 'codeHash', 'mail', 'sentAt', 'expiresAt', 'createdAt'],
  }),
  secondFactorChallenges: held(secondFactorChallenges, {
    area: 'security',
    kept: until('expiresAt'),
    erased: 'deleted',
    erasing: (id) => eq(secondFactorChallenges.userId, id),
    secrets: ['tokenHash', 'userId', 'purpose', 'challenge', 'createdAt', 'expiresAt'],
  }),
  googleProofs: held(googleProofs, {
    area: 'security',
    kept: until('expiresAt'),
    erased: 'deleted',
    erasing: (id) => eq(googleProofs.userId, id),
    secrets: ['tokenHash', 'userId', 'createdAt', 'expiresAt'],
  }),
  throttles: held(throttles, {
    area: 'security',
    kept: until('resetsAt'),
    erased: { stays: 'until it expires', texts: ['key'] },
    secrets: ['key', 'count', 'resetsAt'],
  }),
  repeatedRequests: held(idempotencyKeys, {
    area: 'security',
    kept: until('createdAt', RETENTION.keysAndCodes),
    erased: { stays: 'until it expires', texts: ['scope', 'key', 'call', 'bodyHash', 'claim', 'made', 'body'] },
    secrets: ['scope', 'key', 'call', 'bodyHash', 'claim', 'made', 'status', 'body', 'createdAt', 'completedAt'],
  }),
  lessons: held(lessons, {
    area: 'lessons',
    kept: 'records',
    erased: { stays: 'lessons', texts: ['sessionId'] },
    whose: (id) => sql`${lessons.id} IN ${ownLessons(id)}`,
    copied: ['id', 'duration'],
    own: ['canceledBy'],
    times: ['start', 'canceledAt', 'createdAt', 'updatedAt'],
    others: ['price'],
    rest: ['slotId', 'sessionId', 'sequence'],
  }),
  lessonMembers: held(lessonMembers, {
    area: 'lessons',
    kept: 'records',
    erased: { stays: 'lessons' },
    whose: (id) => sql`${lessonMembers.lessonId} IN ${ownLessons(id)}`,
    copied: ['lessonId'],
    people: ['userId'],
  }),
  lessonSummaries: held(lessonSummaries, {
    area: 'lessons',
    kept: 'account',
    erased: 'deleted',
    erasing: (id) =>
      sql`${lessonSummaries.lessonId} IN ${ownLessons(id)} AND EXISTS (SELECT 1 FROM ${students} WHERE ${students.id} = ${id})`,
    whose: (id) => sql`${lessonSummaries.lessonId} IN ${ownLessons(id)}`,
    copied: ['lessonId', 'text'],
    times: ['createdAt', 'updatedAt'],
  }),
  lessonOutcomes: held(lessonOutcomes, {
    area: 'lessons',
    kept: 'records',
    erased: { stays: 'lessons' },
    whose: (id) => sql`${lessonOutcomes.lessonId} IN ${ownLessons(id)}`,
    copied: ['lessonId', 'cutShort', 'late', 'poorCall'],
    named: { outcome: LessonOutcome },
    times: ['start', 'createdAt', 'updatedAt'],
    others: ['tutorId', 'pay', 'reason', 'due', 'trialWeek', 'trialNumber', 'earnedAt'],
  }),
  pay: held(lessonOutcomes, {
    area: 'money',
    kept: 'records',
    erased: { stays: 'accounts' },
    whose: (id) => eq(lessonOutcomes.tutorId, id),
    copied: ['lessonId', 'pay', 'reason'],
    times: ['due', 'earnedAt'],
    rest: [
      'tutorId',
      'start',
      'cutShort',
      'late',
      'poorCall',
      'outcome',
      'trialWeek',
      'trialNumber',
      'createdAt',
      'updatedAt',
    ],
  }),
  lessonDecisions: held(lessonDecisions, {
    area: 'lessons',
    kept: 'records',
    erased: { stays: 'acts of staff', texts: ['reason'] },
    whose: (id) => sql`${lessonDecisions.lessonId} IN ${ownLessons(id)}`,
    copied: ['lessonId', 'revision', 'returnedMinutes'],
    named: { outcome: LessonOutcome },
    times: ['week', 'createdAt'],
    others: ['reason', 'earning', 'decidedBy'],
    rest: ['id', 'subscriptionId'],
  }),
  attendance: held(sessionEvents, {
    area: 'lessons',
    kept: 'records',
    erased: { stays: 'lessons', texts: ['sessionId'] },
    whose: (id) => sql`${sessionEvents.sessionId} IN ${ownSessions(id)} AND ${sessionEvents.userId} = ${id}`,
    copied: ['sessionId'],
    named: { type: PresenceEvent },
    times: ['createdAt'],
    rest: ['id', 'userId'],
  }),
  connections: held(mediaEvents, {
    area: 'lessons',
    kept: until('createdAt', RETENTION.mediaEvents),
    erased: { stays: 'lessons', texts: ['eventId', 'room', 'stay'] },
    whose: (id) => sql`${mediaEvents.lessonId} IN ${ownLessons(id)} AND ${mediaEvents.userId} = ${id}`,
    copied: ['type', 'lessonId', 'source'],
    times: ['joinedAt', 'at'],
    rest: ['id', 'eventId', 'room', 'userId', 'stay', 'createdAt'],
  }),
  callMinutes: held(callMinutes, {
    area: 'lessons',
    kept: until('minute', RETENTION.callMinutes),
    erased: 'deleted',
    whose: (id) => sql`${callMinutes.lessonId} IN ${ownLessons(id)} AND ${callMinutes.userId} = ${id}`,
    copied: [
      'lessonId',
      'loss',
      'roundTripMs',
      'jitterMs',
      'freezes',
      'frozenMs',
      'interruptedMs',
      'receivedKbps',
      'firstPictureMs',
      'route',
      'network',
      'failure',
      'isPoor',
      'device',
      'operator',
    ],
    times: ['minute'],
    rest: ['userId'],
  }),
  ratingsGiven: held(ratings, {
    area: 'lessons',
    kept: 'account',
    erased: { stays: 'lessons', clears: { feedback: null } },
    whose: (id) => eq(ratings.raterId, id),
    copied: ['value', 'feedback'],
    people: ['rateeId'],
    times: ['createdAt', 'updatedAt'],
    rest: ['id', 'raterId'],
  }),
  ratingsReceived: held(ratings, {
    area: 'teaching',
    kept: 'account',
    erased: { stays: 'lessons', clears: { feedback: null } },
    whose: (id) => eq(ratings.rateeId, id),
    copied: ['value', 'feedback'],
    times: ['createdAt', 'updatedAt'],
    others: ['raterId'],
    rest: ['id', 'rateeId'],
  }),
  favouriteTutors: held(favouriteTutors, {
    area: 'lessons',
    kept: 'account',
    erased: 'deleted',
    erasing: (id) => or(eq(favouriteTutors.studentId, id), eq(favouriteTutors.tutorId, id)),
    whose: (id) => eq(favouriteTutors.studentId, id),
    people: ['tutorId'],
    times: ['createdAt'],
    rest: ['studentId'],
  }),
  risk: held(studentRisks, {
    area: 'lessons',
    kept: 'account',
    erased: 'deleted',
    whose: (id) => eq(studentRisks.studentId, id),
    copied: ['state'],
    times: ['idleSince', 'missedAt', 'lowRatedAt', 'createdAt', 'updatedAt'],
    others: ['ownerId', 'done', 'doneBy', 'doneAt'],
    rest: ['studentId', 'latestAt'],
  }),
  heldTimes: held(heldTimes, {
    area: 'lessons',
    kept: until('until'),
    erased: 'deleted',
    whose: (id) => eq(heldTimes.studentId, id),
    copied: ['kind'],
    people: ['tutorId'],
    times: ['start', 'end', 'heldAt', 'until'],
    rest: ['studentId'],
  }),
  busyQuarters: held(busyQuarters, {
    area: 'lessons',
    kept: { column: 'quarter', before: (now) => quarterOf(now - RETENTION.busyQuarters) },
    erased: { stays: 'lessons', texts: ['sessionId'] },
    rest: ['userId', 'quarter', 'sessionId'],
  }),
  upcomingLessons: held(upcomingLessons, {
    area: 'lessons',
    kept: until('endsAt'),
    erased: { stays: 'lessons' },
    rest: ['lessonId', 'studentId', 'subscriptionId', 'endsAt'],
  }),
  waits: held(waits, {
    area: 'lessons',
    kept: 'account',
    erased: 'deleted',
    erasing: (id) => or(eq(waits.studentId, id), eq(waits.tutorId, id)),
    whose: (id) => eq(waits.studentId, id),
    people: ['tutorId'],
    copied: ['isEvening', 'lapsed'],
    times: ['createdAt'],
    rest: ['studentId'],
  }),
  timeOffers: held(timeOffers, {
    area: 'lessons',
    kept: 'account',
    erased: 'deleted',
    whose: (id) => eq(timeOffers.studentId, id),
    people: ['tutorId'],
    copied: ['outcome'],
    times: ['start', 'end', 'until', 'createdAt'],
    rest: ['id', 'studentId'],
  }),
  freedTimes: held(freedTimes, {
    area: 'lessons',
    kept: until('end'),
    erased: { stays: 'until it expires' },
    rest: ['tutorId', 'start', 'end'],
  }),
  standingTimes: held(standingTimes, {
    area: 'lessons',
    kept: 'account',
    erased: { stays: 'lessons', texts: ['reservedTo'] },
    whose: (id) => or(eq(standingTimes.studentId, id), eq(standingTimes.tutorId, id)),
    people: ['studentId', 'tutorId'],
    copied: ['weekday', 'minute', 'duration', 'state', 'reservedTo'],
    own: ['endedBy'],
    times: ['askedUntil', 'acceptedAt', 'endsAt', 'createdAt', 'updatedAt'],
    rest: ['id'],
  }),
  standingWeeks: held(standingWeeks, {
    area: 'lessons',
    kept: until('start', RETENTION.busyQuarters),
    erased: { stays: 'lessons', texts: ['sessionId', 'day'] },
    whose: (id) => or(eq(standingWeeks.studentId, id), eq(standingWeeks.tutorId, id)),
    people: ['studentId', 'tutorId'],
    copied: ['day', 'state', 'why', 'lessonId'],
    times: ['start', 'end'],
    rest: ['standingTimeId', 'sessionId', 'isTold'],
  }),
  changesToTell: held(scheduleNotices, {
    area: 'messages',
    kept: { asLongAs: 'untold' },
    erased: { stays: 'until it expires', texts: ['sessionId'] },
    rest: ['sessionId', 'recipientId', 'otherId', 'knownStart', 'knownDuration', 'createdAt', 'dueAt'],
  }),
  orders: held(orders, {
    area: 'money',
    kept: 'records',
    erased: {
      stays: 'accounts',
      clears: { phone: null, checkout: null },
      texts: ['merchantRefNum', 'providerRefNum', 'providerOrderId', 'failureCode', 'failureReason'],
    },
    whose: (id) => eq(orders.userId, id),
    copied: [
      'id',
      'planId',
      'topUpMinutes',
      'changesPlan',
      'amount',
      'couponDiscount',
      'secondPaymentOf',
      'refundedAmount',
      'provider',
      'installmentPlan',
      'merchantRefNum',
      'providerRefNum',
      'phone',
      'failureCode',
      'failureReason',
    ],
    named: { planPeriod: PlanPeriod, status: TransactionStatus, paymentMethod: PaymentMethod },
    times: ['expiresAt', 'paidAt', 'createdAt', 'updatedAt'],
    secrets: ['checkout'],
    rest: ['userId', 'couponId', 'fees', 'installmentPlanId', 'providerOrderId', 'nextCheckAt', 'compareAt'],
  }),
  refunds: held(refunds, {
    area: 'money',
    kept: 'records',
    erased: { stays: 'accounts', texts: ['reason', 'providerRefNum', 'failureReason'] },
    whose: (id) => sql`${refunds.orderId} IN ${ownOrders(id)}`,
    copied: ['id', 'orderId', 'amount', 'status', 'providerRefNum', 'failureReason'],
    times: ['acceptedAt', 'createdAt', 'updatedAt'],
    others: ['reason', 'requestedBy'],
  }),
  renewal: held(cardRenewals, {
    area: 'money',
    kept: 'account',
    erased: 'deleted',
    whose: (id) => eq(cardRenewals.userId, id),
    copied: ['subscriptionId', 'cardBrand', 'cardDigits', 'announcedAmount'],
    named: { announcedPeriod: PlanPeriod },
    times: ['announcedAt', 'createdAt'],
    secrets: ['cardHash'],
    rest: ['userId', 'announcedPlanId', 'nextStepAt'],
  }),
  renewalOrders: held(renewalCharges, {
    area: 'money',
    kept: 'records',
    erased: { stays: 'accounts' },
    whose: (id) => sql`${renewalCharges.orderId} IN ${ownOrders(id)}`,
    copied: ['orderId', 'subscriptionId', 'told'],
    times: ['createdAt'],
  }),
  coupons: held(couponRedemptions, {
    area: 'money',
    kept: 'records',
    erased: { stays: 'accounts' },
    whose: (id) => sql`${couponRedemptions.orderId} IN ${ownOrders(id)}`,
    copied: ['orderId'],
    times: ['createdAt'],
    rest: ['couponId', 'userId'],
  }),
  paymentNotices: held(paymentInbox, {
    area: 'money',
    kept: 'records',
    erased: { stays: 'accounts', clears: { body: '{}' }, texts: ['dedupeKey', 'outcome'] },
    whose: (id) => sql`${paymentInbox.orderId} IN ${ownOrders(id)}`,
    copied: ['provider', 'orderId', 'outcome'],
    times: ['receivedAt', 'processedAt'],
    secrets: ['body', 'dedupeKey'],
    rest: ['id', 'attempts'],
  }),
  cards: held(paymobCards, {
    area: 'money',
    kept: 'account',
    erased: 'deletedLast',
    erasing: (id) => eq(paymobCards.userId, id),
    whose: (id) => and(eq(paymobCards.userId, id), isNotNull(paymobCards.token)),
    copied: ['brand', 'lastFourDigits', 'savedAt'],
    times: ['createdAt'],
    secrets: ['token', 'tokenHash'],
    rest: ['id', 'userId', 'removedAt'],
  }),
  subscriptions: held(subscriptions, {
    area: 'money',
    kept: 'records',
    erased: { stays: 'accounts' },
    whose: (id) => eq(subscriptions.userId, id),
    copied: [
      'id',
      'planId',
      'orderId',
      'weeklyMinutes',
      'periodPrice',
      'maxUpcomingLessons',
      'bookingWeeks',
      'carriesOver',
      'standingTimes',
      'pausable',
      'extendedBy',
      'nextPlanId',
    ],
    named: { period: PlanPeriod, nextPeriod: PlanPeriod },
    own: ['terminatedBy'],
    times: ['start', 'end', 'pausedFrom', 'pausedUntil', 'terminatedAt', 'createdAt', 'updatedAt'],
    rest: ['userId'],
  }),
  planChanges: held(planChanges, {
    area: 'money',
    kept: 'records',
    erased: { stays: 'accounts' },
    whose: (id) => sql`${planChanges.orderId} IN ${ownOrders(id)}`,
    copied: ['orderId', 'subscriptionId', 'fromPlanId', 'fromMinutes', 'fromPrice', 'toPlanId', 'toMinutes', 'toPrice'],
    times: ['createdAt', 'doneAt', 'undoneAt'],
  }),
  pauses: held(pauses, {
    area: 'money',
    kept: 'records',
    erased: { stays: 'accounts', texts: ['reason', 'endReason'] },
    whose: (id) =>
      sql`${pauses.subscriptionId} IN (SELECT ${subscriptions.id} FROM ${subscriptions} WHERE ${subscriptions.userId} = ${id})`,
    copied: ['id', 'subscriptionId'],
    times: ['start', 'end', 'endedAt', 'createdAt'],
    others: ['createdBy', 'reason', 'endedBy', 'endReason'],
  }),
  minutes: held(minuteEntries, {
    area: 'money',
    kept: 'records',
    erased: { stays: 'accounts', texts: ['reason'] },
    whose: (id) =>
      sql`${minuteEntries.subscriptionId} IN (SELECT ${subscriptions.id} FROM ${subscriptions} WHERE ${subscriptions.userId} = ${id})`,
    copied: ['id', 'subscriptionId', 'kind', 'minutes', 'lessonId', 'orderId', 'revision', 'reverses'],
    times: ['week', 'createdAt'],
    others: ['givenBy', 'reason'],
  }),
  referralCode: held(referralCodes, {
    area: 'money',
    kept: 'account',
    erased: 'deleted',
    whose: (id) => eq(referralCodes.userId, id),
    copied: ['code'],
    times: ['createdAt'],
    rest: ['userId'],
  }),
  // Who was brought is in the copy of both; what coincided, and what staff decided about it, is in neither.
  broughtFriends: held(referrals, {
    area: 'money',
    kept: 'records',
    erased: { stays: 'accounts', texts: ['reason', 'signals'] },
    whose: (id) => eq(referrals.bringerId, id),
    people: ['friendId'],
    times: ['createdAt'],
    others: ['signals', 'lessonId', 'decidedBy', 'reason', 'state', 'dueAt'],
    rest: ['id', 'bringerId', 'updatedAt'],
  }),
  broughtBy: held(referrals, {
    area: 'money',
    kept: 'records',
    erased: { stays: 'accounts', texts: ['reason', 'signals'] },
    whose: (id) => eq(referrals.friendId, id),
    people: ['bringerId'],
    times: ['createdAt'],
    others: ['signals', 'lessonId', 'decidedBy', 'reason', 'state', 'dueAt'],
    rest: ['id', 'friendId', 'updatedAt'],
  }),
  referralRewards: held(referralRewards, {
    area: 'money',
    kept: 'records',
    erased: { stays: 'accounts' },
    whose: (id) => eq(referralRewards.userId, id),
    copied: ['referralId', 'side', 'minutes', 'state', 'year', 'number', 'entryId'],
    times: ['expiresAt', 'createdAt', 'updatedAt'],
    rest: ['id', 'userId'],
  }),
  trialProofs: held(trialProofs, {
    area: 'money',
    kept: 'records',
    erased: 'deleted',
    whose: (id) => eq(trialProofs.userId, id),
    copied: ['kind', 'value'],
    times: ['createdAt'],
    rest: ['userId'],
  }),
  /** Of accounts that are erased: nobody can tell whose they were. */
  erasedProofs: held(erasedProofs, {
    area: 'money',
    kept: 'records',
    erased: { stays: 'accounts', texts: ['hash'] },
    secrets: ['hash'],
    rest: ['createdAt'],
  }),
  planInvites: held(planInvites, {
    area: 'money',
    kept: 'account',
    erased: 'deleted',
    whose: (id) => eq(planInvites.userId, id),
    copied: ['planId'],
    times: ['expiresAt', 'createdAt', 'updatedAt'],
    others: ['createdBy'],
    rest: ['id', 'userId'],
  }),
  invites: held(invites, {
    area: 'money',
    kept: 'account',
    erased: 'deleted',
    whose: (id) => sql`${invites.email} = (SELECT ${users.email} FROM ${users} WHERE ${users.id} = ${id})`,
    copied: ['email', 'planId'],
    times: ['expiresAt', 'acceptedAt', 'createdAt', 'updatedAt'],
    others: ['createdBy', 'updatedBy'],
    rest: ['id'],
  }),
  ledgerAccounts: held(accounts, {
    area: 'money',
    kept: 'records',
    erased: { stays: 'accounts', texts: ['code'] },
    whose: (id) => eq(accounts.ownerId, id),
    copied: ['id', 'code', 'kind'],
    times: ['createdAt'],
    rest: ['ownerId', 'mustNotGoNegative'],
  }),
  ledgerEntries: held(journalEntries, {
    area: 'money',
    kept: 'records',
    erased: { stays: 'accounts', texts: ['lines'] },
    whose: (id) =>
      sql`${journalEntries.id} IN (SELECT ${postings.entryId} FROM ${postings} WHERE ${postings.accountId} IN ${ownAccounts(id)})`,
    copied: ['id', 'factKind', 'factId'],
    times: ['createdAt'],
    others: ['lines'],
  }),
  ledgerAmounts: held(postings, {
    area: 'money',
    kept: 'records',
    erased: { stays: 'accounts' },
    whose: (id) => sql`${postings.accountId} IN ${ownAccounts(id)}`,
    copied: ['entryId', 'accountId', 'amount'],
    rest: ['line'],
  }),
  withdrawals: held(withdrawals, {
    area: 'money',
    kept: 'records',
    erased: { stays: 'law', clears: { note: null, adminNote: null }, texts: ['receiver', 'receipt'] },
    whose: (id) => eq(withdrawals.userId, id),
    copied: ['id', 'receiver', 'amount', 'cancellationAsked', 'note', 'adminNote', 'receipt'],
    named: { method: WithdrawMethod, status: WithdrawalStatus },
    times: ['createdAt', 'updatedAt'],
    others: ['addressedBy', 'coolingOffWaivedBy'],
    rest: ['userId'],
  }),
  payouts: held(payouts, {
    area: 'money',
    kept: 'records',
    erased: {
      stays: 'law',
      texts: ['reference', 'account', 'bankCode', 'fullName', 'transactionId', 'statusCode', 'reason'],
    },
    whose: (id) => sql`${payouts.withdrawalId} IN ${ownWithdrawals(id)}`,
    copied: ['withdrawalId', 'reference', 'issuer', 'account', 'bankCode', 'fullName', 'amount', 'state', 'statusCode'],
    times: ['sentAt', 'createdAt', 'updatedAt'],
    others: ['reason'],
    rest: ['id', 'batchId', 'askedAt', 'transactionId'],
  }),
  paymentDifferences: held(paymentDifferences, {
    area: 'money',
    kept: 'records',
    erased: { stays: 'accounts', texts: ['ours', 'theirs'] },
    whose: (id) => sql`${paymentDifferences.orderId} IN ${ownOrders(id)}`,
    copied: ['orderId', 'field', 'ours', 'theirs'],
    times: ['foundAt', 'closedAt'],
    rest: ['id'],
  }),
  /** The file names every tutor whom it pays. */
  paymentFiles: held(paymentFiles, {
    area: 'money',
    kept: 'records',
    erased: { stays: 'law', texts: ['bank', 'content', 'receipt'] },
    others: ['content', 'receipt', 'createdBy', 'closedBy'],
    rest: ['id', 'method', 'bank', 'count', 'total', 'closedAt', 'createdAt', 'updatedAt'],
  }),
  slots: held(availabilitySlots, {
    area: 'teaching',
    kept: 'account',
    erased: { stays: 'lessons' },
    whose: (id) => eq(availabilitySlots.userId, id),
    copied: ['deleted', 'fromPattern'],
    named: { purpose: SlotPurpose },
    times: ['start', 'end', 'createdAt', 'updatedAt'],
    rest: ['id', 'userId'],
  }),
  weeklyPattern: held(availabilityPatterns, {
    area: 'teaching',
    kept: 'account',
    erased: 'deleted',
    whose: (id) => eq(availabilityPatterns.userId, id),
    copied: ['ranges', 'season', 'daysOff'],
    times: ['createdAt', 'updatedAt'],
    rest: ['userId', 'openedTo'],
  }),
  daysOfPattern: held(patternDays, {
    area: 'teaching',
    kept: { column: 'day', before: (now) => addDays(localDay(now), -1) },
    erased: 'deleted',
    erasing: (id) => eq(patternDays.userId, id),
    rest: ['userId', 'day', 'changedByHand'],
  }),
  /** The tutor's own words: the student never reads them. */
  notesAboutStudents: held(studentNotes, {
    area: 'teaching',
    kept: 'account',
    erased: 'deleted',
    erasing: (id) => or(eq(studentNotes.tutorId, id), eq(studentNotes.studentId, id)),
    whose: (id) => eq(studentNotes.tutorId, id),
    copied: ['text'],
    people: ['studentId'],
    times: ['createdAt', 'updatedAt'],
    rest: ['id', 'tutorId'],
  }),
  counts: held(cardCounts, {
    area: 'teaching',
    kept: 'account',
    erased: { stays: 'lessons' },
    whose: (id) => eq(cardCounts.userId, id),
    copied: ['lessons', 'minutes', 'students', 'ratings', 'stars'],
    rest: ['userId'],
  }),
  studentsTaught: held(taughtStudents, {
    area: 'teaching',
    kept: 'account',
    erased: { stays: 'lessons' },
    whose: (id) => eq(taughtStudents.tutorId, id),
    copied: ['lessons'],
    people: ['studentId'],
    rest: ['tutorId'],
  }),
  weeks: held(tutorWeeks, {
    area: 'teaching',
    kept: 'account',
    erased: { stays: 'lessons' },
    whose: (id) => eq(tutorWeeks.tutorId, id),
    copied: [
      'settled',
      'canceled',
      'fulfilled',
      'held',
      'timed',
      'late',
      'cutShort',
      'disputed',
      'measured',
      'poorCall',
    ],
    times: ['week'],
    rest: ['tutorId'],
  }),
  quality: held(tutorQualities, {
    area: 'teaching',
    kept: 'account',
    erased: { stays: 'lessons' },
    whose: (id) => eq(tutorQualities.tutorId, id),
    copied: [
      'lessons',
      'settled',
      'canceled',
      'fulfilledLessons',
      'held',
      'timed',
      'late',
      'cutShortLessons',
      'disputedLessons',
      'measured',
      'poorCallLessons',
      'ratings',
      'stars',
      'fulfilled',
      'punctual',
      'rating',
      'disputed',
      'cutShort',
      'poorCall',
    ],
    times: ['since', 'computedAt'],
    rest: ['tutorId'],
  }),
  introVideos: held(introVideos, {
    area: 'applying',
    kept: 'account',
    erased: 'deleted',
    whose: (id) => eq(introVideos.tutorId, id),
    copied: ['src', 'reason', 'notes'],
    named: { state: IntroVideoState },
    times: ['createdAt', 'updatedAt'],
    others: ['reviewerId'],
    rest: ['id', 'tutorId'],
  }),
  introVideoUploads: held(introVideoUploads, {
    area: 'applying',
    kept: { ...until('expiresAt'), hasObjects: true },
    erased: { stays: 'until it expires', clears: { expiresAt: 0 }, texts: ['id', 'key', 'storageId'] },
    whose: (id) => and(eq(introVideoUploads.tutorId, id), eq(introVideoUploads.isComplete, false)),
    copied: ['bytes'],
    times: ['createdAt', 'expiresAt'],
    secrets: ['id', 'key', 'storageId'],
    rest: ['tutorId', 'isComplete'],
  }),
  interviews: held(interviews, {
    area: 'applying',
    kept: 'account',
    erased: {
      stays: 'acts of staff',
      clears: {
        intervieweeFeedback: null,
        foldedIntervieweeFeedback: null,
        interviewerFeedback: null,
        foldedInterviewerFeedback: null,
        note: null,
      },
      texts: ['sessionId'],
    },
    whose: (id) => eq(interviews.intervieweeId, id),
    copied: ['interviewerFeedback', 'intervieweeFeedback'],
    named: { status: MeetingStatus },
    people: ['interviewerId'],
    times: ['start', 'createdAt', 'updatedAt'],
    others: ['note', 'level'],
    rest: [
      'id',
      'sessionId',
      'intervieweeId',
      'foldedInterviewerFeedback',
      'foldedIntervieweeFeedback',
      'slotId',
      'sequence',
    ],
  }),
  interviewsHeld: held(interviews, {
    area: 'applying',
    kept: 'account',
    erased: {
      stays: 'another person',
      texts: [
        'sessionId',
        'interviewerFeedback',
        'foldedInterviewerFeedback',
        'intervieweeFeedback',
        'foldedIntervieweeFeedback',
        'note',
      ],
    },
    whose: (id) => eq(interviews.interviewerId, id),
    copied: ['interviewerFeedback', 'note', 'level'],
    named: { status: MeetingStatus },
    people: ['intervieweeId'],
    times: ['start', 'createdAt', 'updatedAt'],
    others: ['intervieweeFeedback'],
    rest: [
      'id',
      'sessionId',
      'interviewerId',
      'foldedInterviewerFeedback',
      'foldedIntervieweeFeedback',
      'slotId',
      'sequence',
    ],
  }),
  demoSessions: held(demoSessions, {
    area: 'applying',
    kept: 'account',
    erased: {
      stays: 'acts of staff',
      clears: { tutorFeedback: null, tutorManagerFeedback: null, note: null },
      texts: ['sessionId'],
    },
    whose: (id) => eq(demoSessions.tutorId, id),
    copied: ['tutorManagerFeedback', 'tutorFeedback'],
    named: { status: MeetingStatus },
    times: ['start', 'createdAt', 'updatedAt'],
    others: ['note', 'level'],
    rest: ['id', 'sessionId', 'tutorId', 'slotId', 'sequence'],
  }),
  demoSessionsHeld: held(demoSessions, {
    area: 'applying',
    kept: 'account',
    erased: { stays: 'another person', texts: ['sessionId', 'tutorFeedback', 'tutorManagerFeedback', 'note'] },
    whose: (id) => sql`${demoSessions.slotId} IN ${ownSlots(id)}`,
    copied: ['tutorManagerFeedback', 'note', 'level'],
    named: { status: MeetingStatus },
    people: ['tutorId'],
    times: ['start', 'createdAt', 'updatedAt'],
    others: ['tutorFeedback'],
    rest: ['id', 'sessionId', 'slotId', 'sequence'],
  }),
  introVideosReviewed: held(introVideos, {
    area: 'applying',
    kept: 'account',
    erased: { stays: 'another person', texts: ['src', 'reason', 'notes'] },
    whose: (id) => eq(introVideos.reviewerId, id),
    copied: ['reason', 'notes'],
    named: { state: IntroVideoState },
    people: ['tutorId'],
    times: ['createdAt', 'updatedAt'],
    others: ['src'],
    rest: ['id', 'reviewerId'],
  }),
  media: held(tutorMedia, {
    area: 'applying',
    kept: 'account',
    erased: 'deletedLast',
    whose: (id) => eq(tutorMedia.tutorId, id),
    copied: ['kind', 'key'],
    own: ['uploadedBy'],
    times: ['chosenAt', 'createdAt'],
    rest: ['id', 'tutorId'],
  }),
  rooms: held(rooms, {
    area: 'chats',
    kept: 'account',
    erased: { stays: 'another person' },
    whose: (id) =>
      sql`${rooms.id} IN (SELECT ${roomMembers.roomId} FROM ${roomMembers} WHERE ${roomMembers.userId} = ${id})`,
    copied: ['id'],
    people: ['lowerId', 'higherId'],
    times: ['createdAt'],
  }),
  settingsOfRooms: held(roomMembers, {
    area: 'chats',
    kept: 'account',
    erased: { stays: 'another person' },
    whose: (id) => eq(roomMembers.userId, id),
    copied: ['roomId', 'pinned', 'muted'],
    times: ['lastSeen', 'createdAt', 'updatedAt'],
    rest: ['userId'],
  }),
  reports: held(reports, {
    area: 'messages',
    kept: 'account',
    erased: {
      stays: 'lessons',
      clears: { title: '', foldedTitle: null, description: '', foldedDescription: null, screenshot: null, log: null },
    },
    whose: (id) => eq(reports.userId, id),
    copied: ['id', 'title', 'description', 'lessonId', 'screenshot', 'log', 'resolved', 'byMinor'],
    named: { state: InboxState },
    times: ['createdAt', 'updatedAt'],
    others: ['ownerId'],
    rest: ['userId', 'foldedTitle', 'foldedDescription'],
  }),
  answers: held(inboxEntries, {
    area: 'messages',
    kept: 'account',
    erased: { stays: 'lessons', clears: { text: '' }, texts: ['messageKey'] },
    erasing: (id) => sql`${inboxEntries.reportId} IN ${ownReports(id)}`,
    whose: (id) => and(sql`${inboxEntries.reportId} IN ${ownReports(id)}`, ne(inboxEntries.kind, InboxEntryKind.Note)),
    copied: ['reportId', 'text'],
    times: ['createdAt'],
    others: ['authorId'],
    rest: ['id', 'contactRequestId', 'kind', 'messageKey'],
  }),
  mailingsReceived: held(mailingRecipients, {
    area: 'messages',
    kept: 'records',
    erased: { stays: 'acts of staff', texts: ['leftOut'] },
    whose: (id) => and(eq(mailingRecipients.userId, id), isNull(mailingRecipients.leftOut)),
    copied: ['mailingId'],
    times: ['createdAt', 'handledAt'],
    rest: ['userId', 'leftOut'],
  }),
  /** Of no account: nobody has proven whose phone it is. */
  contactRequests: held(contactRequests, {
    area: 'messages',
    kept: 'records',
    erased: {
      stays: 'of no account',
      texts: ['name', 'foldedName', 'phone', 'title', 'foldedTitle', 'message', 'foldedMessage', 'whatsAppId'],
    },
    others: ['name', 'phone', 'title', 'message', 'ownerId', 'whatsAppId'],
    rest: ['id', 'foldedName', 'foldedTitle', 'foldedMessage', 'state', 'createdAt', 'updatedAt'],
  }),
  /** The person has received them. Those with a code or a link are encrypted. */
  outbox: held(outbox, {
    area: 'messages',
    kept: {
      ...until('createdAt', RETENTION.messages),
      // Parked messages wait for staff. The literals match those of the index `outbox_done`.
      only: sql`${outbox.status} IN ('sent', 'failed')`,
    },
    erased: 'deleted',
    erasing: (id) => sql`${outbox.userId} = ${id} OR ${outbox.to} IN ${ownAddresses(id)}`,
    secrets: ['to', 'params', 'userId', 'dedupeKey', 'providerId'],
    rest: [
      'id',
      'channel',
      'template',
      'status',
      'attempts',
      'nextAttemptAt',
      'lastError',
      'sendingAt',
      'createdAt',
      'sentAt',
      'deliveredAt',
      'readAt',
      'fallbackAt',
      'mailingId',
    ],
  }),
  files: held(assets, {
    area: 'files',
    kept: 'account',
    erased: 'deletedLast',
    erasing: (id) =>
      sql`(${assets.ownerId} = ${id} AND ${assets.kind} <> 'receipt') OR ${assets.key} IN (SELECT ${tutorMedia.key} FROM ${tutorMedia} WHERE ${tutorMedia.tutorId} = ${id})`,
    whose: (id) => eq(assets.ownerId, id),
    copied: ['key', 'kind', 'contentType', 'bytes'],
    times: ['createdAt'],
    rest: ['ownerId'],
  }),
  personFile: held(personFiles, {
    area: 'staff',
    kept: 'account',
    erased: 'deleted',
    erasing: (id) => eq(personFiles.userId, id),
    others: ['userId', 'ownerId', 'tags', 'createdAt', 'updatedAt'],
  }),
  personTags: held(personTags, {
    area: 'staff',
    kept: 'account',
    erased: 'deleted',
    erasing: (id) => eq(personTags.userId, id),
    others: ['tag', 'userId'],
  }),
  personNotes: held(personNotes, {
    area: 'staff',
    kept: 'account',
    erased: 'deleted',
    erasing: (id) => eq(personNotes.userId, id),
    others: ['id', 'userId', 'authorId', 'text', 'pinned', 'createdAt'],
  }),
  studios: held(studios, {
    area: 'staff',
    kept: 'account',
    erased: { stays: 'of staff', texts: ['mapUrl', 'hours'] },
    others: ['id', 'mapUrl', 'hours', 'createdAt', 'updatedAt'],
  }),
  staffInvites: held(staffInvites, {
    area: 'staff',
    kept: 'records',
    erased: { stays: 'of staff', texts: ['email', 'tokenHash'] },
    secrets: ['tokenHash'],
    others: ['email', 'role', 'createdBy', 'acceptedBy', 'revokedBy'],
    rest: ['id', 'expiresAt', 'acceptedAt', 'revokedAt', 'createdAt', 'updatedAt'],
  }),
  staffDigests: held(staffDigests, {
    area: 'staff',
    kept: 'account',
    erased: 'deleted',
    erasing: (id) => eq(staffDigests.userId, id),
    others: ['userId', 'isWanted', 'lastDay'],
  }),
  sharedViews: held(sharedViews, {
    area: 'staff',
    kept: 'account',
    erased: { stays: 'of staff', texts: ['list', 'name', 'search'] },
    others: ['ownerId', 'name', 'search'],
    rest: ['id', 'list', 'role', 'createdAt', 'updatedAt'],
  }),
  mailingsSent: held(mailings, {
    area: 'staff',
    kept: 'records',
    erased: { stays: 'of staff', texts: ['words'] },
    others: ['senderId', 'words'],
    rest: ['id', 'template', 'chosen', 'leftOut', 'sent', 'delivered', 'failed', 'createdAt'],
  }),
  couponsMade: held(coupons, {
    area: 'staff',
    kept: 'records',
    erased: { stays: 'of staff', texts: ['code'] },
    others: ['createdBy', 'updatedBy'],
    rest: [
      'id',
      'code',
      'planId',
      'monthDiscount',
      'quarterDiscount',
      'yearDiscount',
      'expiresAt',
      'maxUses',
      'usedCount',
      'createdAt',
      'updatedAt',
    ],
  }),
  payoutBatches: held(payoutBatches, {
    area: 'staff',
    kept: 'records',
    erased: { stays: 'of staff' },
    others: ['createdBy', 'confirmedBy', 'droppedBy'],
    rest: ['id', 'count', 'total', 'needsSecond', 'confirmedAt', 'droppedAt', 'createdAt', 'updatedAt'],
  }),
  settingsChanged: held(settings, {
    area: 'staff',
    kept: 'records',
    erased: { stays: 'of staff', texts: ['name', 'value'] },
    others: ['updatedBy'],
    rest: ['name', 'value', 'updatedAt'],
  }),
} as const

const nothing = <Table extends SQLiteTable>(
  table: Table,
  columns: Columns<Table>,
  kept: Kept<ColumnOf<Table>> = 'records',
) => ({
  table: table as SQLiteTable,
  columns: columns as readonly string[],
  kept: kept as Kept,
})

/** Tables that hold nothing personal: lists, sums over many people, and what the program notes for itself. */
export const impersonalData = [
  nothing(alerts, ['id', 'kind', 'count', 'openedAt', 'lastFiringAt', 'notifiedAt', 'overAt']),
  nothing(cacheVersions, ['name', 'version']),
  nothing(
    callDays,
    [
      'day',
      'operator',
      'device',
      'calls',
      'measured',
      'poor',
      'failed',
      'routed',
      'relayed',
      'lossSum',
      'lossMinutes',
      'roundTripSum',
      'roundTripMinutes',
    ],
    { column: 'day', before: (now) => localDay(now - RETENTION.callMinutes) },
  ),
  nothing(callNetworks, [
    'operator',
    'device',
    'calls',
    'measured',
    'poor',
    'failed',
    'routed',
    'relayed',
    'lossSum',
    'lossMinutes',
    'roundTripSum',
    'roundTripMinutes',
    'poorShare',
    'relayShare',
    'loss',
    'roundTripMs',
    'since',
    'computedAt',
  ]),
  nothing(cohorts, ['month', 'size']),
  nothing(cohortMonths, ['cohort', 'month', 'kept']),
  nothing(dailyFigures, [
    'day',
    'lessonsHeld',
    'canceledByStudent',
    'canceledByTutor',
    'canceledByStaff',
    'minutesSold',
    'minutesUsed',
    'revenue',
    'refunded',
    'newStudents',
    'firstPlans',
    'returningStudents',
    'minutesOffered',
    'minutesBooked',
    'trialsStarted',
    'trialsConverted',
    'plansEnded',
    'renewedEarly',
    'renewedByCard',
    'renewedLater',
    'planUpgrades',
    'planDowngrades',
    'topUps',
    'pausesBegun',
    'referralsGiven',
    'computedAt',
  ]),
  nothing(dailyPlanFigures, ['day', 'planId', 'source', 'sold', 'revenue', 'refunded', 'minutesUsed']),
  nothing(spentTokens, ['tokenHash', 'expiresAt'], until('expiresAt')),
  nothing(introVideoUploadParts, ['uploadId', 'number', 'etag'], { asLongAs: 'upload' }),
  nothing(
    jobRuns,
    ['id', 'name', 'startedAt', 'durationMs', 'ok', 'error', 'outcome'],
    until('startedAt', RETENTION.jobRuns),
  ),
  nothing(ledgerChanges, ['id', 'kind', 'rowId']),
  nothing(ledgerProofs, ['id', 'findings', 'next', 'differing', 'provenTo', 'createdAt']),
  nothing(lessonHours, ['start', 'paidLessons', 'paidMinutes', 'freeLessons', 'freeMinutes', 'tutors']),
  nothing(links, ['name', 'url', 'visits', 'createdAt', 'updatedAt']),
  nothing(paymentFileItems, ['fileId', 'withdrawalId', 'open']),
  nothing(planCounts, ['planId', 'kind', 'start', 'rows']),
  nothing(plans, [
    'id',
    'weeklyMinutes',
    'baseMonthlyPrice',
    'monthDiscount',
    'quarterDiscount',
    'yearDiscount',
    'forInvitesOnly',
    'active',
    'maxUpcomingLessons',
    'bookingWeeks',
    'carriesOver',
    'standingTimes',
    'pausable',
    'createdAt',
    'updatedAt',
  ]),
  nothing(figureCursors, ['name', 'at']),
  nothing(roomBackups, ['roomId', 'changedAt', 'savedAt']),
  nothing(studioCounts, ['studioId', 'tutors']),
  nothing(tableCounts, ['name', 'rows']),
  nothing(textsToFold, ['column', 'id']),
  nothing(topicCounts, ['topicId', 'tutors', 'students']),
  nothing(topics, ['id', 'nameAr', 'foldedNameAr', 'nameEn', 'foldedNameEn', 'position', 'createdAt', 'updatedAt']),
  /** A copy of what is public of tutors, for minutes. */
  nothing(tutorSnapshots, ['part', 'upTo', 'readAt', 'allReadAt', 'madeBy', 'body']),
  nothing(waitingWithdrawals, ['method', 'rows', 'amount', 'inFiles']),
]

const isBound = (kept: Kept): kept is Bound => typeof kept === 'object' && 'column' in kept

/** The tables whose rows the nightly job deletes, each with its bound (docs/rules/privacy.md 1.3). */
export const boundedTables = [...Object.values<HeldData>(personalData), ...impersonalData].flatMap(({ table, kept }) =>
  isBound(kept) ? [{ table, bound: kept }] : [],
)
