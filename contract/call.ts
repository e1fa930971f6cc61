import type * as z from 'zod/mini'
import type { LargeKind } from '#domain/assets/kinds'
import type { ErrorCode } from '#domain/errors'
import type { Freshness } from '#domain/http-caching'
import type { Permission } from '#domain/permissions'

type Schema = z.ZodMiniType

/**
 * The contract of one HTTP call: the API validates by it, and the client's types, the OpenAPI document and the permission
 * matrix are derived from it.
 */
export type Call = {
  /** The row of `domain/permissions.ts` that states who may make this call. */
  may: Permission
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Below `/api/v1`, with `:name` for parameters. */
  path: `/${string}`
  /** One line for the OpenAPI document. */
  summary: string
  params?: Schema
  /** The query string: the server coerces it from text, the client passes the coerced types. */
  query?: Schema
  body?: Schema
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
}

/** Declares a call; the literal types of the declaration are kept for the client and the routes. */
export const defineCall = <const C extends Call>(declared: C): C => declared

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

/** The form data of a multipart call; structural, because the browser's and the worker's `FormData` are different types. */
type Form = { append(name: string, value: string): void }

/** A query field as the client passes it: in the server's type, but encoded where there is a codec. */
type Given<S> =
  S extends z.ZodMiniCodec<infer Encoded>
    ? z.output<Encoded>
    : S extends z.ZodMiniOptional<infer Inner>
      ? Given<Inner> | undefined
      : S extends z.ZodMiniUnion<infer Options>
        ? Given<Options[number]>
        : S extends z.ZodMiniObject<infer Shape>
          ? { [K in keyof Shape]?: Given<Shape[K]> }
          : z.output<S>

/** The query fields without a default. */
type Needed<S extends Schema> = {
  [K in keyof GivenParts<S> & keyof z.input<S> as undefined extends z.input<S>[K] ? never : K]: GivenParts<S>[K]
}
type GivenParts<S> = S extends z.ZodMiniObject<infer Shape> ? { [K in keyof Shape]: Given<Shape[K]> } : never
type Asked<S extends Schema> = Partial<GivenParts<S>> & Needed<S>

/** What the client passes: only the parts that the call declares; the body before the server's transforms. */
export type Input<C extends Call> = (C['params'] extends Schema ? { params: z.output<C['params']> } : unknown) &
  (C['query'] extends Schema
    ? Record<never, never> extends Needed<C['query']>
      ? { query?: Asked<C['query']> }
      : { query: Asked<C['query']> }
    : unknown) &
  (C['files'] extends readonly string[]
    ? { body: Form }
    : C['body'] extends Schema
      ? { body: z.input<C['body']> }
      : unknown)
