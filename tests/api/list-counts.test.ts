import { expect, it } from 'vitest'
import { callApi, newSuperAdmin, run } from '#tests/people'

/** Docs/rules/api.md 3.7. */
const COUNTED = 10_000

const park = (count: number) =>
  run(
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?1)
     INSERT INTO outbox (channel, template, "to", params, status, next_attempt_at, created_at)
     SELECT 'email', 'lesson_reminder', 'a@example.com', '{}', 'parked', 0, i FROM n`,
    count,
  )

it('counts a list up to ten thousand rows, and shows the rows behind them', async () => {
  const admin = await newSuperAdmin()
  const list = async (query: string) => {
    const { body } = await callApi('GET', `/message/undelivered?${query}`, { as: admin })
    return body as { list: { id: number }[]; total: number; isMore?: boolean }
  }
  await park(COUNTED)
  const all = await list('size=1')
  expect(all.total).toBe(COUNTED)
  expect(all.isMore).toBeUndefined()

  await park(5)
  expect(await list('size=1')).toMatchObject({ total: COUNTED, isMore: true })
  expect((await list('size=100&page=101')).list).toHaveLength(5)
  expect((await list('size=100&page=102')).list).toEqual([])
})
