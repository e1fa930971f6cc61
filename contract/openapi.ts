import * as z from 'zod/mini'
import { type ErrorCode, errorStatus, errors } from '#domain/errors'
import { permissions } from '#domain/permissions'
import { type Call, takesJson } from './call.ts'

type Json = { [key: string]: unknown }

export type Operation = {
  operationId: string
  tags: string[]
  summary: string
  /** Who may make the call, in words. */
  'x-who': string
  security: Json[]
  parameters?: Json[]
  requestBody?: Json
  responses: Record<string, Json>
}

export type OpenApi = {
  openapi: '3.1.0'
  info: { title: string; version: string; description: string }
  servers: { url: string }[]
  paths: Record<string, Record<string, Operation>>
  components: Json
}

/**
 * Describes a codec by its wire form, for input and output alike, and removes redundant keywords: the pattern of a known
 * format, the bounds of every integer.
 */
function simplify({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodType; jsonSchema: Json }): void {
  if (zodSchema instanceof z.ZodMiniCodec) {
    for (const name of Object.keys(jsonSchema)) delete jsonSchema[name]
    Object.assign(jsonSchema, wireSchema(zodSchema.def.in, 'output'))
  }
  if (jsonSchema.format) delete jsonSchema.pattern
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
  if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
}

/** The JSON Schema of what the server accepts (`input`) or has parsed (`output`). */
export const wireSchema = (schema: z.core.$ZodType, io: 'input' | 'output'): Json => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    reused: 'inline',
    override: simplify,
  }) as Json
  return rest
}

function whoMay({ may }: Call): string {
  const { anonymous, ...roles } = permissions[may]
  if (anonymous === 'any') return 'everybody'
  const granted = Object.entries(roles).filter(([, grant]) => grant !== 'no')
  return granted.map(([role, grant]) => (grant === 'own' ? `${role} (own)` : role)).join(', ')
}

/** Parameters in the types that the server parses. Required are those that the server does not accept to be missing. */
function parameters(schema: z.ZodMiniType | undefined, place: 'path' | 'query'): Json[] {
  if (!schema) return []
  const read = wireSchema(schema, 'output') as { properties?: Record<string, Json> }
  const sent = wireSchema(schema, 'input') as { required?: string[] }
  return Object.entries(read.properties ?? {}).map(([name, property]) => {
    const isList = property.type === 'array'
    const isNested = 'properties' in property || Array.isArray(property.anyOf)
    return {
      name: isList ? `${name}[]` : name,
      in: place,
      required: place === 'path' || (sent.required?.includes(name) ?? false),
      schema: property,
      ...(isList ? { style: 'form', explode: true } : isNested ? { style: 'deepObject', explode: true } : {}),
    }
  })
}

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'A repeat of the request under the same key gets the first answer',
  schema: { type: 'string', maxLength: 255 },
}

const ifMatch = {
  name: 'If-Match',
  in: 'header',
  required: false,
  description: 'The `updatedAt` that the record was read with, in quotes; with another one nothing is changed',
  schema: { type: 'string' },
}

const reason = {
  name: 'X-Reason',
  in: 'header',
  required: false,
  description: 'Why staff make this change, percent-encoded UTF-8 of 1 to 500 characters; kept in the audit log',
  schema: { type: 'string' },
}

/** The headers that a call reads besides its credentials. */
const headersOf = ({ creates, method, versioned }: Call): Json[] => [
  ...(creates ? [idempotencyKey] : []),
  ...(versioned ? [ifMatch] : []),
  ...(method === 'GET' ? [] : [reason]),
]

function multipart(files: readonly string[], body: z.ZodMiniType | undefined): Json {
  const fields = body ? wireSchema(body, 'output') : { type: 'object' }
  const parts = Object.fromEntries(files.map((name) => [name, { type: 'string', format: 'binary' }]))
  const properties = { ...(fields.properties as Json | undefined), ...parts }
  return { 'multipart/form-data': { schema: { ...fields, properties } } }
}

function requestBody(call: Call): Json | undefined {
  const { files, body } = call
  const json = body && takesJson(call) ? { 'application/json': { schema: wireSchema(body, 'input') } } : undefined
  if (files) return { content: { ...multipart(files, body), ...json } }
  return json && { required: true, content: json }
}

function codesOf({ may, errors: own, creates, versioned, binds }: Call): ErrorCode[] {
  const guarded: ErrorCode[] = permissions[may].anonymous === 'no' ? ['forbidden'] : []
  const keyed: ErrorCode[] = creates ? ['illegal'] : []
  const matched: ErrorCode[] = versioned ? ['version-conflict'] : []
  const agreed: ErrorCode[] = binds ? ['consent-required'] : []
  const codes = [...guarded, ...keyed, ...matched, ...agreed, ...own]
  return [...new Set<ErrorCode>(['bad-request', 'unauthenticated', 'unexpected', ...codes])]
}

const refusal = (codes: ErrorCode[]): Json => ({
  description: codes.join(', '),
  content: {
    'application/json': {
      schema: { allOf: [{ $ref: '#/components/schemas/Error' }, { properties: { code: { enum: codes } } }] },
    },
  },
})

/** No content, a file if the contract leaves the answer open, or JSON. */
function content({ answer }: Call): { content?: Json } {
  if (answer instanceof z.ZodMiniUndefined) return {}
  if (answer instanceof z.ZodMiniUnknown)
    return { content: { '*/*': { schema: { type: 'string', format: 'binary' } } } }
  return { content: { 'application/json': { schema: wireSchema(answer, 'output') } } }
}

function responses(call: Call): Record<string, Json> {
  const codes = codesOf(call)
  const statuses = [...new Set(codes.map(errorStatus))]
  const refusals = statuses.map((status) => [status, refusal(codes.filter((code) => errorStatus(code) === status))])
  const description = call.answer instanceof z.ZodMiniOptional ? 'Done; there may be no body' : 'Done'
  return { 200: { description, ...content(call) }, ...Object.fromEntries(refusals) }
}

function operation(call: Call): Operation {
  const body = requestBody(call)
  const given = [...parameters(call.params, 'path'), ...parameters(call.query, 'query'), ...headersOf(call)]
  const isOpen = permissions[call.may].anonymous === 'any'
  return {
    operationId: call.may,
    tags: [call.may.split('.')[0] ?? call.may],
    summary: call.summary,
    'x-who': whoMay(call),
    security: [...(isOpen ? [{}] : []), { bearer: [] }, { basic: [] }],
    ...(given.length > 0 ? { parameters: given } : {}),
    ...(body ? { requestBody: body } : {}),
    responses: responses(call),
  }
}

const components = {
  schemas: {
    Error: {
      type: 'object',
      required: ['code', 'message'],
      properties: {
        code: { type: 'string', enum: Object.keys(errors) },
        message: { type: 'string', description: 'For developers; it names the field, where there is one' },
        details: {
          type: 'object',
          description: 'What some codes need to go on: of second-factor-required the challenge and the methods',
        },
      },
    },
  },
  securitySchemes: {
    bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
    basic: {
      type: 'http',
      scheme: 'basic',
      description: 'E-mail and password; every call may then answer wrong-password, no-password or too-many-requests',
    },
  },
}

/** The OpenAPI 3.1 document of these calls. */
export function openApiDocument(calls: readonly Call[]): OpenApi {
  const paths: OpenApi['paths'] = {}
  for (const call of calls) {
    const path = call.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [call.method.toLowerCase()]: operation(call) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Hessa',
      version: '1',
      description:
        'Instants are ISO-8601 in UTC. Money is in piastres and percentages in hundredths. Lists take page (from 1) and ' +
        'size (up to 100). A refusal is { code, message } with the status of its code.',
    },
    servers: [{ url: '/api/v1' }],
    paths,
    components,
  }
}
