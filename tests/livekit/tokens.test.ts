import { AccessToken } from 'livekit-server-sdk'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closeRoom, openRoom } from '../../worker/outside/livekit/rooms.ts'
import { roomToken } from '../../worker/outside/livekit/token.ts'
import { type LiveKit, startLiveKit } from './start.ts'

const BUILD_MS = 15 * 60_000
const newName = () => `lesson:${crypto.randomUUID()}`

let server: LiveKit | null = null
beforeAll(async () => {
  server = await startLiveKit()
}, BUILD_MS)
afterAll(() => server?.stop())

/** The running server; a test without one is skipped, and says so. */
function live(skip: (note?: string) => never): LiveKit {
  return server ?? skip('no LiveKit server')
}

const tokenFor = (key: { key: string; secret: string }, userId: number, name: string) =>
  roomToken(key, { userId, name: null, room: name })

const validate = async ({ url }: LiveKit, token: string) =>
  (await fetch(`${url.replace(/^ws/, 'http')}/rtc/validate?access_token=${token}`)).status

/** The name of a room that is open for a minute. */
async function room(livekit: LiveKit): Promise<string> {
  const name = newName()
  await openRoom(livekit, name, 60)
  return name
}

/** Joins and answers the bytes of the server's welcome, which names the room and those who are in it. */
function join(
  { url }: LiveKit,
  token: string,
): Promise<{ welcome: string; leave: () => void; shownOut: Promise<void> }> {
  const socket = new WebSocket(`${url}/rtc?access_token=${token}&protocol=15&auto_subscribe=1`)
  socket.binaryType = 'arraybuffer'
  const shownOut = new Promise<void>((closed) => {
    socket.onclose = () => closed()
  })
  return new Promise((joined, failed) => {
    socket.onmessage = ({ data }) =>
      joined({ welcome: Buffer.from(data as ArrayBuffer).toString('latin1'), leave: () => socket.close(), shownOut })
    socket.onerror = () => failed(new Error('The server let nobody in'))
  })
}

describe('a real media server', () => {
  it('takes the token that a member gets', async ({ skip }) => {
    const livekit = live(skip)
    expect(await validate(livekit, await tokenFor(livekit, 1, await room(livekit)))).toBe(200)
  })

  it('opens no room for a token, neither before ours was opened nor after it was closed', async ({ skip }) => {
    const livekit = live(skip)
    const name = newName()
    const token = await tokenFor(livekit, 1, name)
    expect(await validate(livekit, token)).toBe(404)
    await openRoom(livekit, name, 60)
    const member = await join(livekit, token)
    // Whoever joins later opens it again, and shows nobody out.
    await openRoom(livekit, name, 30)
    expect((await join(livekit, await tokenFor(livekit, 900_002, name))).welcome).toContain(name)
    await closeRoom(livekit, name)
    await member.shownOut
    await expect.poll(() => validate(livekit, token)).toBe(404)
    await expect(join(livekit, token)).rejects.toThrow('let nobody in')
    await expect(openRoom({ ...livekit, secret: 'another secret' }, name, 60)).rejects.toThrow('did not answer')
  })

  it('refuses a forged token, an expired one and none', async ({ skip }) => {
    const livekit = live(skip)
    const ours = await room(livekit)
    const mine = await tokenFor(livekit, 1, ours)
    const [head, body, signature] = mine.split('.')
    const claims = JSON.parse(Buffer.from(body ?? '', 'base64url').toString()) as Record<string, unknown>
    const changed = Buffer.from(JSON.stringify({ ...claims, sub: '2' })).toString('base64url')
    const expired = new AccessToken(livekit.key, livekit.secret, { identity: '1', ttl: '-2h' })
    expired.addGrant({ room: ours, roomJoin: true })
    const grantless = new AccessToken(livekit.key, livekit.secret, { identity: '1' })
    const tokens = {
      forged: await tokenFor({ key: livekit.key, secret: 'another secret' }, 1, ours),
      'of another key': await tokenFor({ key: 'nobody', secret: livekit.secret }, 1, ours),
      changed: [head, changed, signature].join('.'),
      expired: await expired.toJwt(),
      'without a grant': await grantless.toJwt(),
      none: '',
    }
    for (const [name, token] of Object.entries(tokens))
      expect([name, await validate(livekit, token)]).toEqual([name, 401])
  })

  it('lets a token into its own room alone', async ({ skip }) => {
    const livekit = live(skip)
    const [ours, theirs] = [await room(livekit), await room(livekit)]
    const tutor = await join(livekit, await tokenFor(livekit, 900_001, ours))
    const stranger = await join(livekit, await tokenFor(livekit, 900_003, theirs))
    const student = await join(livekit, await tokenFor(livekit, 900_002, ours))
    expect(student.welcome).toContain(ours)
    expect(student.welcome).toContain('900001')
    expect(student.welcome).not.toContain(theirs)
    expect(student.welcome).not.toContain('900003')
    expect(stranger.welcome).toContain(theirs)
    expect(stranger.welcome).not.toContain('900001')
    for (const one of [tutor, student, stranger]) one.leave()
  })

  it('does not let a token name another room', async ({ skip }) => {
    const livekit = live(skip)
    const [ours, theirs] = [await room(livekit), await room(livekit)]
    const tutor = await join(livekit, await tokenFor(livekit, 900_001, ours))
    const token = await tokenFor(livekit, 900_003, theirs)
    const { welcome, leave } = await join(livekit, `${token}&room=${encodeURIComponent(ours)}`)
    expect(welcome).toContain(theirs)
    expect(welcome).not.toContain('900001')
    for (const one of [tutor, { leave }]) one.leave()
  })

  it('shows everybody out of a room that is over, and out of no other', async ({ skip }) => {
    const livekit = live(skip)
    const [ours, theirs] = [await room(livekit), await room(livekit)]
    const tutor = await join(livekit, await tokenFor(livekit, 900_001, ours))
    const stranger = await join(livekit, await tokenFor(livekit, 900_003, theirs))
    await closeRoom(livekit, ours)
    await tutor.shownOut
    await closeRoom(livekit, ours)
    const other = await join(livekit, await tokenFor(livekit, 900_004, theirs))
    expect(other.welcome).toContain('900003')
    await expect(closeRoom({ ...livekit, secret: 'another secret' }, theirs)).rejects.toThrow('did not answer')
    for (const one of [stranger, other]) one.leave()
  })
})
