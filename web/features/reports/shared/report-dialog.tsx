import { MAX_REPORT_DESCRIPTION } from '#domain/reports/report'
import { report } from '../../../i18n/ar/report.ts'
import { useMessages } from '../../../i18n/messages.ts'
import type { ReportAbout } from '../../../platform/dialogs.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { Select } from '../../../ui/select.tsx'
import { Textarea } from '../../../ui/textarea.tsx'
import { FilePicker } from '../../files/shared/file-picker.tsx'
import { UploadProgress } from '../../files/shared/upload-progress.tsx'
import { LogConsent } from '../log-consent.tsx'
import { KINDS, useReport } from '../use-report.ts'

export type ReportDialogProps = {
  /** What is known already: of which kind it is, and which lesson it is about. */
  about?: ReportAbout
  onClose: () => void
}

/** Tells us of a problem: in words, with a picture of the screen and the log of the page for who agrees. */
export function ReportDialog({ about = {}, onClose }: ReportDialogProps) {
  const t = useMessages(report)
  const { form, typed, change, problems, submit, uploading } = useReport(about, onClose)
  const isSending = uploading.state.status === 'sending'
  return (
    <Dialog
      open
      onOpenChange={(open) => open || isSending || onClose()}
      closable={!isSending}
      title={t('title')}
      description={t('text')}
      footer={
        <>
          <Button loading={isSending} onClick={submit}>
            {t('send')}
          </Button>
          <Button variant="ghost" disabled={isSending} onClick={onClose}>
            {t('cancel')}
          </Button>
        </>
      }
    >
      <form ref={form} noValidate onSubmit={submit} className="flex flex-col gap-5">
        <Field label={t('kind')} required error={problems.kind && t('kindMissing')}>
          <Select
            options={KINDS.map((kind) => ({ value: kind, label: t(`kinds.${kind}`) }))}
            placeholder={t('choose')}
            {...(typed.kind === null ? {} : { value: typed.kind })}
            onChange={(event) => change({ kind: KINDS.find((kind) => kind === event.target.value) ?? null })}
          />
        </Field>
        <Field label={t('description')} hint={t('descriptionHint')} required error={problems.description}>
          <Textarea
            max={MAX_REPORT_DESCRIPTION}
            value={typed.description}
            onChange={(event) => change({ description: event.target.value })}
          />
        </Field>
        <FilePicker
          kind="screenshot"
          label={t('screenshot')}
          hint={t('screenshotHint')}
          optional
          file={typed.screenshot}
          onChange={(screenshot) => change({ screenshot })}
          disabled={isSending}
        />
        <LogConsent text={typed.log} isSent={typed.withLog} onChange={(withLog) => change({ withLog })} />
        <UploadProgress
          name={typed.screenshot?.name ?? t('sending')}
          state={uploading.state}
          onCancel={uploading.cancel}
        />
      </form>
    </Dialog>
  )
}
