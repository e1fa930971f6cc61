import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { every } from 'hono/combine'
import type { Answer, Body, Call, Params, Query, Result } from '#contract/call'
import { batchAll, type RowsOf, type Statement } from '#db/batch'
import type { Db } from '#db/client'
import { isEnrolmentCall } from '#domain/auth/second-factor'
import { whyNotWhileViewing } from '#domain/auth/view-as'
import type { Instant } from '#domain/cairo'
import { DomainError, refuse } from '#domain/errors'
import { grantOf, type permissions } from '#domain/permissions'
import type { Role } from '#domain/roles'
import { dueConsents } from '#domain/users/consents'
import type { Env } from '../env.ts'
import type { Upload } from '../files/store.ts'
import type { Actor, AppEnv, Sent, Session } from './app-env.ts'
import type { Claim } from './completion.ts'
import { rethrowRefusal } from './constraints.ts'
import { encoder } from './encode.ts'
import { answerGuests } from './guest-answers.ts'
import { runIdempotent } from './idempotency.ts'
import { callerAt, callerOfClaims, ipOf, refuseReplaced } from './identity.ts'
import { type Validated, validators } from './input.ts'
import { readReason } from './reason.ts'
import { readVersion } from './versions.ts'

/** What is known of the caller; never null for a call that the permission table closes to anonymous requests. */
type OfCaller<C extends Call, Known> = (typeof permissions)[C['may']] extends { anonymous: 'no' } ? Known : Known | null

/** Everything an act may use of its request: validated input, the caller, and the request's services. */
export type ActContext<C extends Call> = {
  actor: OfCaller<C, Actor>
  /** How the actor signed in; null for an anonymous request. */
  session: OfCaller<C, Session>
  params: Params<C>
  query: Query<C>
  body: Body<C>
  files: ReadonlyMap<string, Upload>
  now: Instant
  db: Db
  env: Env
  requestId: string
  /** The reason given in `X-Reason`; null without it. */
  reason: string | null
  /** The record version that the request is based on (`If-Match`); null to overwrite whatever is stored. */
  version: Instant | null
  /** The claimed `Idempotency-Key`, for `completionStatements`; null without one. */
  claim: Claim | null
  /**
   * The network of the client's address, by which rate limits count: a whole IPv4 address, or the /64 of an IPv6 address.
   */
  ip: string
  /** The request's headers, for the few acts that answer ranges or check signatures. */
  headers: Headers
  /** The body as sent, for the few acts that check a signature of it; empty without a body. */
  text: string
  /** Runs work after the response; a failure in it never fails the request. */
  after: (work: Promise<unknown>) => void
}

/** An act returns the result that its contract declares, or a whole Response where the answer is not JSON. */
export type Act<C extends Call> = (ctx: ActContext<C>) => Promise<Result<C> | Response>

/** The caller that the token of the request names, before it is known whether the token is still valid. */
export type ClaimedCaller = Pick<Actor, 'id' | 'role'>

/**
 * What the statements of `reading` are built from. The caller is not authenticated yet: the rows of the statements are not
 * used before the token has been accepted and the permission checked.
 */
export type ReadRequest<C extends Call> = {
  caller: OfCaller<C, ClaimedCaller>
  params: Params<C>
  query: Query<C>
  body: Body<C>
  now: Instant
  db: Db
}

type Build<C extends Call, Statements> = (request: ReadRequest<C>) => Statements

/** Reads the rows of what is built; the caller is authenticated and permitted once they are there. */
type ReadWithCaller<C extends Call> = <const Statements extends readonly Statement[]>(
  build: Build<C, Statements>,
) => Promise<RowsOf<Statements>>

/** `hasWaited`: another request held the idempotency key before, so that what was read with the caller is outdated. */
type LoadedAct<C extends Call> = (ctx: ActContext<C>, hasWaited: boolean) => ReturnType<Act<C>>

/** An act whose first statements run in the same database round trip as the query of the caller's account. */
export type ReadingAct<C extends Call> = { load: (read: ReadWithCaller<C>) => Promise<LoadedAct<C>> }

/**
 * An act in two steps: the statements that it reads first, and a function that receives their rows and, for
 * `decideAndWriteFrom`, a function that reads them again. The statements are built from the account id and the role in the
 * token; if the account has another role by now, or the token has none, they are built and read again, so that the act never
 * gets the rows of another role. `build` must not run a statement itself, nor select two columns of the same name
 * (`db/client.ts`).
 */
export const reading = <C extends Call, const Statements extends readonly Statement[]>(
  build: Build<C, Statements>,
  act: (
    ctx: ActContext<C>,
    rows: RowsOf<Statements>,
    readAgain: () => Promise<RowsOf<Statements>>,
  ) => ReturnType<Act<C>>,
): ReadingAct<C> => ({
  load: async (read) => {
    const rows = await read(build)
    return async (ctx, hasWaited) => {
      const readAgain = () => batchAll(ctx.db, build({ ...ctx, caller: ctx.actor }))
      return act(ctx, hasWaited ? await readAgain() : rows, readAgain)
    }
  },
})

/**
 * Answers a repeated creating call whose act took effect but whose answer was lost: returns the record that the act has
 * made (`made`, from `completionStatements`) in its current state. The input is validated and equals that of the first
 * request.
 */
export type Recall<C extends Call> = (ctx: ActContext<C>, made: string) => Promise<Result<C>>

/** For calls that answer nothing. */
export const recallNothing = async (): Promise<undefined> => undefined

/** A call that creates must be bound together with its `recall`. */
type Recalls<C extends Call> = C extends { creates: true } ? [recall: Recall<C>] : []

type Encode<C extends Call> = (result: Result<C>) => Answer<C>

type Route = (app: Hono<AppEnv>) => void

/**
 * @throws DomainError `unauthenticated` for an anonymous request and for a token that was replaced, `forbidden` for a role
 * that may not make the call, `read-only-session` for a call that a view-as token does not permit,
 * `second-factor-enrolment-required` for an admin who must enrol a second factor first.
 */
function assertMay(call: Call, { actor, session }: Pick<AppEnv['Variables'], 'actor' | 'session'>): void {
  const { may } = call
  if (may !== 'auth.refreshToken') refuseReplaced(session)
  if (session?.viewAs) refuse(whyNotWhileViewing(call))
  if (session?.mustEnrol && !isEnrolmentCall(may)) throw new DomainError('second-factor-enrolment-required')
  if (grantOf(may, actor?.role ?? null) === 'no') throw new DomainError(actor ? 'forbidden' : 'unauthenticated')
}

/**
 * @throws DomainError `consent-required`, with the texts in its details, for an act that costs or binds while the caller has a text to
 * accept (docs/rules/privacy.md 5.3).
 */
function assertConsents<C extends Call>(call: C, { actor, body }: Pick<ActContext<C>, 'actor' | 'body'>): void {
  const { binds } = call
  const due = actor && binds ? dueConsents(actor) : []
  if (due.length > 0 && (binds === true || binds?.(body as never)))
    throw new DomainError('consent-required', due.join(', '), { due })
}

/** Authenticates the caller and runs `statements` in the same round trip. @throws DomainError the codes of `assertMay`. */
async function admit<const Statements extends readonly Statement[]>(
  c: Context<AppEnv>,
  call: Call,
  statements: Statements,
): Promise<RowsOf<Statements>> {
  const { claims, db } = c.var
  if (!claims) {
    assertMay(call, c.var)
    return batchAll(db, statements)
  }
  const { caller, rows } = await callerOfClaims(callerAt(c), claims, statements)
  c.set('actor', caller?.actor ?? null)
  c.set('session', caller?.session ?? null)
  assertMay(call, c.var)
  return rows
}

/** For an act without first statements: authenticates before the input is read and validated. */
const admitting =
  (call: Call): MiddlewareHandler<AppEnv> =>
  async (c, next) => {
    c.set('call', call)
    await admit(c, call, [])
    await next()
  }

const nothingMore = async () => undefined

/** Null when it refuses: it is built again, and its refusal thrown, after the caller's permission has been checked. */
function builtOrNull<Statements>(build: () => Statements): Statements | null {
  try {
    return build()
  } catch {
    return null
  }
}

type Handled<C extends Call> = Context<AppEnv, string, Validated<C>>

const inputOf = <C extends Call>(c: Handled<C>) => ({
  params: c.req.valid('param'),
  query: c.req.valid('query'),
  body: c.req.valid('form') ?? c.req.valid('json'),
  now: c.var.now,
  db: c.var.db,
})

type Sender = { id: number; role: Role | null } | null

/** Without a role nothing is built from the token. */
const isClaimedCaller = (sender: Sender): sender is ClaimedCaller | null => sender === null || sender.role !== null

const isSameCaller = (caller: Sender, actor: Actor | null) => caller?.id === actor?.id && caller?.role === actor?.role

/**
 * For an act with first statements: the input is validated before the caller is authenticated, since the statements are
 * built from it, but its errors are reported only to a caller who may make the call (docs/rules/api.md 1.2).
 */
function readingWithCaller<C extends Call>(
  c: Handled<C>,
  call: C,
  chain: MiddlewareHandler<AppEnv>[],
): ReadWithCaller<C> {
  const validate = async () => {
    for (const validator of chain) await validator(c, nothingMore)
  }
  const requestBy = (caller: ClaimedCaller | null): ReadRequest<C> => ({
    // `assertMay` has refused anonymous requests wherever the type has no null.
    caller: caller as OfCaller<C, ClaimedCaller>,
    ...inputOf(c),
  })
  return async (build) => {
    c.set('call', call)
    const sender: Sender = c.var.claims ?? c.var.actor
    if (!sender) assertMay(call, c.var)
    const invalid = await validate().then(
      () => null,
      (error: unknown) => ({ error }),
    )
    const first = invalid || !isClaimedCaller(sender) ? null : builtOrNull(() => build(requestBy(sender)))
    if (first) {
      const rows = await admit(c, call, first)
      if (isSameCaller(sender, c.var.actor)) return rows
    } else {
      await admit(c, call, [])
      if (invalid) throw invalid.error
    }
    return batchAll(c.var.db, build(requestBy(c.var.actor)))
  }
}

function reply<C extends Call>(c: Context, result: Result<C> | Response, encode: Encode<C>): Response {
  if (result instanceof Response) return result
  return result === undefined ? c.body(null, 200) : c.json(encode(result) as object)
}

/** Every call that this worker serves; the OpenAPI document is made from it. */
export const servedCalls: Call[] = []

const NOTHING_SENT: Sent = { text: '', files: new Map() }

/** Answers the validated request of a caller who may make the call. */
function answering<const C extends Call>(contract: C, recall: Recall<C> | undefined) {
  const encode: Encode<C> = encoder<C['answer']>(contract.answer)
  return (c: Handled<C>, act: LoadedAct<C>): Promise<Response> => {
    const sent = c.var.sent ?? NOTHING_SENT
    const ctx: ActContext<C> = {
      // `assertMay` has refused anonymous requests wherever the type has no null.
      actor: c.var.actor as ActContext<C>['actor'],
      session: c.var.session as ActContext<C>['session'],
      ...inputOf(c),
      files: sent.files,
      env: c.env,
      requestId: c.var.requestId,
      reason: readReason(c.req.raw.headers),
      version: contract.versioned ? readVersion(c.req.raw.headers) : null,
      claim: null,
      ip: ipOf(c),
      headers: c.req.raw.headers,
      text: sent.text,
      after: (work) => c.executionCtx.waitUntil(work),
    }
    const run = async (claim: Claim | null, hasWaited: boolean) => {
      assertConsents(contract, ctx)
      return reply(c, await act({ ...ctx, claim }, hasWaited).catch(rethrowRefusal), encode)
    }
    if (!recall || c.req.header('idempotency-key') === undefined) return run(null, false)
    const again = async (made: string) => reply(c, await recall(ctx, made), encode)
    return runIdempotent(c, contract, sent, { act: run, recall: again })
  }
}

/**
 * Binds a call to the act that answers it. Permission and input are checked before the act runs; what it returns is encoded
 * by the contract. A call that creates also says how it is answered again (docs/rules/api.md 6.1).
 */
export function bind<const C extends Call>(contract: C, act: Act<C> | ReadingAct<C>, ...recalls: Recalls<C>): Route {
  const [recall]: readonly Recall<C>[] = recalls
  servedCalls.push(contract)
  const answer = answering(contract, recall)
  const chain = validators(contract)
  const steps =
    typeof act === 'function'
      ? [admitting(contract), ...chain, (c: Handled<C>) => answer(c, act)]
      : [async (c: Handled<C>) => answer(c, await act.load(readingWithCaller(c, contract, chain)))]
  const handle = every(answerGuests(contract), ...steps)
  return (app) => app.on(contract.method, contract.path, handle)
}

/** The routes of an area. Literal paths stand before those with parameters: the first that matches answers. */
export function routes(...bound: Route[]): Hono<AppEnv> {
  const app = new Hono<AppEnv>({ strict: false })
  for (const route of bound) route(app)
  return app
}
