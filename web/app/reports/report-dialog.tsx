import { MAX_REPORT_DESCRIPTION } from '#domain/inbox/report'
import { report } from '#messages/report'
import { useMessages } from '../../messages/messages.ts'
import type { ReportAbout } from '../../platform/dialogs.tsx'
import { FilePicker } from '../../shared/files/file-picker.tsx'
import { UploadProgress } from '../../shared/files/upload-progress.tsx'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Form, type FormFields } from '../../ui/form.tsx'
import { SelectField, TextareaField } from '../../ui/form-fields.tsx'
import { KINDS } from './report-schema.ts'
import { useReport } from './use-report.ts'

export type ReportDialogProps = {
  /** What is known already: the kind of problem, and the lesson. */
  about?: ReportAbout
  onClose: () => void
}

const FORM = 'report'

/** Reports a problem, with a screenshot and, with consent, the page's log. */
export function ReportDialog({ about = {}, onClose }: ReportDialogProps) {
  const t = useMessages(report)
  const { form, log, uploading } = useReport(about, onClose)
  const { isSending } = form
  const screenshot = form.watch('screenshot')
  return (
    <Dialog
      open
      onClose={() => isSending || onClose()}
      closable={!isSending}
      title={t('title')}
      description={t('text')}
      footer={
        <>
          <Button type="submit" form={FORM} loading={isSending}>
            {t('send')}
          </Button>
          <Button variant="ghost" disabled={isSending} onClick={onClose}>
            {t('cancel')}
          </Button>
        </>
      }
    >
      <Form id={FORM} form={form} className="flex flex-col gap-5">
        <SelectField
          form={form}
          name="kind"
          label={t('kind')}
          texts={{ invalid_value: t('kindMissing') }}
          required
          options={KINDS.map((kind) => ({ value: kind, label: t(`kinds.${kind}`) }))}
          placeholder={t('choose')}
        />
        <TextareaField
          form={form}
          name="description"
          label={t('description')}
          hint={t('descriptionHint')}
          texts={{
            too_small: t('descriptionMissing'),
            too_big: t('descriptionLong', { max: MAX_REPORT_DESCRIPTION }),
          }}
          required
          max={MAX_REPORT_DESCRIPTION}
        />
        <FilePicker
          kind="screenshot"
          label={t('screenshot')}
          hint={t('screenshotHint')}
          optional
          file={screenshot}
          onChange={(file) => form.set('screenshot', file)}
          disabled={isSending}
        />
        <LogConsent form={form} log={log} isGiven={form.watch('withLog')} />
        <UploadProgress
          name={screenshot?.name ?? t('sending')}
          failed={t('failed')}
          state={uploading.state}
          onCancel={uploading.cancel}
        />
      </Form>
    </Dialog>
  )
}

type LogConsentProps = { form: FormFields<'withLog'>; log: string; isGiven: boolean }

/** Consent to sending the log, which can be read first. */
function LogConsent({ form, log, isGiven }: LogConsentProps) {
  const t = useMessages(report)
  return (
    <div>
      <Checkbox {...form.control('withLog')} label={t('log')} hint={t('logHint')} />
      {isGiven && (
        <details className="mt-1 rounded-control bg-sunken px-4 py-2">
          <summary className="min-h-9 cursor-pointer content-center font-semibold text-brand-ink text-sm">
            {t('showLog')}
          </summary>
          <section
            // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and a keyboard must reach it
            tabIndex={0}
            aria-label={t('logLabel')}
            className="mt-2 max-h-48 overflow-auto"
          >
            <pre dir="ltr" className="text-xs">
              {log}
            </pre>
          </section>
        </details>
      )}
    </div>
  )
}
