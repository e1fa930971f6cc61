import * as z from 'zod/mini'
import { createReport } from '#contract/reports'
import type { ReportKind } from '../../platform/dialogs.tsx'

export const KINDS = [
  'lesson',
  'absence',
  'booking',
  'payment',
  'chat',
  'account',
  'crash',
  'other',
] as const satisfies readonly ReportKind[]

export const reportSchema = z.object({
  kind: z.enum(KINDS),
  description: createReport.body.shape.description,
  screenshot: z.nullable(z.file()),
  withLog: z.boolean(),
})
