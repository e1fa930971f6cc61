import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { RotateCw, Wifi, WifiOff } from 'lucide-react'
import { call as words } from '#messages/call'
import { useMessages } from '../../messages/messages.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { checkConnection } from './connection-check.ts'

const TONES = {
  good: 'text-success-ink',
  slow: 'text-warning-ink',
  blocked: 'text-danger-ink',
  offline: 'text-danger-ink',
}

/** Tests the network before the call, while there is time to change it. */
export function ConnectionPanel() {
  const t = useMessages(words)
  const { data, isFetching, refetch } = useQuery({
    queryKey: ['connection-check'],
    queryFn: checkConnection,
    staleTime: 0,
    gcTime: 0,
    networkMode: 'always',
  })
  const verdict = isFetching ? null : (data ?? null)
  const Glyph = verdict?.type === 'offline' || verdict?.type === 'blocked' ? WifiOff : Wifi
  return (
    <section className="flex items-center gap-3">
      <Glyph aria-hidden className={clsx('size-6 shrink-0', verdict ? TONES[verdict.type] : 'text-muted')} />
      <div role="status" className="min-w-0 grow">
        <p className="font-semibold">{t('check.title')}</p>
        <p className="text-muted text-sm">
          {verdict ? t(`check.${verdict.type}`) : t('check.checking')}
          {verdict && 'tripMs' in verdict && ` (${t('check.trip', { ms: verdict.tripMs })})`}
        </p>
      </div>
      <IconButton icon={RotateCw} label={t('check.again')} disabled={isFetching} onClick={() => void refetch()} />
    </section>
  )
}
