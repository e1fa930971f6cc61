import { describe, expect, it } from 'vitest'
import { type Review, reviewEntries } from './review-groups.ts'

const review = (id: number, value: number, feedback: string | null = null): Review => ({
  id,
  userId: id,
  name: `طالب ${id}`,
  image: null,
  value,
  feedback,
})
const entryNames = (reviews: Review[], readerId: number | null = null) =>
  reviewEntries(reviews, readerId).map((card) =>
    card.kind === 'group' ? `${card.value}: ${card.reviews.map(({ id }) => id)}` : `${card.kind} ${card.review.id}`,
  )

describe('the cards of reviews', () => {
  it('begin with the own one, with or without words', () => {
    expect(entryNames([review(1, 5, 'ممتاز'), review(2, 3)], 2)).toEqual(['own 2', 'text 1'])
  })

  it('keep the order of those with words', () => {
    expect(entryNames([review(1, 4, 'كويس'), review(2, 5, 'حلو')])).toEqual(['text 1', 'text 2'])
  })

  it('group those without words by their own value, the best first', () => {
    expect(entryNames([review(1, 4), review(2, 5), review(3, 4), review(4, 5, ' ')])).toEqual(['5: 2,4', '4: 1,3'])
  })

  it('are none when nobody has rated', () => {
    expect(entryNames([])).toEqual([])
  })
})
