import { useEffect, useRef, useState } from 'react'
import { createReport } from '#contract/reports'
import { MAX_REPORT_DESCRIPTION, MAX_REPORT_TITLE } from '#domain/reports/report'
import { report } from '../../i18n/ar/report.ts'
import { useMessages } from '../../i18n/messages.ts'
import type { ReportAbout, ReportKind } from '../../platform/dialogs.tsx'
import { logFile, logText } from '../../platform/log.ts'
import { formOf, upload } from '../../platform/upload.ts'
import { toast } from '../../ui/toasts.ts'
import { useUpload } from '../files/shared/use-upload.ts'

export const KINDS: readonly ReportKind[] = [
  'lesson',
  'absence',
  'booking',
  'payment',
  'chat',
  'account',
  'crash',
  'other',
]

export type TypedReport = {
  kind: ReportKind | null
  description: string
  screenshot: File | null
  /** As it was when the dialog opened: what is shown is what is sent. */
  log: string
  withLog: boolean
}

/** What is typed of a report, and its sending with how far its files are. */
export function useReport(about: ReportAbout, onDone: () => void) {
  const t = useMessages(report)
  const uploading = useUpload()
  const [tries, setTries] = useState(0)
  const wasSent = tries > 0
  const form = useRef<HTMLFormElement>(null)
  const [typed, setTyped] = useState<TypedReport>(() => ({
    kind: about.kind ?? null,
    description: '',
    screenshot: null,
    log: logText(),
    withLog: true,
  }))
  const idempotencyKey = useRef(crypto.randomUUID())
  const change = (changes: Partial<TypedReport>) => {
    // Something else is said from here on: another request, not the same one again.
    idempotencyKey.current = crypto.randomUUID()
    setTyped((before) => ({ ...before, ...changes }))
  }

  const description = typed.description.trim()
  const isLong = description.length > MAX_REPORT_DESCRIPTION
  const isRight = typed.kind !== null && description !== '' && !isLong
  const titleOf = (kind: ReportKind): string => {
    const words = t(`kinds.${kind}`)
    return (
      about.lesson ? t('lessonTitle', { kind: words, id: String(about.lesson.id), name: about.lesson.name }) : words
    ).slice(0, MAX_REPORT_TITLE)
  }
  // The first mistake is where the next try begins.
  useEffect(() => {
    if (tries > 0) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [tries])
  const submit = async (event: { preventDefault: () => void }) => {
    event.preventDefault()
    setTries(tries + 1)
    const { kind, screenshot, log, withLog } = typed
    if (!isRight || kind === null) return
    const body = formOf({
      title: titleOf(kind),
      description,
      ...(screenshot ? { screenshot } : {}),
      ...(withLog ? { log: logFile(log) } : {}),
    })
    const sent = await uploading.start((options) =>
      upload(createReport, { body }, { ...options, idempotencyKey: idempotencyKey.current }),
    )
    if (!sent) return
    toast.success(t('sent'), { description: t('sentText'), id: 'report' })
    onDone()
  }
  const descriptionProblem = isLong
    ? t('descriptionLong', { max: MAX_REPORT_DESCRIPTION })
    : description === '' && t('descriptionMissing')
  return {
    form,
    typed,
    change,
    uploading,
    problems: { kind: wasSent && typed.kind === null, description: wasSent && descriptionProblem },
    submit: (event: { preventDefault: () => void }) => void submit(event),
  }
}
