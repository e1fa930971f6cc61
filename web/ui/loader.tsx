import { clsx } from 'clsx'
import { ui } from '#messages/ui'
import { useMessages } from '../messages/messages.ts'
import { HAH, SHADDA } from './logo.tsx'

/**
 * The product's mark, drawn in a loop while a screen loads: in the middle of its space, or near its top. With reduced
 * motion it is static.
 */
export function Loader({ placement = 'center', text }: { placement?: 'center' | 'top'; text?: string }) {
  const t = useMessages(ui)
  return (
    <div
      role="status"
      className={clsx(
        'flex w-full flex-col items-center gap-3',
        placement === 'center' ? 'min-h-[60dvh] justify-center' : 'pt-[15dvh]',
      )}
    >
      <svg
        viewBox="8 4 32 40"
        width={88}
        height={110}
        fill="none"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden
      >
        <path d={HAH} className="stroke-brand/15" strokeWidth="4.2" />
        <path
          d={HAH}
          pathLength={100}
          strokeDasharray="100"
          className="animate-draw stroke-brand motion-reduce:animate-none"
          strokeWidth="4.2"
        />
        <path d={SHADDA} className="animate-spark stroke-accent motion-reduce:animate-none" strokeWidth="2.8" />
      </svg>
      <p className="font-semibold text-muted text-sm">{text ?? t('loading')}</p>
    </div>
  )
}
