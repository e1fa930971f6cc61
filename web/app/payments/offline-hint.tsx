import { ReceiptText } from 'lucide-react'
import { pwa } from '#messages/pwa'
import { useMessages } from '../../messages/messages.ts'
import { useAccountId } from '../../platform/auth-token.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { readReferences } from './stored-references.ts'

/** In place of a screen that needs a network: when it opens, and the numbers that can be paid with until then. */
export function OfflineHint() {
  const t = useMessages(pwa)
  const references = readReferences(useAccountId())
  return (
    <>
      {t('offline.comesBack')}
      {references.map(({ id, number }) => (
        <span key={id} className="mt-4 block">
          <LinkButton
            to="/reference/$transactionId"
            params={{ transactionId: String(id) }}
            variant="secondary"
            icon={ReceiptText}
          >
            {t.rich('offline.reference', {
              number,
              ltr: (text) => (
                <bdi translate="no" dir="ltr">
                  {text}
                </bdi>
              ),
            })}
          </LinkButton>
        </span>
      ))}
    </>
  )
}
