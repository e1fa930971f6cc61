import { House } from 'lucide-react'
import type { ReactNode } from 'react'
import { ui } from '#messages/ui'
import { useMessages } from '../messages/messages.ts'
import { useFormat } from '../platform/format.ts'
import { AnchorButton } from './anchor-button.tsx'
import { EmptyState } from './empty-state.tsx'

/** Shown for an unknown address. `action` replaces the link to the home page. */
export function NotFound({ title, text, action }: { title?: ReactNode; text?: ReactNode; action?: ReactNode }) {
  const t = useMessages(ui)
  const format = useFormat()
  const [four, zero] = [format.number(4), format.number(0)]
  return (
    <div className="grid min-h-[60dvh] place-items-center">
      <EmptyState
        headingLevel={1}
        illustration={
          <p aria-hidden className="figures font-extrabold text-8xl text-brand leading-none">
            {four}
            <span className="text-accent">{zero}</span>
            {four}
          </p>
        }
        title={title ?? t('notFound.title')}
        text={text ?? t('notFound.text')}
        action={
          action ?? (
            <AnchorButton href="/" icon={House}>
              {t('notFound.home')}
            </AnchorButton>
          )
        }
      />
    </div>
  )
}
