import * as z from 'zod/mini'

/**
 * Encodes a value by its schema: where the schema has a codec, as it has for every instant, the value that acts work with
 * becomes what stands on the wire.
 *
 * `z.encode` would walk and check every field of every answer: 0.4 ms for a page of a hundred accounts against 0.1 ms to
 * make the text of it, and it would drop and reorder fields. So the places of the codecs are looked up once a schema, and
 * only these are touched; what an act returns is checked by the compiler.
 */

type Encode = (value: unknown) => unknown

const optional =
  (encode: Encode): Encode =>
  (value) =>
    value === undefined || value === null ? value : encode(value)

function objectEncoder(shape: Readonly<Record<string, z.core.$ZodType>>): Encode | null {
  const fields = Object.entries(shape).flatMap(([name, field]): [string, Encode][] => {
    const encode = encoderOf(field)
    return encode ? [[name, optional(encode)]] : []
  })
  if (fields.length === 0) return null
  return (value) => {
    // A field keeps its place among the others when it is written again.
    const encoded: Record<string, unknown> = { ...(value as object) }
    for (const [name, encode] of fields) if (name in encoded) encoded[name] = encode(encoded[name])
    return encoded
  }
}

function arrayEncoder(element: z.core.$ZodType): Encode | null {
  const encode = encoderOf(element)
  return encode && ((value) => (value as unknown[]).map(encode))
}

/** Null for a schema without a codec. */
function encoderOf(schema: z.core.$ZodType): Encode | null {
  if (schema instanceof z.ZodMiniCodec) return (value) => schema.def.reverseTransform(value, { value, issues: [] })
  if (schema instanceof z.ZodMiniObject) return objectEncoder(schema.def.shape)
  if (schema instanceof z.ZodMiniArray) return arrayEncoder(schema.def.element)
  if (schema instanceof z.ZodMiniNullable || schema instanceof z.ZodMiniOptional) {
    const encode = encoderOf(schema.def.innerType)
    return encode && optional(encode)
  }
  const inner = innerSchemas(schema).find((one) => encoderOf(one))
  if (inner)
    throw new Error(`A ${schema._zod.def.type} in an answer cannot hold a codec: encode.ts does not look into it`)
  return null
}

/** Of the kinds that no answer has with a codec inside, so that one with it is noticed when its call is bound. */
function innerSchemas(schema: z.core.$ZodType): readonly z.core.$ZodType[] {
  if (schema instanceof z.ZodMiniUnion) return schema.def.options
  if (schema instanceof z.ZodMiniRecord) return [schema.def.valueType]
  if (schema instanceof z.ZodMiniTuple) return schema.def.items
  if (schema instanceof z.ZodMiniPipe) return [schema.def.in, schema.def.out]
  return []
}

/** What encodes the values of a schema. Call it once a schema, not once a value. */
export function encoder<S extends z.ZodMiniType>(schema: S): (value: z.output<S>) => z.input<S> {
  const encode = encoderOf(schema)
  return (value) => (encode ? encode(value) : value) as z.input<S>
}
