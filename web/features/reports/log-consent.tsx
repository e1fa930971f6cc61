import { report } from '../../i18n/ar/report.ts'
import { useMessages } from '../../i18n/messages.ts'
import { Checkbox } from '../../ui/checkbox.tsx'

type LogConsentProps = { text: string; isSent: boolean; onChange: (isSent: boolean) => void }

/** Whether the log goes along; what it says can be read before. */
export function LogConsent({ text, isSent, onChange }: LogConsentProps) {
  const t = useMessages(report)
  return (
    <div>
      <Checkbox
        label={t('log')}
        hint={t('logHint')}
        checked={isSent}
        onChange={(event) => onChange(event.target.checked)}
      />
      {isSent && (
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
              {text}
            </pre>
          </section>
        </details>
      )}
    </div>
  )
}
