/**
 * Which modules that several screens share come in one file. A bundler's own answer is a file for each set of screens: the most exact
 * one, and a hundred requests for a screen, most of them of a few hundred bytes.
 */

/** A module that several roots import. A root is requested by itself: an entry, or a dynamically imported module. */
export type SharedModule = {
  id: string
  bytes: number
  roots: ReadonlySet<string>
  /** Ids of the modules that it imports; those that are not shared do not matter. */
  imports: readonly string[]
}

/** `roots` are those that fetch it: a root fetches what its pieces import, too. */
type Piece = { ids: string[]; bytes: number; roots: Set<string>; imports: Set<Piece> }

/** How often a root is requested relative to the others. */
export type WeightOf = (root: string) => number

/** The cost of a request in bytes of source, which shrink to a third when minified and to a tenth when also compressed. */
const REQUEST_BYTES = 5000

/** A piece for each set of roots. */
function piecesByRoots(modules: readonly SharedModule[]): Piece[] {
  const byRoots = new Map<string, Piece>()
  const pieceOf = new Map<string, Piece>()
  for (const { id, bytes, roots } of modules) {
    const key = [...roots].toSorted().join('\n')
    const piece = byRoots.get(key) ?? { ids: [], bytes: 0, roots: new Set(roots), imports: new Set() }
    piece.ids.push(id)
    piece.bytes += bytes
    byRoots.set(key, piece)
    pieceOf.set(id, piece)
  }
  for (const { id, imports } of modules)
    for (const imported of imports) {
      const [from, to] = [pieceOf.get(id), pieceOf.get(imported)]
      if (from && to && from !== to) from.imports.add(to)
    }
  return [...byRoots.values()]
}

/** The pieces that a piece imports, directly or indirectly. */
function importedBy(piece: Piece, found = new Set<Piece>()): Set<Piece> {
  for (const next of piece.imports)
    if (!found.has(next)) {
      found.add(next)
      importedBy(next, found)
    }
  return found
}

/** Whether one imports the other by a third: joined, they would import what imports them. */
const isCircular = (one: Piece, other: Piece): boolean =>
  [one, other].some((end) =>
    [...end.imports].some(
      (next) => next !== one && next !== other && [one, other].some((back) => importedBy(next).has(back)),
    ),
  )

function join(one: Piece, other: Piece): Piece {
  const roots = new Set([...one.roots, ...other.roots])
  const imports = new Set([...one.imports, ...other.imports])
  for (const gone of [one, other]) imports.delete(gone)
  return { ids: [...one.ids, ...other.ids], bytes: one.bytes + other.bytes, roots, imports }
}

type Pair = { one: Piece; other: Piece; gain: number }

/** The modules of each file. Begins with a file for each set of roots, and joins the two that save most as long as two save. */
export function joinedPieces(modules: readonly SharedModule[], weightOf: WeightOf = () => 1): string[][] {
  const pieces = new Set(piecesByRoots(modules))

  /** The unneeded bytes that the roots of one piece fetch when the other is merged into it, including its imports. */
  const costOf = (one: Piece, other: Piece): number => {
    let cost = 0
    const along = importedBy(other)
    for (const root of one.roots) {
      if (other.roots.has(root)) continue
      let bytes = other.bytes
      for (const next of along) if (next !== one && !next.roots.has(root)) bytes += next.bytes + REQUEST_BYTES
      cost += weightOf(root) * bytes
    }
    return cost
  }
  /**
   * What merging two pieces saves over all roots: a request for each root that needs both, minus the unneeded bytes of the
   * others.
   */
  const gainOf = (one: Piece, other: Piece): number => {
    let gain = 0
    for (const root of one.roots) if (other.roots.has(root)) gain += weightOf(root) * REQUEST_BYTES
    return gain > 0 ? gain - costOf(one, other) - costOf(other, one) : 0
  }
  const pairsAmong = (one: Piece, others: Iterable<Piece>): Pair[] =>
    [...others].map((other) => ({ one, other, gain: gainOf(one, other) })).filter(({ gain }) => gain > 0)
  const bestOf = (pairs: Iterable<Pair>): Pair | undefined => {
    let best: Pair | undefined
    for (const pair of pairs) if (pair.gain > (best?.gain ?? 0)) best = pair
    return best
  }

  const pairs = new Set([...pieces].flatMap((one, index, all) => pairsAmong(one, all.slice(index + 1))))
  for (let best = bestOf(pairs); best; best = bestOf(pairs)) {
    const { one, other, gain } = best
    // What was joined since may have made it dearer.
    best.gain = gainOf(one, other)
    if (best.gain < gain) continue
    pairs.delete(best)
    if (isCircular(one, other)) continue
    const joined = join(one, other)
    for (const gone of [one, other]) pieces.delete(gone)
    for (const piece of pieces)
      for (const gone of [one, other]) if (piece.imports.delete(gone)) piece.imports.add(joined)
    for (const next of importedBy(joined)) for (const root of joined.roots) next.roots.add(root)
    for (const pair of pairs) if (!pieces.has(pair.one) || !pieces.has(pair.other)) pairs.delete(pair)
    for (const pair of pairsAmong(joined, pieces)) pairs.add(pair)
    pieces.add(joined)
  }
  return [...pieces].map(({ ids }) => ids)
}
