import type { Context } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { DomainError, type ErrorCode, errorStatus } from '#domain/errors'
import type { AppEnv } from './app-env.ts'
import { TooManyRequests } from './limits.ts'
import { log } from './logs.ts'

type ErrorBody = { code: ErrorCode; message: string }

function answer(c: Context<AppEnv>, code: ErrorCode, message: string): Response {
  c.set('refusal', code)
  return c.json<ErrorBody>({ code, message }, errorStatus(code))
}

/** The one place that turns a failure into an answer; an unknown one is logged whole and told to nobody. */
export function answerError(error: Error, c: Context<AppEnv>): Response {
  if (error instanceof TooManyRequests) c.header('retry-after', String(error.retryAfterSeconds))
  if (error instanceof DomainError) return answer(c, error.code, error.message)
  // Hono's validator throws this for a body that is no JSON.
  if (error instanceof HTTPException && error.status < 500) return answer(c, 'bad-request', 'body: not valid JSON')
  log(c.env, 'error', 'unexpected', { requestId: c.var.requestId, error: error.message, stack: error.stack })
  return answer(c, 'unexpected', `Something failed on our side; request ${c.var.requestId}`)
}

export const answerNotFound = (c: Context<AppEnv>): Response => answer(c, 'not-found', `No call at ${c.req.path}`)
