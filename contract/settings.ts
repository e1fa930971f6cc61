import * as z from 'zod/mini'
import { settingKeys } from '#domain/settings/settings'
import { defineCall } from './call.ts'
import * as calls from './calls/settings.ts'
import { instant } from './fields.ts'
import { person } from './users.ts'

const key = z.enum(settingKeys)
/** A switch, an amount in piastres, or a text, depending on the setting's type. */
const value = z.union([z.boolean(), z.number(), z.string().check(z.trim())])

/** A setting with its last editor and time; both null while it has its default. */
export const setting = z.object({
  key,
  value,
  initial: value,
  /** Whether the caller may change it. */
  mayChange: z.boolean(),
  updatedBy: z.nullable(person),
  updatedAt: z.nullable(instant),
})
export type Setting = z.input<typeof setting>

export const listSettings = defineCall(calls.listSettings, {
  may: 'settings.read',
  summary: 'The settings of the platform, with who changed each last',
  answer: z.object({ list: z.array(setting) }),
  errors: [],
})

export const editSetting = defineCall(calls.editSetting, {
  may: 'settings.edit',
  summary: 'Change a setting of the platform; limits of money only as the super admin',
  params: z.object({ key: z.string() }),
  body: z.object({ value }),
  answer: setting,
  errors: ['forbidden', 'not-found', 'illegal'],
  versioned: true,
})

export const publicSettings = defineCall(calls.publicSettings, {
  may: 'settings.public',
  summary: 'What the apps show and check by the settings',
  answer: z.object({
    /** Shown above every screen; null without one. */
    banner: z.nullable(z.string()),
    tutorRegistrationPaused: z.boolean(),
    withdrawalsPaused: z.boolean(),
    /** In piastres. */
    minWithdrawal: z.int(),
    maxWithdrawal: z.int(),
    /** What 30 and 60 minutes in addition to a plan's cost, in piastres; 0: they are not sold. */
    topUpPrice30: z.int(),
    topUpPrice60: z.int(),
    supportWhatsApp: z.nullable(z.string()),
  }),
  errors: [],
  freshness: 'moment',
})
