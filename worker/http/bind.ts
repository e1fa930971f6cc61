import { type Context, Hono } from 'hono'
import type { Answer, Body, Call, Params, Query } from '#contract/call'
import type { Db } from '#db/client'
import type { Instant } from '#domain/cairo'
import { DomainError } from '#domain/errors'
import { grantOf, type permissions } from '#domain/permissions'
import type { Env } from '../env.ts'
import { deleteUnreferenced, type Upload } from '../files/store.ts'
import type { Actor, AppEnv } from './app-env.ts'
import { once } from './idempotency.ts'
import { ipOf } from './identity.ts'
import { readInput } from './input.ts'

/** A call that the permission table closes to anonymous requests always has an actor. */
type ActorOf<C extends Call> = (typeof permissions)[C['may']] extends { anonymous: 'no' } ? Actor : Actor | null

/** Everything an act may need of its request: input that has passed the contract, and what it works with. */
export type At<C extends Call> = {
  actor: ActorOf<C>
  params: Params<C>
  query: Query<C>
  body: Body<C>
  files: Map<string, Upload>
  now: Instant
  db: Db
  env: Env
  requestId: string
  /** The client's address as the platform's edge saw it. */
  ip: string
  /** The request's headers, for the few acts that answer ranges or check signatures. */
  headers: Headers
  /** Work that the answer does not wait for; a failure in it never fails the request. */
  after: (work: Promise<unknown>) => void
}

/** An act answers what its contract promises, or a whole Response where the answer is not JSON. */
export type Act<C extends Call> = (at: At<C>) => Promise<Answer<C> | Response>

type Route = (app: Hono<AppEnv>) => void

/** @throws DomainError `unauthenticated` for an anonymous request, `forbidden` for a role that may not make the call. */
function guard(contract: Call, actor: Actor | null): void {
  if (grantOf(contract.may, actor?.role ?? null) !== 'no') return
  throw new DomainError(actor ? 'forbidden' : 'unauthenticated')
}

function reply(c: Context<AppEnv>, answer: unknown): Response {
  if (answer instanceof Response) return answer
  return answer === undefined ? c.body(null, 200) : c.json(answer as object)
}

/** Every call that this worker answers: what the OpenAPI document promises. */
export const servedCalls: Call[] = []

async function answer<const C extends Call>(c: Context<AppEnv>, contract: C, act: Act<C>, landed: string[]) {
  const { actor, now, db, requestId } = c.var
  const { params, query, body, bodyText, files } = await readInput(c, contract, landed)
  const at = {
    actor,
    params,
    query,
    body,
    files,
    now,
    db,
    requestId,
    env: c.env,
    ip: ipOf(c),
    headers: c.req.raw.headers,
    after: (work: Promise<unknown>) => c.executionCtx.waitUntil(work),
  } as unknown as At<C>
  const run = async () => reply(c, await act(at))
  return contract.creates ? once(c, contract, { text: bodyText, files }, run) : run()
}

/** A route is a sentence: this call is answered by that act. The guard and the contract are checked before it runs. */
export function bind<const C extends Call>(contract: C, act: Act<C>): Route {
  servedCalls.push(contract)
  return (app) =>
    app.on(contract.method, contract.path, async (c) => {
      c.set('call', contract.may)
      guard(contract, c.var.actor)
      const landed: string[] = []
      try {
        return await answer(c, contract, act, landed)
      } finally {
        // Whatever the request came to, a file that no row keeps is nobody's.
        if (landed.length > 0) c.executionCtx.waitUntil(deleteUnreferenced(c.env, c.var.db, landed))
      }
    })
}

/** The routes of an area. Literal paths stand before those with parameters: the first that matches answers. */
export function routes(...bound: Route[]): Hono<AppEnv> {
  const app = new Hono<AppEnv>({ strict: false })
  for (const route of bound) route(app)
  return app
}
