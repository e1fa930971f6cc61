/**
 * The providers in local development: stand-ins for the services that the product calls, and the developer's pages and
 * endpoints under `/dev`.
 */
import { type Context, Hono } from 'hono'
import { schedule } from '#contract/jobs'
import { OUTCOMES, type Outcome, type ReportedChannel, reportDelivery, whatsAppReply } from './delivery-reports.ts'
import { Google } from './google/google.ts'
import { GOOGLE_HOSTS } from './google/provider.ts'
import { Media } from './livekit/console.ts'
import { isPushService, listDomains, receiveEmail, receivePush, receiveWhatsApp, showPhoneNumber } from './messaging.ts'
import { Outbox, type SentMessage } from './outbox.ts'
import { homePage, outboxPage } from './pages.ts'
import { Payments, PROVIDER_HOSTS } from './payment-console.ts'
import { answerAsPlatform, EXPORTS_HOST, PLATFORM_HOST } from './platform.ts'

export { Google, Media, Outbox, Payments }

type Control = {
  setClock(now: number | null): Promise<number>
  now(): Promise<number>
  runJob(cron: string): Promise<void>
  costOfJob(cron: string): Promise<unknown>
  converse(conversations: unknown): Promise<void>
  dump(tables: readonly string[]): Promise<ReadableStream<Uint8Array>>
}
type Env = {
  OUTBOX: DurableObjectNamespace<Outbox>
  PAYMENTS: DurableObjectNamespace<Payments>
  GOOGLE: DurableObjectNamespace<Google>
  MEDIA: DurableObjectNamespace<Media>
  API: Fetcher
  CONTROL: Control
  LIVEKIT_URL?: string
}

const outbox = (env: Env) => env.OUTBOX.get(env.OUTBOX.idFromName('all'))

/** Forwards a request to the payment providers' stand-ins; `path` begins with the provider's name. */
function forwardToPayments(env: Env, request: Request, path: string): Promise<Response> {
  const url = new URL(request.url)
  const isLocal = url.pathname.startsWith('/dev/')
  const forwarded = new Request(new URL(`${path}${url.search}`, url.origin), request)
  if (isLocal) forwarded.headers.set('x-pages', `${url.origin}/dev/fawry`)
  return env.PAYMENTS.get(env.PAYMENTS.idFromName('all')).fetch(forwarded)
}

/** Forwards a request to the identity provider's stand-in; `path` is the provider's own. */
const forwardToGoogle = (env: Env, request: Request, path: string): Promise<Response> =>
  env.GOOGLE.get(env.GOOGLE.idFromName('all')).fetch(
    new Request(new URL(path + new URL(request.url).search, request.url), request),
  )

/** Forwards a request to the media server's stand-in. */
const forwardToMedia = (env: Env, request: Request, path: string): Promise<Response> =>
  env.MEDIA.get(env.MEDIA.idFromName('all')).fetch(new Request(new URL(path || '/', request.url), request))

const productNow = async (env: Env) => new Date(await env.CONTROL.now()).toISOString()

/** Parses JSON, or a form of the page. */
async function readBody(c: Context): Promise<Record<string, unknown>> {
  if (c.req.header('content-type')?.includes('json')) return (await c.req.json()) as Record<string, unknown>
  return c.req.parseBody()
}

const isForm = (c: Context) => c.req.header('content-type')?.includes('urlencoded') ?? false

const controls = new Hono<{ Bindings: Env }>()
  .get('/dev', async (c) => {
    const outcomes = { whatsapp: await outbox(c.env).outcome('whatsapp'), email: await outbox(c.env).outcome('email') }
    return c.html(homePage(await productNow(c.env), Object.keys(schedule), outcomes))
  })
  /** What becomes of the messages that a provider accepts from now on. */
  .post('/dev/delivery/:channel{whatsapp|email}', async (c) => {
    const { outcome } = await readBody(c)
    if (!OUTCOMES.includes(outcome as Outcome))
      return c.json({ code: 'bad-request', message: `outcome: ${OUTCOMES.join(', ')}` }, 400)
    await outbox(c.env).setOutcome(c.req.param('channel') as ReportedChannel, outcome as Outcome)
    return isForm(c) ? c.redirect('/dev', 303) : c.json({ outcome })
  })
  /** Somebody writes to our WhatsApp number. */
  .post('/dev/whatsapp/reply', async (c) => {
    const { from, text } = await readBody(c)
    const reply = { from: String(from), text: String(text), at: await c.env.CONTROL.now() }
    const answer = await c.env.API.fetch(whatsAppReply(reply))
    return isForm(c) ? c.redirect('/dev', 303) : c.json({ status: answer.status })
  })
  .get('/dev/outbox', async (c) => {
    const messages = (await outbox(c.env).list(
      c.req.query('to') ?? null,
      c.req.query('since') ?? null,
    )) as SentMessage[]
    return c.req.query('page') === undefined ? c.json(messages) : c.html(outboxPage(messages))
  })
  .get('/dev/clock', async (c) => c.json({ now: await productNow(c.env) }))
  .post('/dev/clock', async (c) => {
    const { now } = await readBody(c)
    const instant = now ? Date.parse(String(now)) : null
    if (Number.isNaN(instant)) return c.json({ code: 'bad-request', message: 'now: an ISO instant or null' }, 400)
    const moved = new Date(await c.env.CONTROL.setClock(instant)).toISOString()
    return isForm(c) ? c.redirect('/dev', 303) : c.json({ now: moved })
  })
  .post('/dev/jobs/:name', async (c) => {
    const cron = (schedule as Record<string, string>)[c.req.param('name')]
    if (!cron) return c.json({ code: 'not-found', message: `jobs: ${Object.keys(schedule).join(', ')}` }, 404)
    const cost = await c.env.CONTROL.costOfJob(cron)
    return isForm(c) ? c.redirect('/dev', 303) : c.json({ ran: c.req.param('name'), cost })
  })
  /** Called by the running server once a minute per job, in place of the platform's cron triggers. */
  .post('/dev/cron', async (c) => {
    const { cron } = await readBody(c)
    await c.env.CONTROL.runJob(String(cron))
    return c.json({ ran: cron })
  })
  /** The demo's chat messages: they are stored by the rooms' Durable Objects, not in the database. */
  .post('/dev/conversations', async (c) => {
    await c.env.CONTROL.converse(await c.req.json())
    return c.json({ said: true })
  })
  .all('/dev/google/*', (c) => forwardToGoogle(c.env, c.req.raw, c.req.path.slice('/dev/google'.length)))
  .all('/dev/livekit', (c) => forwardToMedia(c.env, c.req.raw, '/'))
  .all('/dev/livekit/*', (c) =>
    forwardToMedia(c.env, c.req.raw, c.req.path.slice('/dev/livekit'.length) + new URL(c.req.url).search),
  )
  .all('/dev/:provider{fawry|paymob|payouts}/*', (c) =>
    forwardToPayments(c.env, c.req.raw, c.req.path.slice('/dev'.length)),
  )
  .all('/dev/:provider{fawry|paymob|payouts}', (c) =>
    forwardToPayments(c.env, c.req.raw, c.req.path.slice('/dev'.length)),
  )

async function answerAsProvider(
  request: Request,
  host: string,
  env: Env,
  context: Pick<ExecutionContext, 'waitUntil'>,
): Promise<Response> {
  const save = async (message: SentMessage, key: string | null) => {
    const id = await outbox(env).save(message, key)
    const { channel, to } = message
    if (channel === 'push') return id
    const outcome = await outbox(env).outcome(channel)
    if (outcome === 'nothing') return id
    const report = { id: channel === 'email' ? `mail-${id}` : `wamid.${id}`, to, outcome, at: await env.CONTROL.now() }
    context.waitUntil(reportDelivery(env.API, channel, report))
    return id
  }
  if (request.method === 'GET' && host === 'api.resend.com') return listDomains(request)
  if (request.method === 'GET' && host === 'graph.facebook.com') return showPhoneNumber(request)
  if (host === 'api.resend.com') return receiveEmail(request, await productNow(env), save)
  if (host === 'graph.facebook.com') return receiveWhatsApp(request, await productNow(env), save)
  if (isPushService(host)) return receivePush(request, await productNow(env), save)
  if (GOOGLE_HOSTS.includes(host)) return forwardToGoogle(env, request, new URL(request.url).pathname)
  if (host === PLATFORM_HOST || host === EXPORTS_HOST)
    return answerAsPlatform(request, (tables) => env.CONTROL.dump(tables))
  const gateway = PROVIDER_HOSTS[host]
  if (gateway) return forwardToPayments(env, request, `${gateway}${new URL(request.url).pathname}`)
  return Response.json({ error: `There is no local stand-in for ${host}` }, { status: 502 })
}

export default {
  fetch(request, env, context) {
    const { host, hostname } = new URL(request.url)
    // A media server that the shell names is a real one.
    if (env.LIVEKIT_URL && host === new URL(env.LIVEKIT_URL).host) return fetch(request)
    const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost') || hostname === '127.0.0.1'
    return isLocal ? controls.fetch(request, env, context) : answerAsProvider(request, hostname, env, context)
  },
} satisfies ExportedHandler<Env>
