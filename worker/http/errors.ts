import type { Context } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { DomainError, type ErrorCode, errorStatus } from '#domain/errors'
import type { AppEnv } from './app-env.ts'
import { log } from './logs.ts'
import { RetryLater } from './rate-limit.ts'

type ErrorBody = { code: ErrorCode; message: string; details?: Readonly<Record<string, unknown>> }

function errorResponse(c: Context<AppEnv>, code: ErrorCode, message: string, details?: ErrorBody['details']): Response {
  c.set('errorCode', code)
  const body: ErrorBody = { code, message }
  if (details) body.details = details
  return c.json<ErrorBody>(body, errorStatus(code))
}

/**
 * Turns every thrown error into an answer. An error that is not a DomainError is logged with its stack; the client only
 * gets the request's id.
 */
export function answerError(error: Error, c: Context<AppEnv>): Response {
  if (error instanceof RetryLater) c.header('retry-after', String(error.retryAfterSeconds))
  if (error instanceof DomainError) return errorResponse(c, error.code, error.message, error.details)
  // Hono's validator throws this for a body that is not JSON.
  if (error instanceof HTTPException && error.status < 500)
    return errorResponse(c, 'bad-request', 'body: not valid JSON')
  log(c.env, 'error', 'unexpected', { requestId: c.var.requestId, error: error.message, stack: error.stack })
  return errorResponse(c, 'unexpected', `Something failed on our side; request ${c.var.requestId}`)
}

export const answerNotFound = (c: Context<AppEnv>): Response =>
  errorResponse(c, 'not-found', `No call at ${c.req.path}`)
