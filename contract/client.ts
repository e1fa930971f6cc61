import type * as z from 'zod/mini'
import type { CallAddress } from './address.ts'
import type { declaredCalls } from './all.ts'
import type { Answer as AnswerOf, Call, Schema } from './call.ts'

/** What clients pass to a call and receive from it, by its address alone, so that they load no schema. */

type DeclaredCall = (typeof declaredCalls)[number]
type CallsByAddress = { [C in DeclaredCall as `${C['method']} ${C['path']}`]: C }

/** The contract of the call at an address. In a generic function, whose address is open, it is any call's. */
type CallAt<A extends CallAddress> = (CallsByAddress & Record<string, Call>)[`${A['method']} ${A['path']}`]

/** What a client receives: the encoded form, instants as ISO text. */
export type Answer<A extends CallAddress> = AnswerOf<CallAt<A>>

/** What a client passes: only the parts that the call declares; the body before the server's transforms. */
export type Input<A extends CallAddress> = InputOf<CallAt<A>>

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
type PartValues<S extends Schema> = Partial<GivenParts<S>> & Needed<S>

type InputOf<C extends Call> = (C['params'] extends Schema ? { params: z.output<C['params']> } : unknown) &
  (C['query'] extends Schema
    ? Record<never, never> extends Needed<C['query']>
      ? { query?: PartValues<C['query']> }
      : { query: PartValues<C['query']> }
    : unknown) &
  (C['files'] extends readonly string[]
    ? { body: Form }
    : C['body'] extends Schema
      ? { body: z.input<C['body']> }
      : unknown)
