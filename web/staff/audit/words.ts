import type { AuditEntry } from '#contract/audit'
import { fromIso } from '#domain/cairo'
import { enums } from '#messages/enums'
import { staffAudit } from '#messages/staff-audit'
import { messagesOf } from '../../messages/messages.ts'
import type { Format } from '../../platform/format.ts'

/**
 * The texts of the log's acts, kinds, fields and values. One without a text is shown by its technical name: a missing text
 * must never hide an entry.
 */

const wordOf = (words: Readonly<Record<string, string>>, key: string): string => words[key] ?? key

const actWord = (act: string): string => wordOf(staffAudit.acts, act)

/** What an entry tells was done: where the act decides something, what was decided. */
export function entryWord({ act, after }: Pick<AuditEntry, 'act' | 'after'>): string {
  const decisions: Readonly<Record<string, Readonly<Record<string, string>>>> = staffAudit.decisions
  return decisions[act]?.[String(after?.status ?? after?.state)] ?? actWord(act)
}

export const kindWord = (kind: string): string => wordOf(staffAudit.kinds, kind)
export const fieldWord = (field: string): string => wordOf(staffAudit.fields, field)

const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/
/** Instants that the log keeps as epoch milliseconds. */
const INSTANTS = /^(?:start|end|\w+At)$/
const MONEY = ['baseMonthlyPrice', 'amount', 'refundAmount', 'refundedAmount']
const STATUSES = ['status', 'state', 'reported']
const IDENTIFIERS = /^(?:\w+Id|\w+By|birthYear)$/

const enumWord = (field: string, value: unknown): string | undefined => {
  const words: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    role: enums.role,
    gender: enums.gender,
    city: enums.governorate,
    englishLevel: enums.englishLevel,
    timePeriod: enums.timeOfDay,
  }
  return words[field]?.[String(value)]
}

const statusWord = (kind: string, value: unknown): string | undefined => {
  const words: Readonly<Record<string, Readonly<Record<string, string>>>> = staffAudit.statuses
  return words[kind]?.[String(value)]
}

function numberWord(kind: string, field: string, value: number, format: Format): string {
  if (MONEY.includes(field)) return format.money(value)
  // A plan's discount is in hundredths of a percent, a coupon's in whole percent.
  if (field.endsWith('Discount')) return format.percent(kind === 'coupon' ? value * 100 : value)
  if (INSTANTS.test(field) && value > 1e11) return format.moment(value)
  return format.number(value, { useGrouping: !IDENTIFIERS.test(field) })
}

/** Notes at moments of a video. */
const isNotes = (value: unknown): value is { at: number; text: string }[] =>
  Array.isArray(value) &&
  value.every((one) => typeof one === 'object' && one !== null && Object.keys(one).toSorted().join() === 'at,text')

/** A value of a field of such a record, as staff read it. */
export function valueWord(kind: string, field: string, value: unknown, format: Format): string {
  const t = messagesOf(staffAudit)
  if (value === null || value === undefined || value === '') return t('changes.nothing')
  if (typeof value === 'boolean') return t(value ? 'changes.yes' : 'changes.no')
  const known = enumWord(field, value) ?? (STATUSES.includes(field) ? statusWord(kind, value) : undefined)
  if (known !== undefined) return known
  if (typeof value === 'number') return numberWord(kind, field, value, format)
  if (typeof value === 'string') return ISO.test(value) ? format.moment(fromIso(value)) : value
  if (isNotes(value))
    return format.series(value.map(({ at, text }) => `${format.countdown(at)} ${text}`)) || t('changes.nothing')
  if (Array.isArray(value) && value.every((one) => typeof one !== 'object')) return format.series(value.map(String))
  return JSON.stringify(value)
}
