import type { ErrorCode } from '../errors.ts'
import { isAdmin, isSuperAdmin, type Role } from '../roles.ts'
import { DEFAULT_ALLOWANCE, whyNotBookingWeeks, whyNotUpcomingLessons } from '../subscriptions/minutes.ts'
import { whyNotPhone } from '../users/phone.ts'
import { INITIAL_PAYOUT_LIMIT, MAX_PAYOUT_LIMIT } from '../withdrawals/payout.ts'
import { MAX_WITHDRAWAL, MIN_WITHDRAWAL } from '../withdrawals/request.ts'

/** A setting: its default, its allowed values and who may change it. */
type Setting<Value> = {
  initial: Value
  /** Called only for values of the right type. */
  isAllowed: (value: Value) => boolean
  editor: 'admin' | 'superAdmin'
}

const setting = <Value extends boolean | number | string>(
  initial: Value,
  isAllowed: Setting<Value>['isAllowed'] = () => true,
  editor: Setting<Value>['editor'] = 'admin',
): Setting<Value> => ({ initial, isAllowed, editor })

export const MAX_BANNER_TEXT = 200

const isWithdrawal = (piastres: number) =>
  Number.isInteger(piastres) && piastres >= MIN_WITHDRAWAL && piastres <= MAX_WITHDRAWAL

const isPayoutLimit = (piastres: number) => Number.isInteger(piastres) && piastres >= 0 && piastres <= MAX_PAYOUT_LIMIT

/** The highest price of minutes in addition to a plan's, in piastres. */
export const MAX_TOP_UP_PRICE = 1_000_000

const isTopUpPrice = (piastres: number) => Number.isInteger(piastres) && piastres >= 0 && piastres <= MAX_TOP_UP_PRICE

/** What staff can change at run time (docs/rules/staff.md 11.1). Amounts are in piastres. */
export const settings = {
  bannerShown: setting<boolean>(false),
  bannerText: setting<string>(
    'بنعمل صيانة دلوقتي، وممكن حاجات تقف شوية.',
    (text) => text !== '' && text.length <= MAX_BANNER_TEXT,
  ),
  tutorRegistrationPaused: setting<boolean>(false),
  withdrawalsPaused: setting<boolean>(false),
  minWithdrawal: setting<number>(MIN_WITHDRAWAL, isWithdrawal, 'superAdmin'),
  maxWithdrawal: setting<number>(MAX_WITHDRAWAL, isWithdrawal, 'superAdmin'),
  /** A batch of payouts above it is confirmed by a second admin (docs/rules/money.md 10.4). */
  payoutLimit: setting<number>(INITIAL_PAYOUT_LIMIT, isPayoutLimit, 'superAdmin'),
  /** What the free trials allow that are opened from then on (docs/rules/lessons.md 2.2). */
  trialMaxUpcomingLessons: setting<number>(
    DEFAULT_ALLOWANCE.maxUpcomingLessons,
    (lessons) => whyNotUpcomingLessons(lessons) === null,
  ),
  trialBookingWeeks: setting<number>(DEFAULT_ALLOWANCE.bookingWeeks, (weeks) => whyNotBookingWeeks(weeks) === null),
  /** What 30 and 60 minutes in addition to a plan's cost; 0: they are not sold (docs/rules/minutes.md 8.1). */
  topUpPrice30: setting<number>(10_000, isTopUpPrice),
  topUpPrice60: setting<number>(19_000, isTopUpPrice),
  /** An Egyptian mobile number, or nothing. */
  supportWhatsApp: setting<string>('', (phone) => phone === '' || whyNotPhone(phone) === null),
} as const

export type SettingKey = keyof typeof settings
export type SettingValue<Key extends SettingKey = SettingKey> = (typeof settings)[Key]['initial']
export type SettingValues = { [Key in SettingKey]: SettingValue<Key> }

/** The numbers that are counts; all others are amounts in piastres. */
const COUNTS: readonly SettingKey[] = ['trialMaxUpcomingLessons', 'trialBookingWeeks']
export const isCount = (key: SettingKey): boolean => COUNTS.includes(key)

export const settingKeys = Object.keys(settings) as SettingKey[]
export const isSettingKey = (name: string): name is SettingKey => settingKeys.some((key) => key === name)

/** A setting's stored value; its default if nothing is stored, or if the stored value is no longer allowed. */
export const currentValue = <Key extends SettingKey>(key: Key, stored: unknown): SettingValue<Key> =>
  isValueOf(key, stored) ? stored : settings[key].initial

/** Whether a value is of the setting's type and within its bounds. */
export function isValueOf<Key extends SettingKey>(key: Key, value: unknown): value is SettingValue<Key> {
  const { initial, isAllowed } = settings[key] as Setting<unknown>
  return typeof value === typeof initial && isAllowed(value)
}

/** The values of all settings, from what is stored. */
export const settingValues = (stored: Readonly<Partial<Record<SettingKey, unknown>>>): SettingValues =>
  Object.fromEntries(settingKeys.map((key) => [key, currentValue(key, stored[key])])) as SettingValues

/** Money limits may be changed by the super admin only, the others by both kinds of admin (docs/rules/staff.md 11.2). */
export const mayChangeSetting = (key: SettingKey, role: Role): boolean =>
  settings[key].editor === 'superAdmin' ? isSuperAdmin(role) : isAdmin(role)

/**
 * Why a setting cannot take a value: `bad-request` for a wrong type or an out-of-range value, `illegal` for a minimum above
 * the maximum.
 */
export function whyNotSetting(key: SettingKey, value: unknown, others: SettingValues): ErrorCode | null {
  if (!isValueOf(key, value)) return 'bad-request'
  const after = { ...others, [key]: value }
  return after.minWithdrawal > after.maxWithdrawal ? 'illegal' : null
}
