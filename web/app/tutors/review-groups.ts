export type Review = {
  id: number
  /** Null but in the reader's own. */
  userId: number | null
  name: string | null
  image: string | null
  value: number
  feedback: string | null
}

export type ReviewEntry =
  | { kind: 'own'; review: Review }
  | { kind: 'text'; review: Review }
  /** Ratings without text, grouped: one entry a value. */
  | { kind: 'group'; value: number; reviews: readonly [Review, ...Review[]] }

/**
 * The cards of a tutor's reviews: the reader's own first, then those with words in the order given, then the wordless
 * ones grouped by their value, the best first (docs/rules/tutors.md 5.7).
 */
export function reviewEntries(reviews: readonly Review[], readerId: number | null): ReviewEntry[] {
  const own: ReviewEntry[] = []
  const texts: ReviewEntry[] = []
  const groups = new Map<number, [Review, ...Review[]]>()
  for (const review of reviews) {
    if (readerId !== null && review.userId === readerId) own.push({ kind: 'own', review })
    else if (review.feedback?.trim()) texts.push({ kind: 'text', review })
    else {
      const group = groups.get(review.value)
      if (group) group.push(review)
      else groups.set(review.value, [review])
    }
  }
  const wordless = [...groups]
    .sort(([a], [b]) => b - a)
    .map(([value, group]): ReviewEntry => ({ kind: 'group', value, reviews: group }))
  return [...own, ...texts, ...wordless]
}
