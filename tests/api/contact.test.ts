import { beforeEach, describe, expect, it, vi } from 'vitest'
import { callApi, row, rows, setNow } from '#tests/people'

const NOW = Date.parse('2026-02-11T10:00:00Z')

beforeEach(() => {
  setNow(NOW)
  return () => vi.useRealTimers()
})

describe('a contact request', () => {
  const VALID = {
    name: 'سارة علي',
    phone: '01012345678',
    title: 'سؤال عن الباقات',
    message: 'عايزة أعرف الفرق بين الباقات الشهرية والسنوية',
  }
  const send = (more: object = {}, ip = '10.5.0.1') =>
    callApi('POST', '/contact-request/', { body: { ...VALID, ...more }, headers: { 'cf-connecting-ip': ip } })
  const countRequests = async () => (await row<{ n: number }>('SELECT COUNT(*) n FROM contact_requests'))?.n

  it('is stored and sent to the staff, once in six hours from one IP address; refused ones do not count', async () => {
    const before = (await countRequests()) ?? 0
    expect(await send({ message: 'قصير' })).toMatchObject({ status: 400, code: 'short-contact-request-message' })
    const answers = await Promise.all([send(), send(), send()])
    expect(answers.map((answer) => answer.status).toSorted()).toEqual([200, 429, 429])
    expect(await send()).toMatchObject({ status: 429, code: 'too-many-requests' })
    expect((await send({}, '10.5.0.2')).status).toBe(200)
    expect(await countRequests()).toBe(before + 2)
    const email = await row<{ params: string }>("SELECT params FROM outbox WHERE template = 'contact_request'")
    expect(JSON.parse(email?.params ?? '{}')).toEqual({ environment: 'local', ...VALID })
    setNow(NOW + 6 * 3_600_000 - 1)
    const refused = await send()
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1'])
    setNow(NOW + 6 * 3_600_000)
    expect((await send()).status).toBe(200)
  })

  it('is mailed thirty times an hour, from however many networks, and kept every time', async () => {
    setNow(NOW + 24 * 3_600_000)
    const before = (await countRequests()) ?? 0
    const mails = async () =>
      (await rows("SELECT id FROM outbox WHERE template = 'contact_request' AND created_at = ?", Date.now())).length
    for (let network = 0; network < 32; network++) expect((await send({}, `10.6.0.${network}`)).status).toBe(200)
    // What is refused takes no mail from others.
    expect((await send({}, '10.6.0.1')).status).toBe(429)
    expect([await countRequests(), await mails()]).toEqual([before + 32, 30])
    setNow(NOW + 25 * 3_600_000)
    expect((await send({}, '10.6.1.1')).status).toBe(200)
    expect([await countRequests(), await mails()]).toEqual([before + 33, 1])
  })

  it('answers an error code for each invalid field', async () => {
    const codeOf = async (more: object) => (await send(more, '10.5.0.3')).code
    expect(await codeOf({ name: 'س' })).toBe('short-user-name')
    expect(await codeOf({ name: 'sara 3' })).toBe('invalid-user-name')
    expect(await codeOf({ name: 'س'.repeat(81) })).toBe('long-user-name')
    expect(await codeOf({ phone: '123' })).toBe('invalid-phone')
    expect(await codeOf({ title: 'قصر' })).toBe('short-contact-request-title')
    expect(await codeOf({ title: 'س'.repeat(129) })).toBe('long-contact-request-title')
    expect(await codeOf({ message: 'س'.repeat(1001) })).toBe('long-contact-request-message')
    for (const field of ['name', 'phone', 'title', 'message']) expect(await codeOf({ [field]: 5 })).toBe('invalid-type')
  })
})
