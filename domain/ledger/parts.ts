/** How many ids of each kind of row one statement of the nightly proof covers: an account has many postings. */
const PART_SIZES = {
  entries: 5000,
  accounts: 50,
  subscriptions: 5000,
  orders: 5000,
  lessons: 5000,
  decisions: 5000,
  withdrawals: 5000,
} as const

type Kind = keyof typeof PART_SIZES
const kinds = Object.keys(PART_SIZES) as Kind[]

/** Older parts that a night proves besides the newest rows: a limit for what one run reads (docs/rules/money.md 8.3). */
export const PARTS_A_NIGHT = 10

/** Parts with a difference that are proven again every night until they agree. */
export const MOST_DIFFERING = 5

/** An id of each kind of row. */
export type Ids = Record<Kind, number>

/** The rows that one statement proves: ids of each kind, both ends included; none where `from` is after `to`. */
export type Part = Record<Kind, { from: number; to: number }>

const [FIRST, LAST] = [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER]

const each = <T>(make: (kind: Kind) => T): Record<Kind, T> =>
  Object.fromEntries(kinds.map((kind) => [kind, make(kind)])) as Record<Kind, T>

/** The part that ends with these ids; one that reaches the first id begins before it, so that no entry of another id is left out. */
const partUpTo = (ids: Ids): Part =>
  each((kind) => {
    const to = ids[kind]
    if (to < 1) return { from: LAST, to: FIRST }
    return { from: to <= PART_SIZES[kind] ? FIRST : to - PART_SIZES[kind] + 1, to }
  })

/** Everything. */
export const WHOLE: Part = each(() => ({ from: FIRST, to: LAST }))

/** The rows that were added last, up to whatever is added meanwhile. `highest`: the highest id of each kind. */
export function newestPart(highest: Ids): Part {
  const part = partUpTo(each((kind) => Math.max(1, highest[kind])))
  return each((kind) => ({ from: part[kind].from, to: LAST }))
}

const endsBefore = (part: Part): Ids =>
  each((kind) => (part[kind].from === FIRST || part[kind].from === LAST ? 0 : part[kind].from - 1))

/**
 * The parts of a night that are older than `newest`, and with which ids the next night goes on. Each kind goes on where the last
 * night has ended, `next`, and begins with its latest again once all have had their turn.
 */
export function olderParts(newest: Part, next: Ids | null): { parts: Part[]; next: Ids } {
  const latest = endsBefore(newest)
  let ids = each((kind) => (next && next[kind] > 0 ? Math.min(next[kind], latest[kind]) : latest[kind]))
  const parts: Part[] = []
  while (parts.length < PARTS_A_NIGHT && kinds.some((kind) => ids[kind] > 0)) {
    const part = partUpTo(ids)
    parts.push(part)
    ids = endsBefore(part)
  }
  return { parts, next: ids }
}

/** Whether the newest rows hold all of an older part. */
export const isWithin = (part: Part, newest: Part): boolean =>
  kinds.every((kind) => part[kind].from > part[kind].to || part[kind].from >= newest[kind].from)
