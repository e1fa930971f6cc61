/** How many ids of each kind one statement of the nightly proof covers; fewer accounts, because each has many postings. */
const PART_SIZES = {
  entries: 5000,
  accounts: 250,
  subscriptions: 5000,
  orders: 5000,
  lessons: 5000,
  decisions: 5000,
  withdrawals: 5000,
} as const

type Kind = keyof typeof PART_SIZES
const kinds = Object.keys(PART_SIZES) as Kind[]

/** The number of nights in which the proof covers all rows, changed or not (docs/rules/money.md 8.3). */
export const NIGHTS = 30

/** The minimum share of a statement's ids that a night covers per kind: a small ledger is proven whole every night. */
const LEAST_SHARE = 1 / 5

/** The maximum number of statements per kind and run; a cycle over nine million rows takes more nights than `NIGHTS`. */
const MOST_PARTS = 60

/** The share of a part's ids that one statement looks up when they are listed individually. */
const NAMED_SHARE = 1 / 5

/** Parts with a difference that are proven again every night until they agree. */
export const MOST_DIFFERING = 5

/** One id of each kind of row. */
export type Ids = Record<Kind, number>

/** Kinds of rows whose additions are detected by id. */
export const addedKinds = [
  'entries',
  'subscriptions',
  'orders',
  'decisions',
  'withdrawals',
  'refunds',
  'minutes',
] as const

/** The progress of proving additions: the highest ids, and the instant up to which lessons have begun. */
export type ProvenTo = Record<(typeof addedKinds)[number] | 'lessons', number>

/** An inclusive range of ids, empty if `from` is above `to`; or a list of ids. */
export type IdsOfKind = { from: number; to: number } | readonly number[]

/** The rows that one statement proves. */
export type Part = Record<Kind, IdsOfKind>

const [FIRST, LAST] = [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER]

const each = <T>(make: (kind: Kind) => T): Record<Kind, T> =>
  Object.fromEntries(kinds.map((kind) => [kind, make(kind)])) as Record<Kind, T>

/** All rows. */
export const WHOLE: Part = each(() => ({ from: FIRST, to: LAST }))

type Turn = { from: number; to: number; isLatest: boolean }

/** The next ids of a kind to prove: its share of a cycle, which begins with the latest rows. */
function turnOf(kind: Kind, highest: number, next: number): Turn {
  const latest = Math.max(1, highest)
  const isLatest = next < 1 || next >= latest
  const to = isLatest ? latest : next
  const share = Math.max(PART_SIZES[kind] * LEAST_SHARE, Math.ceil(latest / NIGHTS))
  const from = Math.max(1, to - Math.min(share, PART_SIZES[kind] * MOST_PARTS) + 1)
  return { from, to, isLatest }
}

/**
 * One of `count` pieces of a turn. The outer pieces extend to ids without rows, so that entries of missing rows and rows
 * added meanwhile are covered.
 */
function pieceOf({ from, to, isLatest }: Turn, index: number, count: number): { from: number; to: number } {
  const startOf = (piece: number) => from + Math.floor(((to - from + 1) * piece) / count)
  return {
    from: index === 0 && from === 1 ? FIRST : startOf(index),
    to: index === count - 1 && isLatest ? LAST : startOf(index + 1) - 1,
  }
}

/**
 * The parts of a night, and the ids with which the next night continues: each kind continues where the last night ended
 * (`next`), and starts again with its latest rows after a full cycle. `highest`: the highest id of each kind.
 */
export function partsOfNight(highest: Ids, next: Ids | null): { parts: Part[]; next: Ids } {
  const turns = each((kind) => turnOf(kind, highest[kind], next?.[kind] ?? 0))
  const count = Math.max(...kinds.map((kind) => Math.ceil((turns[kind].to - turns[kind].from + 1) / PART_SIZES[kind])))
  const parts = Array.from({ length: count }, (_, index) => each((kind) => pieceOf(turns[kind], index, count)))
  return { parts, next: each((kind) => turns[kind].from - 1) }
}

/** The ids outside the range `from` to `to`, which is proven anyway; a range that extends beyond it stays whole. */
function idsWithout(ids: IdsOfKind, from: number, to: number): IdsOfKind {
  if (!('from' in ids)) return ids.filter((id) => id < from || id > to)
  return ids.from >= from && ids.to <= to ? [] : ids
}

const isEmpty = (ids: IdsOfKind): boolean => ('from' in ids ? ids.from > ids.to : ids.length === 0)

/** These parts without those of the night, which are proven anyway, so that no difference is reported twice. */
export function partsWithout(parts: readonly Part[], night: readonly Part[]): Part[] {
  const ends = each((kind) => {
    const ranges = night.map((part) => part[kind]).filter((ids) => 'from' in ids)
    return { from: Math.min(...ranges.map(({ from }) => from)), to: Math.max(...ranges.map(({ to }) => to)) }
  })
  return parts
    .map((part) => each((kind) => idsWithout(part[kind], ends[kind].from, ends[kind].to)))
    .filter((part) => !kinds.every((kind) => isEmpty(part[kind])))
}

/** Splits individually listed rows into parts, each row in one part. */
export function partsOfRows(rows: Record<Kind, Iterable<number>>): Part[] {
  const ids = each((kind) => [...new Set(rows[kind])])
  const sizeOf = (kind: Kind) => PART_SIZES[kind] * NAMED_SHARE
  const count = Math.max(...kinds.map((kind) => Math.ceil(ids[kind].length / sizeOf(kind))))
  return Array.from({ length: count }, (_, index) =>
    each((kind) => ids[kind].slice(index * sizeOf(kind), (index + 1) * sizeOf(kind))),
  )
}
