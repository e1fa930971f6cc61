import { beforeEach, describe, expect, it, vi } from 'vitest'
import { callApi, row, setNow } from '#tests/people'

const NOW = Date.parse('2026-02-11T10:00:00Z')

beforeEach(() => {
  setNow(NOW)
  return () => vi.useRealTimers()
})

describe('a contact request', () => {
  const GOOD = {
    name: 'سارة علي',
    phone: '01012345678',
    title: 'سؤال عن الباقات',
    message: 'عايزة أعرف الفرق بين الباقات الشهرية والسنوية',
  }
  const write = (more: object = {}, ip = '10.5.0.1') =>
    callApi('POST', '/contact-request/', { body: { ...GOOD, ...more }, headers: { 'cf-connecting-ip': ip } })
  const kept = async () => (await row<{ n: number }>('SELECT COUNT(*) n FROM contact_requests'))?.n

  it('is kept and told to the staff, once in six hours from one place; refused ones do not count', async () => {
    const before = (await kept()) ?? 0
    expect(await write({ message: 'قصير' })).toMatchObject({ status: 400, code: 'short-contact-request-message' })
    const answers = await Promise.all([write(), write(), write()])
    expect(answers.map((answer) => answer.status).toSorted()).toEqual([200, 429, 429])
    expect(await write()).toMatchObject({ status: 429, code: 'too-many-requests' })
    expect((await write({}, '10.5.0.2')).status).toBe(200)
    expect(await kept()).toBe(before + 2)
    const told = await row<{ params: string }>("SELECT params FROM outbox WHERE template = 'contact_request'")
    expect(JSON.parse(told?.params ?? '{}')).toEqual({ environment: 'local', ...GOOD })
    setNow(NOW + 6 * 3_600_000 - 1)
    expect((await write()).status).toBe(429)
    setNow(NOW + 6 * 3_600_000)
    expect((await write()).status).toBe(200)
  })

  it('names the rule that a field breaks', async () => {
    const code = async (more: object) => (await write(more, '10.5.0.3')).code
    expect(await code({ name: 'س' })).toBe('short-user-name')
    expect(await code({ name: 'sara 3' })).toBe('invalid-user-name')
    expect(await code({ name: 'س'.repeat(31) })).toBe('long-user-name')
    expect(await code({ phone: '123' })).toBe('invalid-phone')
    expect(await code({ title: 'قصر' })).toBe('short-contact-request-title')
    expect(await code({ title: 'س'.repeat(129) })).toBe('long-contact-request-title')
    expect(await code({ message: 'س'.repeat(1001) })).toBe('long-contact-request-message')
    for (const field of ['name', 'phone', 'title', 'message']) expect(await code({ [field]: 5 })).toBe('invalid-type')
  })
})
