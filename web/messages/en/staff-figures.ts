import type { staffFigures as ar } from '../ar/staff-figures.ts'
import type { Wording } from '../messages.ts'

export const staffFigures = {
  title: 'Figures',
  text: 'From {from} to {to}.',
  plans: {
    title: 'Plans',
    text: 'What each plan sold, brought in and was used for, and how its orders came about.',
    empty: 'Nothing in these days',
    emptyText: 'Nobody subscribed, and no lessons of plans were held.',
    trial: 'Free trial',
    row: '{plan}, {source}',
    columns: {
      plan: 'Plan',
      source: 'Source',
      sold: 'Subscriptions begun',
      revenue: 'Revenue',
      refunded: 'Refunds',
      minutesUsed: 'Minutes used',
    },
    orders: 'Orders of {plan}',
    list: '{column} {value}: {row}, the list',
  },
  cohorts: {
    title: 'Who stays',
    text: 'Of the people who first paid in a month, how many had a plan at the end of each month since. The others paused or left. Each number opens its list.',
    empty: 'No payments in the last 12 whole months',
    month: 'First paid',
    size: 'People',
    after: '{count, plural, =0 {Same month} one {# month later} other {# months later}}',
    people: '{count} who first paid in {month}',
    kept: '{kept} of {size} with a plan at the end of {month}',
    gone: '{gone} without',
    goneLabel: '{gone} without a plan at the end of {month}, of {size}',
  },
} as const satisfies Wording<typeof ar>
