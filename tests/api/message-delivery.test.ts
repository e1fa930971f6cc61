import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  bindings,
  callApi,
  expectOk,
  mailedResetCode,
  newAdmin,
  newEmail,
  row,
  rows,
  run,
  setNow,
  triggerJob,
  verifiedStudent,
} from '#tests/people'
import { emailContentOf } from '../../worker/messages/email-texts.ts'
import type { EmailMessage } from '../../worker/messages/message.ts'

const NOW = Date.parse('2026-02-11T10:00:00Z')
const MINUTE = 60_000
const HOUR = 60 * MINUTE

type Sent = { host: string; key: string | null; to: string; text: string }
type Stored = {
  status: string
  attempts: number
  next_attempt_at: number
  last_error: string | null
  sending_at: number | null
  provider_id: string | null
}
type Provider = (sent: Sent) => Response | Promise<Response>

/** What reached the providers, oldest first. */
let sent: Sent[]
let answer: Provider

const accept: Provider = () => Response.json({ id: 'accepted', messages: [{ id: 'accepted' }] })
const page = () => new Response('<html>Sign in to this network</html>', { headers: { 'content-type': 'text/html' } })
const refuse = (status: number) => Response.json({ error: { message: 'Not on WhatsApp', code: 131026 } }, { status })
const sentTo = (to: string) => sent.filter((one) => one.to === to)

beforeEach(async () => {
  setNow(NOW)
  sent = []
  answer = accept
  await run('DELETE FROM outbox')
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const text = String(init.body)
    const { to } = JSON.parse(text) as { to: string | string[] }
    const key = new Headers(init.headers).get('idempotency-key')
    const one = { host: new URL(url).host, key, to: [to].flat().join(), text }
    sent.push(one)
    return answer(one)
  })
  return () => {
    vi.unstubAllGlobals()
    vi.useRealTimers()
  }
})

let numbers = 0
const newNumber = (): string => `0101234${String(++numbers).padStart(4, '0')}`

/** Puts a message into the outbox that is due now; `to` is a number as the provider writes it, or an address. */
async function due(channel: 'email' | 'whatsapp', to = `2${newNumber()}`): Promise<{ id: number; to: string }> {
  const [template, params] =
    channel === 'email'
      ? ['inbox_answer', { name: 'Sara', title: 'Title', answer: 'Answer' }]
      : ['lesson_canceled', { date: 'السبت ٤ أكتوبر، ٧:٣٠ م' }]
  const inserted = await row<{ id: number }>(
    'INSERT INTO outbox (channel, template, "to", params, next_attempt_at, created_at) VALUES (?, ?, ?, ?, ?, ?) RETURNING id',
    channel,
    template,
    to,
    JSON.stringify(params),
    Date.now(),
    Date.now(),
  )
  return { id: inserted?.id ?? 0, to }
}

const deliver = () => triggerJob('sweep-messages')
async function deliverAt(at: number): Promise<void> {
  setNow(at)
  await deliver()
}
async function stored(id: number): Promise<Stored> {
  const found = await row<Stored>('SELECT * FROM outbox WHERE id = ?', id)
  if (!found) throw new Error(`There is no message ${id}`)
  return found
}

beforeAll(async () => {
  // A delivery that the file before has left to run, by another clock, would claim the messages of these tests. It ends with this one.
  const { id } = await due('email', 'first@example.com')
  await bindings.MESSAGES.send({ wake: 'outbox' })
  await vi.waitFor(async () => expect((await stored(id)).status).toBe('sent'), { timeout: 60_000 })
})

describe('a mail', () => {
  const tagsOf = async (template: string, params: object) => {
    const { to } = await due('email', newEmail('tags'))
    await run('UPDATE outbox SET template = ?, params = ? WHERE "to" = ?', template, JSON.stringify(params), to)
    await deliver()
    return (JSON.parse(sentTo(to)[0]?.text ?? '{}') as { tags: unknown }).tags
  }
  const tag = (name: string, value: string) => ({ name, value })

  it('tells its provider what it is about by its tags, and nothing that was written (docs/rules/messages.md 1.13)', async () => {
    expect(await tagsOf('inbox_answer', { name: 'Sara', title: 'Title', answer: 'Hunter2026' })).toEqual([
      tag('template', 'inbox_answer'),
    ])
    const contact = {
      environment: 'production',
      name: 'Sara',
      phone: '01012345678',
      title: 'Problem',
      message: 'pass_2026_word',
    }
    expect(await tagsOf('contact_request', contact)).toEqual([tag('template', 'contact_request')])
    expect(await tagsOf('phone_code_missed', { phone: '01012345678' })).toEqual([tag('template', 'phone_code_missed')])
    expect(await tagsOf('account_changed', { change: 'password' })).toEqual([
      tag('template', 'account_changed'),
      tag('change', 'password'),
    ])
  })
})

describe('a message by WhatsApp', () => {
  const componentsSent = async (template: string, params: object) => {
    const { to } = await due('whatsapp')
    await run('UPDATE outbox SET template = ?, params = ? WHERE "to" = ?', template, JSON.stringify(params), to)
    await deliver()
    const [{ text } = { text: '{}' }] = sentTo(to)
    return (JSON.parse(text) as { template: { components: unknown } }).template.components
  }
  const body = (name: string, text: string) => ({
    type: 'body',
    parameters: [{ type: 'text', parameter_name: name, text }],
  })

  it('has its parameters by name', async () => {
    expect(await componentsSent('lesson_canceled', { date: 'السبت' })).toEqual([body('date', 'السبت')])
  })

  it('with a code has it without a name, and again for the button that copies it', async () => {
    const parameters = [{ type: 'text', text: '12345' }]
    const button = { type: 'button', sub_type: 'url', index: '0', parameters }
    expect(await componentsSent('verify_phone_number', { otp: '12345' })).toEqual([
      { type: 'body', parameters },
      button,
    ])
  })
})

describe('a run of the delivery', () => {
  it('ends before the platform’s limit of subrequests, and starts another for the rest', async () => {
    await Promise.all(Array.from({ length: 82 }, () => due('whatsapp')))
    const wake = vi.spyOn(bindings.MESSAGES, 'send').mockResolvedValue({} as never)
    await deliver()
    expect(sent).toHaveLength(80)
    expect(wake).toHaveBeenCalledTimes(1)
    wake.mockClear()
    await deliver()
    expect(sent).toHaveLength(82)
    expect(wake).not.toHaveBeenCalled()
    wake.mockRestore()
  })
})

describe('a message that the provider refuses', () => {
  it('is tried again after 1, 2, 4, 8 and 16 minutes, and is then parked, while the others go', async () => {
    const bad = await due('whatsapp')
    answer = (one) => (one.to === bad.to ? refuse(400) : accept(one))
    let at = NOW
    for (const [index, delay] of [1, 2, 4, 8, 16].entries()) {
      const other = await due('whatsapp')
      await deliverAt(at)
      const state = await stored(bad.id)
      expect(state).toMatchObject({ status: 'pending', attempts: index + 1, sending_at: null })
      expect(Math.abs(state.next_attempt_at - at - delay * MINUTE)).toBeLessThan(MINUTE / 2)
      expect(await stored(other.id)).toMatchObject({ status: 'sent', attempts: 1, provider_id: 'accepted' })
      await deliverAt(state.next_attempt_at - MINUTE / 2)
      expect(sentTo(bad.to)).toHaveLength(index + 1)
      at = state.next_attempt_at
    }
    await deliverAt(at)
    expect(await stored(bad.id)).toMatchObject({ status: 'parked', attempts: 6, sending_at: null })
    expect((await stored(bad.id)).last_error).toContain('graph.facebook.com answered 400')
    await deliverAt(at + 24 * HOUR)
    expect(sentTo(bad.to)).toHaveLength(6)
  })

  it('is tried again where the provider has declined it or was not reached, by whatever status', async () => {
    const refusals: [number, Response][] = [
      [429, new Response('slow down', { status: 429 })],
      [301, new Response(null, { status: 301, headers: { location: 'https://elsewhere.example' } })],
      [500, refuse(500)],
      [503, new Response('', { status: 503 })],
      [521, new Response('error code: 521', { status: 521 })],
    ]
    for (const [status, refusal] of refusals) {
      const { id } = await due('whatsapp')
      answer = () => refusal
      await deliver()
      expect([status, await stored(id)]).toMatchObject([status, { status: 'pending', attempts: 1, sending_at: null }])
      await run('DELETE FROM outbox')
    }
  })
})

describe('a status of 2xx without a proof', () => {
  it('is no delivery by mail, which is sent again under the same key until it has one', async () => {
    const { id } = await due('email', 'sara@example.com')
    for (const [index, body] of [null, {}, { id: '' }, { id: 7 }].entries()) {
      answer = () => (body === null ? page() : Response.json(body))
      await deliverAt(index === 0 ? NOW : (await stored(id)).next_attempt_at)
      const state = await stored(id)
      expect(state).toMatchObject({ status: 'pending', attempts: index + 1, provider_id: null })
      expect(state.last_error).toContain('api.resend.com answered 200')
    }
    answer = accept
    await deliverAt((await stored(id)).next_attempt_at)
    expect(await stored(id)).toMatchObject({ status: 'sent', provider_id: 'accepted', sending_at: null })
    expect(sent).toHaveLength(5)
    expect(new Set(sent.map(({ key }) => key))).toEqual(new Set([`outbox-${id}-${NOW}`]))
  })

  it('parks a WhatsApp message, which may have gone out', async () => {
    for (const body of [null, {}, { messages: [] }, { messages: [{ id: '' }] }]) {
      const { id, to } = await due('whatsapp')
      answer = () => (body === null ? page() : Response.json(body))
      await deliver()
      await deliverAt(NOW + 24 * HOUR)
      expect(await stored(id)).toMatchObject({ status: 'parked', attempts: 1, provider_id: null })
      expect(sentTo(to)).toHaveLength(1)
      setNow(NOW)
    }
  })
})

describe('a message whose send has no known outcome', () => {
  const failures: [string, Provider][] = [
    ['no answer', () => Promise.reject(new TypeError('Network connection lost.'))],
    ['500 without an error', () => new Response('oops', { status: 500 })],
    ['502', () => new Response('', { status: 502 })],
    ['408', () => new Response('', { status: 408 })],
  ]

  it('is not sent again by WhatsApp, and is by mail', async () => {
    for (const [name, failure] of failures) {
      const [message, mail] = [await due('whatsapp'), await due('email', 'sara@example.com')]
      answer = failure
      await deliver()
      expect([name, await stored(message.id)]).toMatchObject([
        name,
        { status: 'parked', sending_at: expect.any(Number) },
      ])
      expect([name, await stored(mail.id)]).toMatchObject([name, { status: 'pending', sending_at: expect.any(Number) }])
      answer = accept
      await deliverAt(NOW + 5 * MINUTE)
      expect([name, await stored(mail.id)]).toMatchObject([name, { status: 'sent', sending_at: null }])
      expect([name, sentTo(message.to).length]).toEqual([name, 1])
      setNow(NOW)
      await run('DELETE FROM outbox')
    }
  })

  it('is one of a worker that ended while it sent, and is sent all the same if that worker lives', async () => {
    const [message, mail] = [await due('whatsapp'), await due('email', 'sara@example.com')]
    const waiting: (() => void)[] = []
    answer = (one) => new Promise((resolve) => waiting.push(async () => resolve(await accept(one))))
    const first = deliver()
    await vi.waitFor(() => expect(waiting).toHaveLength(2))
    answer = accept
    await deliverAt(NOW + MINUTE / 2)
    expect(sent).toHaveLength(2)

    await deliverAt(NOW + 2 * MINUTE)
    expect(await stored(message.id)).toMatchObject({ status: 'parked', attempts: 1, sending_at: expect.any(Number) })
    expect((await stored(message.id)).last_error).toContain('may have gone out')
    expect(await stored(mail.id)).toMatchObject({ status: 'sent', attempts: 2 })
    expect(sentTo(message.to)).toHaveLength(1)
    expect(new Set(sentTo(mail.to).map(({ key }) => key)).size).toBe(1)

    for (const finish of waiting) finish()
    await first
    expect(await stored(message.id)).toMatchObject({ status: 'sent', provider_id: 'accepted', sending_at: null })
    expect(sent).toHaveLength(3)
  })

  it('is parked by mail too once the provider has forgotten the key', async () => {
    const { id } = await due('email', 'sara@example.com')
    answer = () => Promise.reject(new TypeError('Network connection lost.'))
    await deliver()
    answer = accept
    await deliverAt(NOW + 24 * HOUR)
    expect(await stored(id)).toMatchObject({ status: 'parked', sending_at: expect.any(Number) })
    expect(sent).toHaveLength(1)
  })

  it('is not sent again when its outcome could not be stored, and delays no other', async () => {
    const [message, other] = [await due('whatsapp'), await due('whatsapp')]
    await run(
      `CREATE TRIGGER unwritable BEFORE UPDATE OF provider_id ON outbox WHEN OLD.id = ${message.id} AND NEW.provider_id IS NOT NULL BEGIN SELECT RAISE(ABORT, 'full'); END`,
    )
    try {
      await deliver()
    } finally {
      await run('DROP TRIGGER unwritable')
    }
    expect(await stored(other.id)).toMatchObject({ status: 'sent' })
    await deliverAt(NOW + 5 * MINUTE)
    expect(await stored(message.id)).toMatchObject({ status: 'parked', sending_at: expect.any(Number) })
    expect(sentTo(message.to)).toHaveLength(1)
  })

  it('is told apart for staff, who may send it again', async () => {
    const mona = await newAdmin()
    const lost = await due('whatsapp')
    const bad = await due('whatsapp')
    answer = (one) => (one.to === bad.to ? refuse(400) : page())
    await deliver()
    await run("UPDATE outbox SET status = 'parked' WHERE id = ?", bad.id)
    const { list } = await expectOk<{ list: { id: number; mayHaveArrived: boolean }[] }>(
      callApi('GET', '/message/undelivered', { as: mona }),
    )
    expect(Object.fromEntries(list.map(({ id, mayHaveArrived }) => [id, mayHaveArrived]))).toEqual({
      [lost.id]: true,
      [bad.id]: false,
    })
    answer = accept
    await expectOk(callApi('POST', '/message/retry', { as: mona, body: { ids: [lost.id] } }))
    await deliver()
    await vi.waitFor(async () =>
      expect(await stored(lost.id)).toMatchObject({ status: 'sent', provider_id: 'accepted' }),
    )
    expect(sentTo(lost.to)).toHaveLength(2)
  })
})

it('sends every message once, however many deliveries run at once', async () => {
  const messages = []
  for (let count = 0; count < 20; count++) messages.push(await due(count % 2 === 0 ? 'email' : 'whatsapp'))
  await Promise.all([deliver(), deliver(), deliver(), deliver()])
  expect(sent.map(({ to }) => to).toSorted()).toEqual(messages.map(({ to }) => to).toSorted())
  expect(await rows("SELECT id FROM outbox WHERE status <> 'sent'")).toEqual([])
})

it('keeps codes for a new password out of the database, and mails them', async () => {
  const sara = await verifiedStudent()
  await run('DELETE FROM outbox')
  await expectOk(callApi('POST', '/confirmation-code/password/send', { body: { email: sara.email } }))
  await deliver()
  const code = await mailedResetCode(sara.email)
  expect(code).toMatch(/^\w{6,}$/)
  await vi.waitFor(async () => expect(await rows('SELECT status FROM outbox')).toEqual([{ status: 'sent' }]))
  expect(sentTo(sara.email).map(({ text }) => text.includes(code))).toEqual([true])
  const tables = await rows<{ name: string }>(
    "SELECT name FROM sqlite_master WHERE type = 'table' AND sql NOT LIKE '%VIRTUAL%' AND name NOT LIKE '\\_cf\\_%' ESCAPE '\\'",
  )
  expect(tables.length).toBeGreaterThan(40)
  for (const { name } of tables) {
    const all = JSON.stringify(await rows(`SELECT * FROM "${name}"`))
    expect([name, all.toUpperCase().includes(code.toUpperCase())]).toEqual([name, false])
  }
  expect(bindings.SECOND_FACTOR_SECRET).not.toBe('')
})

describe('the words of an email', () => {
  const to = 'sara@example.com'
  const email = (message: Omit<EmailMessage, 'channel' | 'to'>) =>
    emailContentOf({ channel: 'email', to, ...message } as EmailMessage)
  const url = 'https://hessa.example/open#t'
  const changes = {
    second_factor_changed: [
      'app-added',
      'app-removed',
      'passkey-added',
      'passkey-removed',
      'recovery-codes-renewed',
      'recovery-code-used',
      'reset-by-staff',
    ],
    account_changed: ['password', 'phone', 'email', 'email-by-staff', 'email-put-back'],
  } as const
  const { second_factor_changed: factors, account_changed: accounts } = changes
  const every: Omit<EmailMessage, 'channel' | 'to'>[] = [
    { template: 'verify_email', params: { code: '123456' } },
    { template: 'forget_password', params: { code: '654321' } },
    {
      template: 'contact_request',
      params: { environment: 'جهاز', name: 'سارة', phone: '01012345678', title: 'سؤال', message: 'عندي سؤال <b>' },
    },
    { template: 'inbox_answer', params: { name: 'سارة', title: 'بلاغ', answer: 'اتصلّح' } },
    { template: 'ledger_findings', params: { findings: 'فرق 1' } },
    { template: 'service_alert', params: { what: 'تنبيه: رسايل متأخرة (٢٠)', url: 'https://admin.hessa.test/inbox' } },
    ...(['introVideo', 'interview', 'demoSession', 'activation'] as const).map((step) => ({
      template: 'onboarding_verdict' as const,
      params: { station: step, url },
    })),
    ...accounts.map((change) => ({ template: 'account_changed' as const, params: { change } })),
    { template: 'email_changed', params: { email: 'n•••@example.com', url } },
    ...factors.map((change) => ({ template: 'second_factor_changed' as const, params: { change } })),
    { template: 'session_ended', params: { why: 'replayed' } },
    { template: 'staff_digest', params: { count: '٢', lines: 'بلاغات مفتوحة: عندك ٢', url, stopToken: '7.t' } },
    {
      template: 'mailing',
      params: {
        language: 'ar',
        subject: 'خبر',
        greeting: 'أهلًا،',
        text: 'خبر جديد',
        link: 'فتح حصّة',
        url,
        closing: 'من حصّة',
        stop: 'وقف',
        stopToken: '7.t',
      },
    },
    ...(['linked', 'unlinked'] as const).map((change) => ({
      template: 'identity_changed' as const,
      params: { change, address: 'sara@gmail.com' },
    })),
  ]

  it('are Arabic, the same in text and HTML, and different in every email', () => {
    for (const message of every) {
      const { subject, text, html } = email(message)
      expect(subject).toMatch(/^[\u0600-\u06ff]{2}/)
      for (const paragraph of text.split('\n\n')) expect(paragraph).toMatch(/^(?:[\u0600-\u06ff]{2}|\d{6}$)/)
      expect(html).toMatch(/^<!doctype html><html lang="ar-EG" dir="rtl">/)
      const words = text.replaceAll('<', '&lt;').replaceAll('>', '&gt;').split(/\s+/)
      // A link stands in the text behind its words and a colon.
      expect(words.map((word) => word.replace(/:$/, '')).filter((word) => !html.includes(word))).toEqual([])
    }
    expect(new Set(every.map((message) => email(message).text)).size).toBe(every.length)
    const subjects = new Set(every.map((message) => `${message.template} ${email(message).subject}`))
    expect(new Set([...subjects].map((one) => one.replace(/^\w+ /, ''))).size).toBe(subjects.size)
  })

  it('name what was done by the owner as the owner’s, and what staff did as asked for', () => {
    for (const change of factors) {
      const { text } = email({ template: 'second_factor_changed', params: { change } })
      expect(text).toContain(change === 'reset-by-staff' ? 'لو ده مش بطلب منك' : 'لو ده مش منك')
    }
    for (const change of accounts) {
      const { text } = email({ template: 'account_changed', params: { change } })
      expect(text).toContain(change.startsWith('email') ? 'لو ده مش بطلب منك' : 'لو ده مش منك')
    }
  })

  it('contain no greeting with an empty name', () => {
    const answer = (name: string) =>
      email({ template: 'inbox_answer', params: { name, title: 'بلاغ', answer: 'اتصلّح' } }).text
    expect(answer('سارة')).toContain('أهلًا سارة،')
    expect(answer('')).toContain('أهلًا وسهلًا،')
  })
})
