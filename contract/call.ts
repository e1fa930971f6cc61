import type * as z from 'zod/mini'
import type { ErrorCode } from '#domain/errors'
import type { LargeKind } from '#domain/files/kinds'
import type { Freshness } from '#domain/http-caching'
import type { Permission } from '#domain/permissions'
import type { CallAddress } from './address.ts'

export type Schema = z.ZodMiniType

/** What a contract declares of a call besides its address. */
type Declaration = {
  /** The row of `domain/permissions.ts` that states who may make this call. */
  may: Permission
  /**
   * Of a GET that the person's own screens show: staff who view the app as that person may make it (docs/rules/staff.md 5.2).
   * Any other call is refused to them. Deliberately not viewable: the text of chats and of a tutor's notes, saved cards and
   * their pages, the state of an order at the provider, tokens of the media server, and the calls of the dashboard.
   */
  viewable?: true
  /** One line for the OpenAPI document. */
  summary: string
  params?: Schema
  /** The query string: the server coerces it from text, the client passes the coerced types. */
  query?: Schema
  body?: Schema
  /** The most bytes of a JSON body, where its sender is a provider that sends larger ones than our own apps. */
  maxBytes?: number
  /** The file fields of a multipart call; its text fields are the `body`. */
  files?: readonly string[]
  /** The files that are too large to be held in memory: they are stored while they are read. */
  large?: Readonly<Record<string, LargeKind>>
  answer: Schema
  /** The codes that this call may answer, besides those common to all calls. */
  errors: readonly ErrorCode[]
  /**
   * For a GET with the same answer for every guest: how long caches may keep it. It may be read from a replica of the
   * database (docs/rules/api.md 1.9). Not for data that must become invalid immediately, such as a secret address.
   */
  freshness?: Freshness
  /** A POST that creates: `Idempotency-Key` is honoured on it. */
  creates?: true
  /** A change of an existing record: `If-Match` with the record's `updatedAt` is honoured on it (docs/rules/staff.md 3.3). */
  versioned?: true
  /**
   * It costs or binds, always or by what its body says: `consent-required` for whoever has a text to accept first
   * (docs/rules/privacy.md 5.3).
   */
  binds?: true | ((body: never) => boolean)
}

/**
 * The contract of one HTTP call: the API validates by it, and the client's types, the OpenAPI document and the permission
 * matrix are derived from it.
 */
export type Call = CallAddress & Declaration

/** Declares the call at an address; the literal types of the declaration are kept for the client and the routes. */
export const defineCall = <const A extends CallAddress, const D extends Declaration>(
  address: A,
  declared: D,
): A & D => ({
  ...address,
  ...declared,
})

/** Whether a call accepts JSON: a call with files does if each file is optional (docs/rules/api.md 1.7). */
export const takesJson = ({ files, body, large }: Call): boolean => body !== undefined && (!files || !large)

/** What an act receives: every part as decoded by the contract, instants as numbers. */
export type Params<C extends Call> = C['params'] extends Schema ? z.output<C['params']> : undefined
export type Query<C extends Call> = C['query'] extends Schema ? z.output<C['query']> : undefined
export type Body<C extends Call> = C['body'] extends Schema ? z.output<C['body']> : undefined
/** What an act returns; the API encodes it by the contract. */
export type Result<C extends Call> = z.output<C['answer']>

/** What a client receives: the encoded form, instants as ISO text. */
export type Answer<C extends Call> = z.input<C['answer']>
