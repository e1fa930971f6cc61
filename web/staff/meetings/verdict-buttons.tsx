import { Ban, CircleCheck, CircleX, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { staffInterviews } from '#messages/staff-interviews'
import { useMessages } from '../../messages/messages.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { ReasonDialog } from '../table/shared/reason-dialog.tsx'

export type Verdict = 'pass' | 'reject' | 'cancel' | 'reopen'

type VerdictButtonsProps = {
  /** Those that the rules allow now. */
  allowed: readonly Verdict[]
  /** What each will do. */
  words: Record<Verdict, { title: string; text: string }>
  onDecide: (verdict: Verdict, reason?: string) => Promise<unknown>
}

const looks = {
  pass: { icon: CircleCheck, variant: 'primary' },
  reject: { icon: CircleX, variant: 'danger' },
  cancel: { icon: Ban, variant: 'danger-ghost' },
  reopen: { icon: Undo2, variant: 'secondary' },
} as const

/** The decisions on a meeting; each states its effect first, and some ask for a reason (docs/rules/staff.md 9.2). */
export function VerdictButtons({ allowed, words, onDecide }: VerdictButtonsProps) {
  const t = useMessages(staffInterviews)
  // The decision is on the version that was shown when it was asked for, whatever is fetched meanwhile.
  const [asked, setAsked] = useState<(Pick<VerdictButtonsProps, 'onDecide'> & { verdict: Verdict }) | null>(null)
  const close = () => setAsked(null)
  return (
    <>
      {allowed.map((verdict) => (
        <Button
          key={verdict}
          icon={looks[verdict].icon}
          variant={looks[verdict].variant}
          onClick={() => setAsked({ verdict, onDecide })}
        >
          {t(`acts.${verdict}`)}
        </Button>
      ))}
      {asked?.verdict === 'pass' && (
        <ConfirmDialog
          open
          onOpenChange={(open) => open || close()}
          tone="success"
          title={words.pass.title}
          description={words.pass.text}
          confirmLabel={t('acts.pass')}
          cancelLabel={t('acts.keep')}
          onConfirm={() => asked.onDecide('pass')}
        />
      )}
      {asked && asked.verdict !== 'pass' && (
        <ReasonDialog
          title={words[asked.verdict].title}
          description={words[asked.verdict].text}
          confirmLabel={t(`acts.${asked.verdict}`)}
          onConfirm={(reason) => asked.onDecide(asked.verdict, reason)}
          onClose={close}
        />
      )}
    </>
  )
}
