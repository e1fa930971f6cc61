import { DomainError } from '#domain/errors'
import { after, type Transition, transitionTo } from '#domain/transitions'

/** The state of a report or a contact request in the staff's inbox (docs/rules/staff.md 6.1). */
export const InboxState = {
  New: 0,
  InProgress: 1,
  Answered: 2,
  Closed: 3,
} as const
export type InboxState = (typeof InboxState)[keyof typeof InboxState]

/** `staff` sets a state manually; `answer` means that an answer was sent, which alone leads to `Answered`. */
export type InboxCause = 'staff' | 'answer'

const { New, InProgress, Answered, Closed } = InboxState
const open = [New, InProgress, Answered] as const

/** No state is final: a closed record can be reopened in its former state, or by taking it (docs/rules/staff.md 6.1). */
export const inboxTransitions = [
  { from: [New, Answered], event: 'take', to: InProgress, who: ['staff'] },
  { from: [InProgress], event: 'release', to: New, who: ['staff'] },
  { from: open, event: 'answer', to: Answered, who: ['answer'] },
  { from: [InProgress, Closed], event: 'restore-answered', to: Answered, who: ['staff'] },
  { from: open, event: 'close', to: Closed, who: ['staff'] },
  { from: [Closed], event: 'reopen', to: New, who: ['staff'] },
  { from: [Closed], event: 'resume', to: InProgress, who: ['staff'] },
] as const satisfies readonly Transition<InboxState, string, InboxCause>[]

export type InboxRecord = {
  state: InboxState
  /** The admin who works on it; null if nobody does. */
  ownerId: number | null
  /** Whether it has an answer, without which it cannot be set to answered. */
  hasAnswer: boolean
}

/** As many records are changed at once at the most (docs/rules/staff.md 6.6). */
export const MAX_INBOX_CHANGES = 100

export type InboxChange = {
  state?: InboxState | undefined
  ownerId?: number | null | undefined
  /** The owner that the client replaces; null for a record without an owner. */
  previousOwnerId?: number | null | undefined
}

/** @throws DomainError `taken-by-another` when the record has another owner by now. */
function ownerAfter({ ownerId }: InboxRecord, change: InboxChange): number | null {
  if (change.ownerId === undefined || change.ownerId === ownerId) return ownerId
  if (ownerId !== (change.previousOwnerId ?? null)) throw new DomainError('taken-by-another')
  return change.ownerId
}

/** Taking a new record sets it in progress, and releasing it undoes that, unless the change names a state. */
function impliedState({ state, ownerId: before }: InboxRecord, ownerId: number | null): InboxState {
  if (ownerId === before) return state
  if (ownerId === null) return after(inboxTransitions, state, 'release') ?? state
  return state === New ? InProgress : state
}

/**
 * The state and the owner after a change by an admin (docs/rules/staff.md 6.1, 6.2).
 * @throws DomainError `taken-by-another`; `illegal` for a state that cannot follow the current one, and for `Answered`
 * without an answer.
 */
export function changeInboxRecord(record: InboxRecord, change: InboxChange): Pick<InboxRecord, 'state' | 'ownerId'> {
  const ownerId = ownerAfter(record, change)
  const { state } = change
  if (state === undefined || state === record.state) return { ownerId, state: state ?? impliedState(record, ownerId) }
  const isAllowed = transitionTo(inboxTransitions, record.state, state, 'staff') !== null
  if (!isAllowed || (state === Answered && !record.hasAnswer))
    throw new DomainError('illegal', 'state: cannot follow the present one')
  return { ownerId, state }
}

/**
 * The state after an answer. Whoever answers a record without an owner becomes its owner.
 * @throws DomainError `illegal` for a closed record, which must be reopened first.
 */
export function answerInboxRecord(record: InboxRecord, actorId: number): Pick<InboxRecord, 'state' | 'ownerId'> {
  const state = after(inboxTransitions, record.state, 'answer')
  if (state === null) throw new DomainError('illegal', 'state: a closed record is opened again before it is answered')
  return { state, ownerId: record.ownerId ?? actorId }
}
