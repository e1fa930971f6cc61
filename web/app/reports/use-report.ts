import { useState } from 'react'
import { createReport } from '#contract/calls/reports'
import { MAX_REPORT_TITLE } from '#domain/inbox/report'
import { cutText } from '#domain/text'
import { report } from '#messages/report'
import { useMessages } from '../../messages/messages.ts'
import type { ReportAbout, ReportKind } from '../../platform/dialogs.tsx'
import { useIdempotencyKey } from '../../platform/idempotency-key.ts'
import { logFile, logText } from '../../platform/log.ts'
import { formOf, upload } from '../../platform/upload.ts'
import { useUpload } from '../../shared/files/use-upload.ts'
import { useForm } from '../../ui/form.tsx'
import { toast } from '../../ui/toasts.ts'
import { reportSchema } from './report-schema.ts'

/** What identifies a file in an idempotency key: a `File` has no JSON. */
const fingerprintOf = (file: File | null) => file && [file.name, file.size, file.lastModified]

/** The form of a report, and its upload. */
export function useReport(about: ReportAbout, onDone: () => void) {
  const t = useMessages(report)
  const uploading = useUpload()
  const { keyOf } = useIdempotencyKey()
  // Read once when the dialog opens, so that the displayed log is the one that is sent.
  const [log] = useState(logText)
  const titleOf = (kind: ReportKind): string => {
    const words = t(`kinds.${kind}`)
    if (!about.lesson) return words
    const { id, name } = about.lesson
    return cutText(t('lessonTitle', { kind: words, id: String(id), name }), MAX_REPORT_TITLE)
  }
  const form = useForm({
    schema: reportSchema,
    defaultValues: { kind: about.kind, description: '', screenshot: null, withLog: true },
    send: async ({ kind, description, screenshot, withLog }) => {
      const title = titleOf(kind)
      const body = formOf({
        title,
        description,
        ...(screenshot ? { screenshot } : {}),
        ...(withLog ? { log: logFile(log) } : {}),
      })
      const idempotencyKey = keyOf({ title, description, screenshot: fingerprintOf(screenshot), withLog })
      const isSent = await uploading.start((options) => upload(createReport, { body }, { ...options, idempotencyKey }))
      // `UploadProgress` shows what went wrong.
      if (!isSent) return
      toast.success(t('sent'), { description: t('sentText'), id: 'report' })
      onDone()
    },
  })
  return { form, log, uploading }
}
