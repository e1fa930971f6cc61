import { DomainError } from '#domain/errors'
import { MAX_REASON, MIN_REASON } from '#domain/reason'
import { visibleText, withoutControls } from '#domain/text'

const decoded = (text: string): string => {
  try {
    return visibleText(withoutControls(decodeURIComponent(text)))
  } catch {
    throw new DomainError('bad-request', 'X-Reason: not percent-encoded UTF-8')
  }
}

/**
 * The reason for a request, from the header `X-Reason`; null without it (docs/rules/staff.md 3.2). Header values cannot
 * contain Arabic, so the text is percent-encoded.
 * @throws DomainError `bad-request` for text that cannot be decoded, is empty or longer than 500 characters.
 */
export function readReason(headers: Headers): string | null {
  const header = headers.get('x-reason')
  if (header === null) return null
  const reason = decoded(header)
  if (reason === '' || reason.length > MAX_REASON)
    throw new DomainError('bad-request', `X-Reason: 1 to ${MAX_REASON} characters`)
  return reason
}

/**
 * Refuses an action that staff must give a reason for (docs/rules/staff.md 1.5).
 * @throws DomainError `bad-request` without a reason, or one of less than three characters.
 */
export function assertReason(reason: string | null): void {
  if (reason === null || reason.length < MIN_REASON) throw new DomainError('bad-request', 'X-Reason: say why')
}
