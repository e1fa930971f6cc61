import { Check, Copy, Download } from 'lucide-react'
import { secondFactors } from '#messages/second-factors'
import { useMessages } from '../../messages/messages.ts'
import { useMe } from '../../platform/current-user.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, type DialogProps } from '../../ui/dialog.tsx'
import { useCopy } from '../../ui/use-copy.tsx'

type RecoveryCodesDialogProps = Pick<DialogProps, 'title' | 'description' | 'onClose' | 'children'> & {
  /** Those that this has made; null before, and where there were some already. */
  codes: readonly string[] | null
}

/** A dialog that may end with recovery codes, which nothing but the button below them closes. */
export function RecoveryCodesDialog({ codes, title, description, onClose, children }: RecoveryCodesDialogProps) {
  const t = useMessages(secondFactors)
  return (
    <Dialog
      open
      onClose={onClose}
      closable={codes === null}
      size={codes ? 'lg' : 'md'}
      title={codes ? t('recovery.shownTitle') : title}
      description={codes ? t('recovery.shownText') : description}
    >
      {codes ? <RecoveryCodes codes={codes} onDone={onClose} /> : children}
    </Dialog>
  )
}

/** Recovery codes, shown this once, to copy or to keep as a file. */
function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const t = useMessages(secondFactors)
  const { email } = useMe()
  const { isCopied, copy } = useCopy()
  const text = codes.join('\n')
  const download = () => {
    const file = new Blob([`${t('recovery.file')}\n${email}\n\n${text}\n`], { type: 'text/plain' })
    const url = URL.createObjectURL(file)
    const link = Object.assign(document.createElement('a'), { href: url, download: 'hessa-recovery-codes.txt' })
    link.click()
    URL.revokeObjectURL(url)
  }
  return (
    <div className="flex flex-col gap-5">
      <ol
        dir="ltr"
        aria-label={t('recovery.list')}
        className="grid gap-x-6 gap-y-1.5 rounded-control bg-sunken p-4 font-mono text-sm sm:grid-cols-2"
      >
        {codes.map((code) => (
          <li key={code} className="whitespace-nowrap">
            {code}
          </li>
        ))}
      </ol>
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" icon={Download} onClick={download}>
          {t('recovery.download')}
        </Button>
        <Button variant="secondary" icon={isCopied ? Check : Copy} onClick={() => copy(text)}>
          {t(isCopied ? 'recovery.copied' : 'recovery.copy')}
        </Button>
        <Button className="flex-1" onClick={onDone}>
          {t('recovery.done')}
        </Button>
      </div>
    </div>
  )
}
