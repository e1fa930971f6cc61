import { ExternalLink, Landmark } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { TransactionInDetail } from '#contract/transactions'
import { checkout } from '#messages/checkout'
import { useMessages } from '../../messages/messages.ts'
import { AnchorButton } from '../../ui/anchor-button.tsx'
import { Button } from '../../ui/button.tsx'
import { IconDisc } from '../../ui/empty-state.tsx'
import type { Icon } from '../../ui/icon.ts'
import { FrameDialog, FramedPage } from './frame-dialog.tsx'
import { useCheckAgain } from './order-watch.ts'

export function StepHeading({ icon, title, children }: { icon: Icon; title: string; children: ReactNode }) {
  return (
    <div className="flex items-center gap-4">
      <IconDisc icon={icon} />
      <div className="min-w-0">
        <h2 className="text-xl">{title}</h2>
        <p className="mt-1 text-muted">{children}</p>
      </div>
    </div>
  )
}

/** The bank's authentication page; closing it leaves the order open. */
export function BankStep({ order, url, isFresh }: { order: TransactionInDetail; url: string; isFresh: boolean }) {
  const t = useMessages(checkout)
  const [isOpen, setOpen] = useState(isFresh)
  const check = useCheckAgain(order.id)
  const leave = () => {
    setOpen(false)
    check.mutate()
  }
  return (
    <>
      <StepHeading icon={Landmark} title={t('waiting.card')}>
        {t('waiting.cardText')}
      </StepHeading>
      <Button size="lg" onClick={() => setOpen(true)}>
        {t('waiting.cardAction')}
      </Button>
      {isOpen && (
        <FrameDialog
          title={t('card.bankTitle')}
          text={t('card.bankText')}
          footer={
            <AnchorButton href={url} variant="ghost" size="sm" icon={ExternalLink} mirrorIcon>
              {t('card.bankFull')}
            </AnchorButton>
          }
          onMessage={leave}
          onClose={leave}
        >
          <FramedPage title={t('card.bankTitle')} url={url} />
        </FrameDialog>
      )}
    </>
  )
}

/** The hosted page of the second gateway, where the order is still open. */
export function HostedStep({ url }: { url: string }) {
  const t = useMessages(checkout)
  return (
    <>
      <StepHeading icon={ExternalLink} title={t('waiting.hosted')}>
        {t('waiting.hostedText')}
      </StepHeading>
      <AnchorButton href={url} size="lg">
        {t('waiting.hostedAction')}
      </AnchorButton>
    </>
  )
}
