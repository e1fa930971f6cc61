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
import type { Env } from '../env.ts'
import type { Upload } from '../files/store.ts'
import type { Actor, AppEnv, Sent, Session } from './app-env.ts'
import type { Claim } from './completion.ts'
import { encoder } from './encode.ts'
import { answerGuests } from './guest-answers.ts'
import { runIdempotent } from './idempotency.ts'
import { callerAt, callerOfClaims, ipOf, refuseReplaced } from './identity.ts'
import { type Validated, validators } from './input.ts'
import { readReason } from './reason.ts'
import { readVersion, rethrowConflict } from './versions.ts'

/** An actor is never null for a call that the permission table closes to anonymous requests. */
type ActorOf<C extends Call> = (typeof permissions)[C['may']] extends { anonymous: 'no' } ? Actor : Actor | null

/** Everything an act may use of its request: validated input, the caller, and the request's services. */
export type At<C extends Call> = {
  actor: ActorOf<C>
  /** How the actor signed in; null for an anonymous request. */
  session: ActorOf<C> extends Actor ? Session : Session | null
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
  /** Runs work after the response; a failure in it never fails the request. */
  after: (work: Promise<unknown>) => void
}

/** An act returns the result that its contract declares, or a whole Response where the answer is not JSON. */
export type Act<C extends Call> = (at: At<C>) => Promise<Result<C> | Response>

/**
 * The input of an act's first statements. The caller is not authenticated yet: `askerId` is the account that the token
 * names. The rows are not used before the token has been accepted and the permission checked.
 */
export interface Asked<C extends Call> {
  askerId: ActorOf<C> extends Actor ? number : number | null
  params: Params<C>
  query: Query<C>
  body: Body<C>
  now: Instant
  db: Db
}

/** The input of first statements that also depend on the caller's role. */
export type AskedByRole<C extends Call> = Asked<C> & { role: ActorOf<C> extends Actor ? Role : Role | null }

/**
 * An act whose first statements run in the same database round trip as the query of the caller's account; made by
 * `reading`. `isByRole`: the statements depend on the caller's role.
 */
export type ReadingAct<C extends Call> = {
  first: (asked: AskedByRole<C>) => readonly Statement[]
  act: (at: At<C>, rows: never) => Promise<Result<C> | Response>
  isByRole: boolean
}

/**
 * An act in two steps: the statements of its first read, which depend only on the input and the caller's id, and a function
 * that receives their rows. `first` must not run a statement itself, nor select two columns of the same name
 * (`db/client.ts`).
 */
export const reading = <C extends Call, const First extends readonly Statement[]>(
  first: (asked: Asked<C>) => First,
  act: (at: At<C>, rows: RowsOf<First>) => Promise<Result<C> | Response>,
): ReadingAct<C> => ({ first, act, isByRole: false })

/**
 * As `reading`, for lists whose content depends on the caller's role. The first statements are built from the role in the
 * token. If the account's role has changed since, or the token has no role, they are built again from the account's role,
 * so the act never gets the rows of another role.
 */
export const readingByRole = <C extends Call, const First extends readonly Statement[]>(
  first: (asked: AskedByRole<C>) => First,
  act: (at: At<C>, rows: RowsOf<First>) => Promise<Result<C> | Response>,
): ReadingAct<C> => ({ first, act, isByRole: true })

/**
 * Answers a repeated creating call whose act took effect but whose answer was lost: returns the record that the act has
 * made (`made`, from `completionStatements`) in its current state. The input is validated and equals that of the first
 * request.
 */
export type Recall<C extends Call> = (at: At<C>, made: string) => Promise<Result<C>>

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
function assertMay({ may, method }: Call, { actor, session }: Pick<AppEnv['Variables'], 'actor' | 'session'>): void {
  if (may !== 'auth.refreshToken') refuseReplaced(session)
  if (session?.viewAs) refuse(whyNotWhileViewing(may, method))
  if (session?.mustEnrol && !isEnrolmentCall(may)) throw new DomainError('second-factor-enrolment-required')
  if (grantOf(may, actor?.role ?? null) === 'no') throw new DomainError(actor ? 'forbidden' : 'unauthenticated')
}

/** Authenticates the caller and reads `first` in the same round trip. @throws DomainError the codes of `assertMay`. */
async function admit(c: Context<AppEnv>, call: Call, first: readonly Statement[]): Promise<void> {
  const { claims, db } = c.var
  if (claims) {
    const { caller, rows } = await callerOfClaims(callerAt(c), claims, first)
    c.set('actor', caller?.actor ?? null)
    c.set('session', caller?.session ?? null)
    c.set('firstRows', rows)
  }
  assertMay(call, c.var)
  if (!claims) c.set('firstRows', await batchAll(db, first))
}

/** For an act without first statements: authenticates before the input is read and validated. */
const admitting = (call: Call): MiddlewareHandler<AppEnv>[] => [
  async (c, next) => {
    c.set('call', call)
    await admit(c, call, [])
    await next()
  },
  ...validators(call),
]

const nothingFirst = () => []
const nothingMore = async () => undefined

const refusalOf = (error: unknown) => ({ error })

/** Keeps an error of building the statements, so that it is thrown only after the caller's permission has been checked. */
function tryStatements(make: () => readonly Statement[]) {
  try {
    return { statements: make(), refusal: null }
  } catch (error) {
    return { statements: [], refusal: refusalOf(error) }
  }
}

/**
 * For an act with first statements: the input is validated before the caller is authenticated, since the statements are
 * built from it, but its errors are reported only to a caller who may make the call (docs/rules/api.md 1.2).
 */
function readingFirst<C extends Call>(
  call: C,
  { first, isByRole }: ReadingAct<C>,
): MiddlewareHandler<AppEnv, string, Validated<C>> {
  const chain = validators(call)
  const validate = async (c: Context<AppEnv>) => {
    for (const validator of chain) await validator(c, nothingMore)
  }
  return async (c, next) => {
    c.set('call', call)
    if (!(c.var.claims || c.var.actor)) assertMay(call, c.var)
    const tokenRole = c.var.claims ? c.var.claims.role : (c.var.actor?.role ?? null)
    const lacksRole = isByRole && c.var.claims !== null && tokenRole === null
    const invalid = await validate(c).then(() => null, refusalOf)
    const { statements, refusal } =
      invalid || lacksRole ? { statements: [], refusal: invalid } : tryStatements(() => first(askedOf(c, tokenRole)))
    await admit(c, call, statements)
    const accountRole = c.var.actor?.role ?? null
    const hasOtherRole = isByRole && accountRole !== tokenRole
    if (invalid || (refusal && !hasOtherRole)) throw (invalid ?? refusal)?.error
    if (hasOtherRole) c.set('firstRows', await batchAll(c.var.db, first(askedOf(c, accountRole))))
    await next()
  }
}

function reply<C extends Call>(c: Context, result: Result<C> | Response, encode: Encode<C>): Response {
  if (result instanceof Response) return result
  return result === undefined ? c.body(null, 200) : c.json(encode(result) as object)
}

/** Every call that this worker serves; the OpenAPI document is made from it. */
export const servedCalls: Call[] = []

const NOTHING_SENT: Sent = { text: '', files: new Map() }

const askedOf = <C extends Call>(c: Context<AppEnv, string, Validated<C>>, role: Role | null): AskedByRole<C> => ({
  role: role as AskedByRole<C>['role'],
  askerId: (c.var.claims?.id ?? c.var.actor?.id ?? null) as Asked<C>['askerId'],
  params: c.req.valid('param'),
  query: c.req.valid('query'),
  body: c.req.valid('form') ?? c.req.valid('json'),
  now: c.var.now,
  db: c.var.db,
})

function respond<const C extends Call>(
  contract: C,
  { first, act }: Pick<ReadingAct<C>, 'first' | 'act'>,
  recall: Recall<C> | undefined,
) {
  const encode: Encode<C> = encoder<C['answer']>(contract.answer)
  return (c: Context<AppEnv, string, Validated<C>>): Promise<Response> => {
    const sent = c.var.sent ?? NOTHING_SENT
    const at: At<C> = {
      // The guard has refused anonymous requests wherever the type has no null.
      actor: c.var.actor as ActorOf<C>,
      session: c.var.session as At<C>['session'],
      params: c.req.valid('param'),
      query: c.req.valid('query'),
      body: c.req.valid('form') ?? c.req.valid('json'),
      files: sent.files,
      now: c.var.now,
      db: c.var.db,
      env: c.env,
      requestId: c.var.requestId,
      reason: readReason(c.req.raw.headers),
      version: contract.versioned ? readVersion(c.req.raw.headers) : null,
      claim: null,
      ip: ipOf(c),
      headers: c.req.raw.headers,
      after: (work) => c.executionCtx.waitUntil(work),
    }
    const run = async (claim: Claim | null, hasWaited: boolean) => {
      const rows = hasWaited ? await batchAll(at.db, first(askedOf(c, c.var.actor?.role ?? null))) : c.var.firstRows
      // The rows of the act's own statements.
      return reply(c, await act({ ...at, claim }, rows as never).catch(rethrowConflict), encode)
    }
    if (!recall || c.req.header('idempotency-key') === undefined) return run(null, false)
    const again = async (made: string) => reply(c, await recall(at, made), encode)
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
  const steps =
    typeof act === 'function'
      ? [...admitting(contract), respond(contract, { first: nothingFirst, act }, recall)]
      : [readingFirst(contract, act), respond(contract, act, recall)]
  const handle = every(answerGuests(contract), ...steps)
  return (app) => app.on(contract.method, contract.path, handle)
}

/** The routes of an area. Literal paths stand before those with parameters: the first that matches answers. */
export function routes(...bound: Route[]): Hono<AppEnv> {
  const app = new Hono<AppEnv>({ strict: false })
  for (const route of bound) route(app)
  return app
}
