import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { liveKitEvent } from '#contract/sessions'
import { closeRoom, openRoom } from '../../worker/outside/livekit/rooms.ts'
import { roomToken } from '../../worker/outside/livekit/token.ts'
import { isLiveKitSigned } from '../../worker/outside/livekit/webhook.ts'
import { type LiveKit, startLiveKit } from './start.ts'

const BUILD_MS = 15 * 60_000

type Received = { headers: IncomingHttpHeaders; text: string }
const received: Received[] = []
let receiver: Server
let server: LiveKit | null = null

beforeAll(async () => {
  receiver = createServer(async (request, answer) => {
    let text = ''
    for await (const chunk of request) text += chunk
    received.push({ headers: request.headers, text })
    answer.end()
  })
  await new Promise<void>((listening) => receiver.listen(0, '127.0.0.1', () => listening()))
  const { port } = receiver.address() as AddressInfo
  server = await startLiveKit(`http://127.0.0.1:${port}/api/v1/livekit/webhook`)
}, BUILD_MS)
afterAll(async () => {
  await server?.stop()
  receiver.close()
})

it('reports of a real media server are signed as we check it, and have the shape that we read', async ({ skip }) => {
  const livekit = server ?? skip('no LiveKit server')
  const room = `lesson:${crypto.randomUUID()}`
  await openRoom(livekit, room, 60)
  const socket = new WebSocket(
    `${livekit.url}/rtc?access_token=${await roomToken(livekit, { userId: 900_001, name: 'سارة', room })}&protocol=15`,
  )
  await new Promise((joined, failed) => {
    socket.onmessage = joined
    socket.onerror = failed
  })
  await closeRoom(livekit, room)
  const events = () => received.map(({ text }) => JSON.parse(text) as { event: string; id: string })
  await expect.poll(() => events().map(({ event }) => event), { timeout: 30_000 }).toContain('room_finished')
  for (const { headers, text } of received) {
    const header = headers.authorization ?? null
    expect(await isLiveKitSigned(livekit, text, header, Date.now())).toBe(true)
    expect(await isLiveKitSigned(livekit, `${text} `, header, Date.now())).toBe(false)
    expect(await isLiveKitSigned({ ...livekit, secret: 'another' }, text, header, Date.now())).toBe(false)
    expect(await isLiveKitSigned(livekit, text, header, Date.now() + 311_000)).toBe(false)
  }
  const known = events().filter(({ event }) => event.startsWith('room_'))
  expect(known.map(({ event }) => event)).toEqual(['room_started', 'room_finished'])
  for (const event of known) expect(liveKitEvent.parse(event)).toMatchObject({ room: { name: room } })
  // Somebody whose media never connected has not been inside: another event, which is not kept.
  expect(events().map(({ event }) => event)).toContain('participant_connection_aborted')
})
