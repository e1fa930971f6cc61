import { latinDigits } from '#domain/digits'
import type { ErrorCode } from '#domain/errors'
import type { Role } from '#domain/roles'
import { isTutorSide } from '#domain/roles'
import { whyNotAbout, whyNotBio, whyNotNotice } from '#domain/tutors/profile'
import { normalEmail, whyNotEmail } from '#domain/users/email'
import { whyNotPaymentName, whyNotTutorName, whyNotUserName } from '#domain/users/name'
import { normalPhone, whyNotPhone } from '#domain/users/phone'
import { account } from '../../../i18n/ar/account.ts'
import { messagesOf } from '../../../i18n/messages.ts'
import { codeText } from '../../../platform/error-text.ts'

/** The domain's rules about an account's fields, in sentences; an empty field is left to `needed`. */

type Rule = (value: string) => string | null

const said = (code: ErrorCode | null): string | null => code && codeText(code)

/** Wraps a rule of a field that must be filled in. */
export const needed =
  (rule: Rule = () => null): Rule =>
  (value) =>
    value.trim() === '' ? codeText('required-field') : rule(value)

/** Letters only, two parts; a tutor's in Arabic (docs/rules/accounts.md 6.2). */
export const nameRule =
  (role: Role): Rule =>
  (value) => {
    const name = value.trim()
    if (name === '') return null
    const code = isTutorSide(role) ? whyNotTutorName(name) : whyNotUserName(name)
    return said(code) ?? (whyNotPaymentName(name) && messagesOf(account)('fields.twoParts'))
  }

export const emailRule: Rule = (value) => said(whyNotEmail(normalEmail(value)))
export const phoneRule: Rule = (value) => (value.trim() === '' ? null : said(whyNotPhone(normalPhone(value))))
export const bioRule: Rule = (value) => said(whyNotBio(value.trim()))
export const aboutRule: Rule = (value) => said(whyNotAbout(value.trim()))
export const noticeRule: Rule = (value) => said(whyNotNotice(Number(latinDigits(value.trim()) || Number.NaN)))
