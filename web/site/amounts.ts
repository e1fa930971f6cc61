import { TUTOR_GRACE } from '#domain/lessons/outcome'
import { HOURLY_PAY, lessonPrice } from '#domain/lessons/price'
import { Role } from '#domain/roles'
import { FREE_TRIAL_MINUTES } from '#domain/subscriptions/minutes'
import { MIN_WITHDRAWAL } from '#domain/withdrawals/request'
import { minutesOf, number, pounds } from '#messages/site/numbers'

/** The figures that the pages state, taken from the rules. */
export const amounts = {
  freeMinutes: minutesOf(FREE_TRIAL_MINUTES),
  freeMinutesNumber: number(FREE_TRIAL_MINUTES),
  hour: pounds(HOURLY_PAY),
  halfHour: pounds(lessonPrice(30, Role.Tutor)),
  quarterHour: pounds(lessonPrice(15, Role.Tutor)),
  leastWithdrawal: pounds(MIN_WITHDRAWAL),
  /** How many minutes a student waits for the tutor. */
  wait: number(TUTOR_GRACE),
} as const
