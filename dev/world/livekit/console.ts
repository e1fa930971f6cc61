import { type Context, Hono } from 'hono'
import { html } from 'hono/html'
import * as z from 'zod/mini'
import type { Corrupter } from '../deliveries.ts'
import { Faults, faultConsole, NOTICE_FAULTS } from '../faults.ts'
import { badRequest, deliveryConsole, isForm, readBody, redirectBack } from '../order-console.ts'
import { consolePage, deliveryList, faultForm } from '../payment-console-pages.ts'
import { ProviderObject } from '../provider-object.ts'
import type { StandInHost } from '../stand-in-host.ts'
import { Rooms, SOURCES, type Source } from './rooms.ts'

/** What happens in a room; `publish-…` begins to send something. */
const ACTS = ['join', 'leave', 'publish-microphone', 'publish-camera', 'publish-screen_share', 'close'] as const
type Act = (typeof ACTS)[number]

const WORDS: Record<Act, string> = {
  join: 'يدخل',
  leave: 'يخرج',
  'publish-microphone': 'يفتح المايك',
  'publish-camera': 'يفتح الكاميرا',
  'publish-screen_share': 'يشارك الشاشة',
  close: 'الأوضة تتقفل',
}

const isAct = (text: string): text is Act => ACTS.some((one) => one === text)
const actBody = z.object({ room: z.string().check(z.minLength(1)), identity: z.optional(z.string()) })

/** Changes the body, so that the hash in its token is that of another one. */
const corrupt: Corrupter = ({ url, body }) => ({ url, body: body.replace('"createdAt":"1', '"createdAt":"2') })

function applyAct(rooms: Rooms, act: Act, room: string, identity: string) {
  if (act === 'join') return rooms.join(room, identity)
  if (act === 'leave') return rooms.leave(room, identity)
  if (act === 'close') return rooms.close(room)
  const source = SOURCES.find((one) => act === `publish-${one.toLowerCase()}`)
  return rooms.publish(room, identity, source as Source)
}

/**
 * The media server's stand-in, which carries no media: a developer says who joins and leaves the room of a lesson, and it reports
 * that to the product. `POST /rooms/{act}` with `{ room: the session's id, identity: the account's }`, `GET /rooms`, and the
 * consoles of deliveries and of faults, of which those of notices can be asked for.
 */
export function liveKitConsole(host: StandInHost): Hono {
  const rooms = new Rooms(host)

  const overview = (c: Context) =>
    c.html(
      consolePage(
        'سيرفر الفيديو',
        html`${faultForm('livekit', new Faults(host, 'livekit').left(), NOTICE_FAULTS)}<section><h2>الأوض</h2>
${rooms.all().map(({ name, participants }) => html`<p dir="ltr"><code>${name}</code>: ${participants.map(({ identity }) => identity).join(', ')}</p>`)}
<form method="post" action="/dev/livekit/rooms"><label>الأوضة<input name="room" dir="ltr" required placeholder="lesson:…"></label><label>رقم الحساب<input name="identity" dir="ltr" inputmode="numeric"></label>
${ACTS.map((act) => html`<button formaction="/dev/livekit/rooms/${act}">${WORDS[act]}</button> `)}</form></section>${deliveryList('livekit', rooms.deliveries.list(), ['signature'])}`,
      ),
    )

  return new Hono()
    .get('/', overview)
    .get('/rooms', (c) => c.json(rooms.all()))
    .post('/rooms/:act', async (c) => {
      const act = c.req.param('act')
      if (!isAct(act)) return c.json({ code: 'not-found', message: ACTS.join(', ') }, 404)
      const body = await readBody(c, actBody)
      if (!body) return badRequest(c, 'room: the id of a session; identity: the id of an account')
      const room = await applyAct(rooms, act, body.room, body.identity ?? '')
      if (typeof room === 'string') return c.json({ code: 'illegal', message: room }, 409)
      return isForm(c) ? redirectBack(c) : c.json(room)
    })
    .route('/', deliveryConsole({ deliveries: rooms.deliveries, corrupt }))
    .route('/', faultConsole(host, 'livekit'))
}

/** The state of the media server's stand-in. */
export class Media extends ProviderObject {
  readonly #console = liveKitConsole(this.host())

  override async fetch(request: Request): Promise<Response> {
    return this.#console.fetch(request)
  }
}
