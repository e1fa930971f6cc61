import { createHmac } from 'node:crypto'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import {
  callApi,
  expectOk,
  fetchWorker,
  newAdmin,
  row,
  rows,
  run,
  setNow,
  triggerJob,
  verifiedStudent,
} from '#tests/people'
import { localKeys } from '../../dev/local-keys.ts'

const NOW = Date.parse('2026-02-11T10:00:00Z')
const MINUTE = 60_000

let ids = 0
let mails: { to: string[]; subject: string; text: string }[]

beforeEach(async () => {
  setNow(NOW)
  mails = []
  await run('DELETE FROM outbox')
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const isMail = new URL(url).host === 'api.resend.com'
    if (isMail) mails.push(JSON.parse(String(init.body)))
    return Response.json({ id: `mail-${++ids}`, messages: [{ id: `wamid.${++ids}` }] })
  })
  return () => {
    vi.unstubAllGlobals()
    vi.useRealTimers()
  }
})

type Message = {
  id: number
  status: string
  delivered_at: number | null
  read_at: number | null
  fallback_at: number | null
  last_error: string | null
}

const TEMPLATES = {
  lesson_reminder: { time: 'السبت ٤ أكتوبر، ٧:٣٠ م', url: 'https://app.hessa.example/lesson/7' },
  lesson_canceled: { date: 'السبت' },
  verify_phone_number: { otp: '12345' },
}

/** A message of ours that WhatsApp has accepted; `providerId` is its number there. */
async function accepted(template: keyof typeof TEMPLATES, userId: number, fallbackAt: number | null) {
  const providerId = `wamid.test-${++ids}`
  const now = Date.now()
  const found = await row<{ id: number }>(
    `INSERT INTO outbox (channel, template, "to", params, status, attempts, next_attempt_at, created_at, sent_at, provider_id, user_id, fallback_at)
     VALUES ('whatsapp', ?, '01012345678', ?, 'sent', 1, ?, ?, ?, ?, ?, ?) RETURNING id`,
    template,
    JSON.stringify(TEMPLATES[template]),
    now,
    now,
    now,
    providerId,
    userId,
    fallbackAt,
  )
  return { id: found?.id ?? 0, providerId }
}

async function stored(id: number): Promise<Message> {
  const found = await row<Message>('SELECT * FROM outbox WHERE id = ?', id)
  if (!found) throw new Error(`There is no message ${id}`)
  return found
}

const signed = (text: string, key: string = localKeys.WHATSAPP_APP_SECRET) =>
  `sha256=${createHmac('sha256', key).update(text).digest('hex')}`

const post = (path: string, text: string, headers: Record<string, string>) =>
  fetchWorker(`/api/v1${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: text,
  })

const change = (value: object, field = 'messages') =>
  JSON.stringify({
    object: 'whatsapp_business_account',
    entry: [{ id: '1', changes: [{ field, value: { metadata: { phone_number_id: '1' }, ...value } }] }],
  })

type Status = { id: string; status: string; at?: number; errors?: object[] }

const bodyOf = (statuses: readonly Status[]) =>
  change({
    statuses: statuses.map(({ at = Date.now(), ...one }) => ({ ...one, timestamp: String(Math.floor(at / 1000)) })),
  })

async function report(...statuses: Status[]): Promise<number> {
  const text = bodyOf(statuses)
  return (await post('/whatsapp/webhook', text, { 'x-hub-signature-256': signed(text) })).status
}

const UNDELIVERABLE = [{ code: 131026, title: 'Message undeliverable' }]

describe('a status of WhatsApp', () => {
  it('says when the message was delivered and read, in any order and however often', async () => {
    const sara = await verifiedStudent()
    const orders = [
      ['sent', 'delivered', 'read'],
      ['read', 'delivered', 'sent'],
      ['delivered', 'delivered', 'read', 'read', 'failed'],
      ['failed', 'read'],
    ]
    for (const statuses of orders) {
      const { id, providerId } = await accepted('lesson_reminder', sara.id, NOW + 2 * MINUTE)
      for (const status of statuses)
        expect(
          await report({ id: providerId, status, ...(status === 'failed' ? { errors: UNDELIVERABLE } : {}) }),
        ).toBe(200)
      expect([statuses, await stored(id)]).toMatchObject([
        statuses,
        { status: 'sent', delivered_at: NOW, read_at: NOW, fallback_at: null },
      ])
    }
  })

  it('keeps the first time of each', async () => {
    const sara = await verifiedStudent()
    const { id, providerId } = await accepted('lesson_canceled', sara.id, null)
    await report({ id: providerId, status: 'delivered' })
    setNow(NOW + MINUTE)
    await report({ id: providerId, status: 'delivered' }, { id: providerId, status: 'read' })
    expect(await stored(id)).toMatchObject({ delivered_at: NOW, read_at: NOW + MINUTE })
  })

  it('that it failed leaves the message to staff, and a code, which expires, to nobody', async () => {
    const sara = await verifiedStudent()
    const message = await accepted('lesson_canceled', sara.id, null)
    const code = await accepted('verify_phone_number', sara.id, null)
    for (const { providerId } of [message, code])
      expect(await report({ id: providerId, status: 'failed', errors: UNDELIVERABLE })).toBe(200)
    expect(await stored(message.id)).toMatchObject({
      status: 'parked',
      last_error: 'WhatsApp 131026: Message undeliverable',
    })
    expect((await stored(code.id)).status).toBe('failed')
  })

  it('is asked for again while the message is not known yet, and not later', async () => {
    expect(await report({ id: 'wamid.unknown', status: 'delivered' })).toBe(503)
    expect(await report({ id: 'wamid.unknown', status: 'delivered', at: NOW - 6 * MINUTE })).toBe(200)
  })

  it('that we do not know is accepted and changes nothing, as is one of another number of the account', async () => {
    const sara = await verifiedStudent()
    const { id, providerId } = await accepted('lesson_canceled', sara.id, null)
    const before = await stored(id)
    expect(await report({ id: providerId, status: 'deleted' })).toBe(200)
    for (const text of [
      change({ statuses: [{ id: 7 }] }),
      change({ event: 'APPROVED' }, 'message_template_status_update'),
    ])
      expect((await post('/whatsapp/webhook', text, { 'x-hub-signature-256': signed(text) })).status).toBe(200)
    expect(await stored(id)).toEqual(before)
  })

  it('that is forged, changed or not signed is refused and changes nothing', async () => {
    const sara = await verifiedStudent()
    const { id, providerId } = await accepted('lesson_canceled', sara.id, null)
    const before = await stored(id)
    const text = bodyOf([{ id: providerId, status: 'failed' }])
    const signature = signed(text)
    const forged = [
      undefined,
      '',
      'sha256=',
      signature.slice('sha256='.length),
      signature.slice(0, -1),
      `${signature}0`,
      signature.toUpperCase(),
      signed(text, ''),
      signed(text, localKeys.WHATSAPP_TOKEN),
      signed(`${text} `),
    ]
    for (const one of forged) {
      const answer = await post('/whatsapp/webhook', text, one === undefined ? {} : { 'x-hub-signature-256': one })
      expect([one, answer.status]).toEqual([one, 403])
    }
    const changed = text.replace('failed', 'delivered')
    expect((await post('/whatsapp/webhook', changed, { 'x-hub-signature-256': signature })).status).toBe(403)
    expect(await stored(id)).toEqual(before)
  })
})

describe('the check of the webhook by Meta', () => {
  const verify = (token: string, mode = 'subscribe') =>
    fetchWorker(`/api/v1/whatsapp/webhook?hub.mode=${mode}&hub.verify_token=${token}&hub.challenge=1158201444`)

  it('is answered with its challenge for our token alone', async () => {
    const answer = await verify(localKeys.WHATSAPP_VERIFY_TOKEN)
    expect([answer.status, await answer.text(), answer.headers.get('content-type')]).toEqual([
      200,
      '1158201444',
      'text/plain; charset=utf-8',
    ])
    expect((await verify('another')).status).toBe(403)
    expect((await verify(localKeys.WHATSAPP_VERIFY_TOKEN, 'unsubscribe')).status).toBe(403)
  })
})

describe('an urgent message that does not arrive', () => {
  const sweepAt = async (at: number) => {
    setNow(at)
    await triggerJob('sweep-messages')
  }

  it('goes by mail after two minutes, once', async () => {
    const sara = await verifiedStudent()
    const { id } = await accepted('lesson_reminder', sara.id, NOW + 2 * MINUTE)
    await sweepAt(NOW + 2 * MINUTE - 1)
    expect(mails).toEqual([])
    for (const later of [2, 3, 60]) await sweepAt(NOW + later * MINUTE)
    expect(mails).toHaveLength(1)
    expect(mails[0]).toMatchObject({ to: [sara.email], subject: 'تذكير بميعادك في حصّة' })
    expect(mails[0]?.text).toContain(TEMPLATES.lesson_reminder.url)
    const admin = await newAdmin()
    const { list } = await expectOk<{ list: { id: number; state: string; fallbackSent: boolean }[] }>(
      callApi('GET', '/message/undelivered?state=sent', { as: admin }),
    )
    expect(list.find((one) => one.id === id)).toMatchObject({ state: 'sent', fallbackSent: true })
  })

  it('goes by mail at once where WhatsApp says that it failed', async () => {
    const sara = await verifiedStudent()
    const { providerId } = await accepted('lesson_reminder', sara.id, NOW + 2 * MINUTE)
    expect(await report({ id: providerId, status: 'failed', errors: UNDELIVERABLE })).toBe(200)
    await sweepAt(NOW + 1)
    expect(mails.map(({ to }) => to)).toEqual([[sara.email]])
    await sweepAt(NOW + 5 * MINUTE)
    expect(mails).toHaveLength(1)
  })

  it('goes nowhere else when it was delivered, when nothing is urgent, or when it would come too late', async () => {
    const sara = await verifiedStudent()
    const { providerId } = await accepted('lesson_reminder', sara.id, NOW + 2 * MINUTE)
    await report({ id: providerId, status: 'delivered' })
    await accepted('lesson_canceled', sara.id, null)
    await sweepAt(NOW + 10 * MINUTE)
    expect(mails).toEqual([])
    await accepted('lesson_reminder', sara.id, Date.now() + 2 * MINUTE)
    await sweepAt(NOW + 25 * MINUTE)
    expect(mails).toEqual([])
  })

  it('does not go to an address that nobody has proven', async () => {
    const sara = await verifiedStudent()
    await run('UPDATE users SET verified_email = 0 WHERE id = ?', sara.id)
    await accepted('lesson_reminder', sara.id, NOW + 2 * MINUTE)
    await sweepAt(NOW + 3 * MINUTE)
    expect(mails).toEqual([])
  })

  it('with a code of a phone is mailed without the code, which proves who holds the phone', async () => {
    const sara = await verifiedStudent()
    await accepted('verify_phone_number', sara.id, NOW + 2 * MINUTE)
    await sweepAt(NOW + 2 * MINUTE)
    expect(mails.map(({ subject }) => subject)).toEqual(['كود تأكيد الموبايل ماوصلش'])
    expect(JSON.stringify(mails)).not.toContain(TEMPLATES.verify_phone_number.otp)
  })
})

describe('an event of Resend', () => {
  const post_ = (event: object, at = Date.now(), key: string = localKeys.EMAIL_WEBHOOK_SECRET) => {
    const text = JSON.stringify(event)
    const timestamp = String(Math.floor(at / 1000))
    const secret = Buffer.from(key.replace('whsec_', ''), 'base64')
    const signature = createHmac('sha256', secret).update(`msg_1.${timestamp}.${text}`).digest('base64')
    return post('/email/webhook', text, {
      'svix-id': 'msg_1',
      'svix-timestamp': timestamp,
      'svix-signature': `v1a,nothing v1,${signature}`,
    })
  }
  const event = (type: string, id: string) => ({
    type,
    created_at: new Date(Date.now()).toISOString(),
    data: { email_id: id, to: ['x@hessa.test'], bounce: { subType: 'General', message: 'Mailbox does not exist' } },
  })

  async function mailed() {
    const { id, providerId } = await accepted('lesson_canceled', 1, null)
    await run("UPDATE outbox SET channel = 'email', template = 'inbox_answer' WHERE id = ?", id)
    return { id, providerId }
  }

  it('says that a mail was delivered, opened or has bounced', async () => {
    const [read, bounced] = [await mailed(), await mailed()]
    for (const type of ['email.sent', 'constructor', 'toString', 'email.delivered', 'email.opened'])
      expect((await post_(event(type, read.providerId))).status).toBe(200)
    expect(await stored(read.id)).toMatchObject({ status: 'sent', delivered_at: NOW, read_at: NOW })
    expect((await post_(event('email.bounced', bounced.providerId))).status).toBe(200)
    expect(await stored(bounced.id)).toMatchObject({
      status: 'parked',
      last_error: 'Resend email.bounced: General Mailbox does not exist',
    })
  })

  it('is refused with another key, an old time or no signature', async () => {
    const { id, providerId } = await mailed()
    const bounced = event('email.bounced', providerId)
    expect((await post_(bounced, NOW, 'whsec_another')).status).toBe(403)
    expect((await post_(bounced, NOW - 6 * MINUTE)).status).toBe(403)
    expect((await post_(bounced, NOW + 6 * MINUTE)).status).toBe(403)
    expect((await post('/email/webhook', JSON.stringify(bounced), {})).status).toBe(403)
    const odd = { 'svix-id': 'msg_1', 'svix-timestamp': String(NOW / 1000), 'svix-signature': `v1,${'é'.repeat(44)}` }
    expect((await post('/email/webhook', JSON.stringify(bounced), odd)).status).toBe(403)
    expect((await stored(id)).status).toBe('sent')
  })
})

describe('what somebody writes to our number', () => {
  const write = async (...messages: object[]) => {
    const text = change({ contacts: [{ wa_id: '201012345679', profile: { name: 'منى' } }], messages })
    return (await post('/whatsapp/webhook', text, { 'x-hub-signature-256': signed(text) })).status
  }
  const found = () =>
    rows<{ name: string; message: string }>(
      "SELECT name, message FROM contact_requests WHERE phone = '01012345679' ORDER BY id",
    )

  it('reaches the inbox of staff once, and a picture by its kind', async () => {
    const hello = { from: '201012345679', id: `wamid.in-${++ids}`, type: 'text', text: { body: 'مش هقدر آجي' } }
    for (const _ of [1, 2]) expect(await write(hello)).toBe(200)
    expect(await write({ from: '201012345679', id: `wamid.in-${++ids}`, type: 'image' })).toBe(200)
    expect(await found()).toEqual([
      { name: 'منى', message: 'مش هقدر آجي' },
      { name: 'منى', message: '[image]' },
    ])
  })

  it('reaches it at most twenty times a day from one number', async () => {
    await run('DELETE FROM contact_requests')
    await run('DELETE FROM throttles')
    for (let count = 0; count < 22; count++)
      await write({ from: '201012345679', id: `wamid.in-${++ids}`, type: 'text', text: { body: `${count}` } })
    expect(await found()).toHaveLength(20)
  })

  it('counts once, however often WhatsApp repeats a request', async () => {
    await run('DELETE FROM contact_requests')
    await run('DELETE FROM throttles')
    const late = { from: '201012345679', id: `wamid.in-${++ids}`, type: 'text', text: { body: 'اتأخرت' } }
    await Promise.all(Array.from({ length: 25 }, () => write(late)))
    for (let count = 0; count < 20; count++)
      await write({ from: '201012345679', id: `wamid.in-${++ids}`, type: 'text', text: { body: `${count}` } })
    expect((await found()).map(({ message }) => message)).toEqual([
      'اتأخرت',
      ...Array.from({ length: 19 }, (_, n) => `${n}`),
    ])
  })
})
