import { expect, it } from 'vitest'
import { readableLog } from './readable-log.ts'

it('shows the end of a log as plain text', () => {
  expect(readableLog('\u001b[31mفشل\u001b[0m\r\n\tGET /x \u202e404\u0007')).toBe('فشل\n\tGET /x 404')
  expect(readableLog(`${'x'.repeat(300_000)}end`)).toHaveLength(200_000)
  expect(readableLog(`${'x'.repeat(300_000)}end`).endsWith('end')).toBe(true)
})
