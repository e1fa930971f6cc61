import { beforeEach, describe, expect, it, vi } from 'vitest'
import { hours } from '#domain/cairo'
import { MAX_PUSH_DEVICES } from '#domain/messages/push-service'
import { callApi, expectOk, outcome, type Person, rows, run, setNow, tokenFor, triggerJob } from '#tests/people'
import { LOCAL_VAPID_PUBLIC_KEY } from '../../dev/local-keys.ts'
import { drainRoom, roomOfTwo } from '../party/chat-rooms.ts'
import { openUserSocket } from '../party/socket.ts'
import { at, book, bookingFixture, NOW, startClockAtNoon } from './lesson-fixtures.ts'
import { type BrowserKeys, browserKeysOf, decryptPush, newBrowserKeys } from './push-decryption.ts'

startClockAtNoon()

type Posted = { url: string; headers: Headers; body: Uint8Array; redirect: string | undefined }
const HOUR = hours(1)

type PushService = (posted: Posted) => Response

const PUSH_HOST = 'https://fcm.googleapis.com/'
const created: PushService = ({ url }) => new Response(null, { status: 201, headers: { location: `${url}/message` } })

let posted: Posted[]
let answer: PushService

beforeEach(async () => {
  posted = []
  answer = created
  await run('DELETE FROM outbox')
  await run('DELETE FROM push_subscriptions')
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    if (!url.startsWith(PUSH_HOST)) return Response.json({ id: 'accepted', messages: [{ id: 'accepted' }] })
    const { headers, body, redirect } = init
    const one = { url, headers: new Headers(headers), body: body as Uint8Array, redirect }
    posted.push(one)
    return answer(one)
  })
  return () => vi.unstubAllGlobals()
})

type Device = { person: Person; endpoint: string; keys: BrowserKeys }

const subscriptionOf = ({ endpoint, keys: { p256dh, auth } }: Omit<Device, 'person'>) => ({ endpoint, p256dh, auth })
const newEndpoint = () => `${PUSH_HOST}fcm/send/${crypto.randomUUID()}`
const save = (as: Person, subscription: Omit<Device, 'person'>) =>
  callApi('PUT', '/push/subscription', { as, body: subscriptionOf(subscription) })
const isOn = async (as: Person) =>
  (await expectOk<{ isOn: boolean }>(callApi('GET', '/push/subscription', { as }))).isOn

/** A browser of this person's sign-in, which receives notifications. */
async function subscribed(person: Person, endpoint = newEndpoint()): Promise<Device> {
  const device = { person, endpoint, keys: await newBrowserKeys() }
  expect(await outcome(save(person, device))).toBe('ok')
  return device
}
const elsewhere = async (as: Person): Promise<Person> => ({ ...as, token: await tokenFor(as.id) })
const endpointsOf = async ({ id }: Person) =>
  (await rows<{ endpoint: string }>('SELECT endpoint FROM push_subscriptions WHERE user_id = ? ORDER BY id', id)).map(
    ({ endpoint }) => endpoint,
  )
const shownOn = async (device: Device) =>
  Promise.all(
    posted
      .filter(({ url }) => url === device.endpoint)
      .map(async ({ body }) => JSON.parse(await decryptPush(body, device.keys)) as Record<string, unknown>),
  )
const outboxOf = () =>
  rows<{ status: string; attempts: number; provider_id: string | null; params: string }>(
    "SELECT * FROM outbox WHERE channel = 'push' ORDER BY id",
  )

describe('a browser’s side of the encryption, in these tests', () => {
  it('reads the example of RFC 8291', async () => {
    const keys = await browserKeysOf(
      'q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94',
      'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
      'BTBZMqHH6r4Tts7J_aSIgg',
    )
    const body =
      'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN'
    expect(await decryptPush(Buffer.from(body, 'base64url'), keys)).toBe('When I grow up, I want to be a watermelon')
  })
})

describe('a subscription', () => {
  it('is of the sign-in that asks, and is given up by it', async () => {
    const { student } = await bookingFixture()
    const laptop = await elsewhere(student)
    expect(await expectOk(callApi('GET', '/push/subscription', { as: student }))).toEqual({
      publicKey: LOCAL_VAPID_PUBLIC_KEY,
      isOn: false,
    })
    await subscribed(student)
    expect([await isOn(student), await isOn(laptop)]).toEqual([true, false])
    for (let time = 0; time < 2; time++)
      expect(await outcome(callApi('DELETE', '/push/subscription', { as: student }))).toBe('ok')
    expect([await isOn(student), await endpointsOf(student)]).toEqual([false, []])
  })

  it('takes the place of the one of its sign-in, and of another account’s in the same browser', async () => {
    const [{ student: sara }, { student: nour }] = [await bookingFixture(), await bookingFixture()]
    await subscribed(sara)
    const { endpoint } = await subscribed(sara)
    expect(await endpointsOf(sara)).toEqual([endpoint])
    await subscribed(nour, endpoint)
    expect([await endpointsOf(sara), await endpointsOf(nour)]).toEqual([[], [endpoint]])
  })

  it('is one of the newest of its account', async () => {
    const { student } = await bookingFixture()
    const devices: string[] = []
    for (let count = 0; count < MAX_PUSH_DEVICES + 2; count++)
      devices.push((await subscribed(await elsewhere(student))).endpoint)
    expect(await endpointsOf(student)).toEqual(devices.slice(2))
  })

  it('is at a push service, with keys of a browser', async () => {
    const { student } = await bookingFixture()
    const keys = await newBrowserKeys()
    for (const endpoint of ['https://localhost/x', 'http://fcm.googleapis.com/x', 'https://evil.example/x', 'x', ''])
      expect([endpoint, await outcome(save(student, { endpoint, keys }))]).toEqual([endpoint, 'bad-request'])
    for (const wrong of [{ p256dh: keys.p256dh.slice(1) }, { auth: `${keys.auth}a` }, { auth: '' }])
      expect(await outcome(save(student, { endpoint: newEndpoint(), keys: { ...keys, ...wrong } }))).toBe('bad-request')
    expect(await endpointsOf(student)).toEqual([])
  })

  it('ends with its sign-in, however that ends', async () => {
    const { student } = await bookingFixture()
    const [phone, laptop] = [await elsewhere(student), await elsewhere(student)]
    for (const device of [student, phone, laptop]) await subscribed(device)
    await expectOk(callApi('POST', '/auth/sign-out', { as: student }))
    expect(await endpointsOf(student)).toHaveLength(2)
    const list = await expectOk<{ id: string; isCurrent: boolean }[]>(
      callApi('GET', '/user/current/sessions', { as: phone }),
    )
    const other = list.find(({ isCurrent }) => !isCurrent)
    await expectOk(callApi('DELETE', `/user/current/sessions/${other?.id}`, { as: phone }))
    expect(await endpointsOf(student)).toHaveLength(1)
  })
})

describe('a reminder', () => {
  /** A lesson whose two people are reminded an hour before. */
  async function bookedLesson() {
    const fixture = await bookingFixture()
    const start = at(24)
    const { id } = await book(fixture.student, { tutor: fixture.tutor, slot: fixture.slot, start })
    return { ...fixture, id, start }
  }
  const remind = async (start: number) => {
    setNow(start - HOUR)
    await triggerJob('send-reminders')
    await triggerJob('sweep-messages')
  }

  it('reaches each device once, encrypted for it and signed by us, beside WhatsApp', async () => {
    const { student, id, start } = await bookedLesson()
    const [phone, laptop] = [await subscribed(student), await subscribed(await elsewhere(student))]
    await remind(start)
    await remind(start)
    for (const device of [phone, laptop])
      expect(await shownOn(device)).toEqual([
        {
          account: student.id,
          title: 'حصتك قربت',
          body: expect.stringMatching(/[٠-٩]/),
          path: `/lesson/${id}`,
          topic: `lesson-${id}`,
        },
      ])
    const { headers, body, redirect } = posted[0] as Posted
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-encoding': 'aes128gcm',
      topic: `lesson-${id}`,
      urgency: 'high',
    })
    // Until the lesson begins, by a clock that goes on while it is sent.
    const ttl = Number(headers.get('ttl'))
    expect(ttl > HOUR / 2000 && ttl <= HOUR / 1000).toBe(true)
    // A push service takes 4096 bytes; all messages are of one length, which says nothing of what is in them.
    expect([redirect, body.byteLength]).toEqual(['manual', 4096])
    await expect(decryptPush(body, await newBrowserKeys())).rejects.toThrow()
    const [, token = '', key] = /^vapid t=([^,]+), k=(.+)$/.exec(headers.get('authorization') ?? '') ?? []
    const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
    expect([key, claims]).toEqual([
      LOCAL_VAPID_PUBLIC_KEY,
      {
        aud: 'https://fcm.googleapis.com',
        sub: expect.stringMatching(/^mailto:/),
        iat: expect.any(Number),
        exp: expect.any(Number),
      },
    ])
    expect(await outboxOf()).toMatchObject([
      { status: 'sent', provider_id: `${phone.endpoint}/message` },
      { status: 'sent', provider_id: `${laptop.endpoint}/message` },
    ])
  })

  it('reaches no device that has signed out since, by whatever', async () => {
    const { student, start } = await bookedLesson()
    const [one, other] = [await elsewhere(student), await elsewhere(student)]
    const devices = [await subscribed(one), await subscribed(other)]
    setNow(start - HOUR)
    await triggerJob('send-reminders')
    await run("UPDATE outbox SET status = 'pending', next_attempt_at = 0 WHERE channel = 'push'")
    posted = []
    await run('UPDATE users SET sessions_valid_from = ? WHERE id = ?', Math.ceil(Date.now() / 1000) + 60, student.id)
    await triggerJob('sweep-messages')
    expect([posted, (await outboxOf()).map(({ status }) => status)]).toEqual([[], ['failed', 'failed']])
    await run('DELETE FROM outbox')
    await triggerJob('send-reminders')
    expect([devices.length, await outboxOf()]).toEqual([2, []])
  })

  it('is given up when the meeting has begun', async () => {
    const { student, start } = await bookedLesson()
    await subscribed(student)
    answer = () => new Response(null, { status: 503 })
    await remind(start)
    expect(await outboxOf()).toMatchObject([{ status: 'pending' }])
    setNow(start)
    await run("UPDATE outbox SET next_attempt_at = 0 WHERE channel = 'push'")
    posted = []
    await triggerJob('sweep-messages')
    expect([posted, await outboxOf()]).toMatchObject([[], [{ status: 'failed' }]])
    expect(await endpointsOf(student)).toHaveLength(1)
  })

  it('ends the subscription that the push service does not have any more', async () => {
    for (const status of [404, 410]) {
      setNow(NOW)
      const { student, start } = await bookedLesson()
      await subscribed(student)
      answer = () => new Response(null, { status })
      await remind(start)
      expect([status, await endpointsOf(student)]).toEqual([status, []])
      expect(await outboxOf()).toMatchObject([{ status: 'failed', attempts: 1 }])
      await run('DELETE FROM outbox')
    }
  })

  it('is tried again where the push service refuses it, and is never left to staff', async () => {
    const { student, start } = await bookedLesson()
    await subscribed(student)
    answer = () => new Response(null, { status: 429 })
    setNow(start - HOUR)
    await triggerJob('send-reminders')
    for (let attempt = 1; attempt <= 6; attempt++) {
      await run("UPDATE outbox SET next_attempt_at = 0 WHERE channel = 'push'")
      await triggerJob('sweep-messages')
    }
    const [message] = await outboxOf()
    expect([message?.status, message?.attempts]).toEqual(['failed', 6])
    expect(await endpointsOf(student)).toHaveLength(1)
  })
})

describe('a chat message', () => {
  const write = async (as: Person, roomId: number, text: string) => {
    const tab = await openUserSocket(as)
    expect(await tab.send('SendMessage', { roomId, text, refId: crypto.randomUUID() })).toBe('ok')
    await drainRoom(roomId)
    await tab.close()
  }
  const notified = () => vi.waitFor(async () => expect((await outboxOf()).length).toBeGreaterThan(0), 20_000)

  it('is pushed to a person without an open tab, without its text, once a minute', async () => {
    const { student, tutor, roomId } = await roomOfTwo()
    const phone = await subscribed(student)
    const his = await subscribed(tutor)
    await write(tutor, roomId, 'The secret plan')
    await notified()
    await write(tutor, roomId, 'And another')
    await triggerJob('sweep-messages')
    expect((await outboxOf()).map(({ params }) => params).join()).not.toContain('secret')
    expect(await shownOn(phone)).toEqual([
      {
        account: student.id,
        title: expect.any(String),
        body: 'عندك رسالة جديدة في حصّة',
        path: `/chat?room=${roomId}`,
        topic: `chat-${roomId}`,
      },
    ])
    expect(await shownOn(his)).toEqual([])
    setNow(NOW + 2 * HOUR)
    await write(tutor, roomId, 'Much later')
    await vi.waitFor(async () => expect(await outboxOf()).toHaveLength(2), 20_000)
  })

  it('is not pushed to a person with an open tab', async () => {
    const { student, tutor, roomId } = await roomOfTwo()
    await subscribed(student)
    const hers = await openUserSocket(student)
    await write(tutor, roomId, 'Seen at once')
    await hers.receive('RoomMessage', 1)
    await hers.close()
    // The queue is in order: what this one causes comes after whatever the first had caused.
    await write(tutor, roomId, 'Not seen')
    await notified()
    expect(await outboxOf()).toHaveLength(1)
  })
})
