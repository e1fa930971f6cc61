import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { LogOut, MonitorSmartphone } from 'lucide-react'
import { useRef, useState } from 'react'
import { signOutEverywhere } from '#contract/calls/auth'
import { endOwnSession, listOwnSessions } from '#contract/calls/auth-sessions'
import type { Answer } from '#contract/client'
import { fromIso } from '#domain/cairo'
import { devices } from '#messages/devices'
import { useMessages } from '../../messages/messages.ts'
import { request } from '../../platform/api.ts'
import { duringTokenRenewal, storeToken } from '../../platform/auth-token.ts'
import { useFormat } from '../../platform/format.ts'
import { keys } from '../../platform/query-keys.ts'
import { signOut } from '../../platform/sign-out.ts'
import { announce } from '../../ui/announce.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card, SectionHeading } from '../../ui/card.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { moveFocus } from '../../ui/focus.ts'
import { QueryView } from '../../ui/query-view.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { useDeviceWords } from './device-words.ts'

const sessionsQuery = queryOptions({
  queryKey: keys.authSessions,
  queryFn: ({ signal }) => request(listOwnSessions, {}, { signal }),
})

type Device = Answer<typeof listOwnSessions>[number]

/** The devices on which the account is signed in, ended one by one or all others at once (docs/rules/accounts.md 9.3). */
export function SessionsSection() {
  const t = useMessages(devices)
  const sessions = useQuery(sessionsQuery)
  const heading = useRef<HTMLHeadingElement>(null)
  const hasOthers = sessions.data?.some(({ isCurrent }) => !isCurrent) ?? false
  return (
    <Card padding="lg">
      <SectionHeading title={t('title')} text={t('text')} headingRef={heading} />
      <QueryView
        query={sessions}
        loading={
          <Loading text={t('loading')}>
            <Skeleton className="h-24 w-full" />
          </Loading>
        }
      >
        {(list) => (
          <ul className="flex flex-col gap-3">
            {list.map((device) => (
              <DeviceRow key={device.id} device={device} onEnded={() => moveFocus(heading.current)} />
            ))}
          </ul>
        )}
      </QueryView>
      {hasOthers && <EndOthers />}
    </Card>
  )
}

function DeviceRow({ device, onEnded }: { device: Device; onEnded: () => void }) {
  const t = useMessages(devices)
  const format = useFormat()
  const queryClient = useQueryClient()
  const { nameOf, locationOf } = useDeviceWords()
  const [isAsking, setAsking] = useState(false)
  const name = nameOf(device)
  const end = async () => {
    // Not by its row: signing out here also removes the token.
    if (device.isCurrent) return signOut()
    const ending = request(endOwnSession, { params: { sessionId: device.id } })
    await announce(ending, { id: 'devices', done: t('ended'), failed: t('endFailed') })
    onEnded()
    await queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey })
  }
  return (
    <li className="flex flex-wrap items-center gap-3 rounded-control bg-sunken px-4 py-3">
      <MonitorSmartphone aria-hidden className="size-5 shrink-0 text-brand-ink" />
      <div className="min-w-0 grow basis-48">
        <p className="flex flex-wrap items-center gap-2 font-semibold">
          {name}
          {device.isCurrent && <Badge tone="success">{t('current')}</Badge>}
        </p>
        <p className="text-muted text-sm">{locationOf(device)}</p>
        <p className="text-muted text-sm">{t('signedIn', { moment: format.moment(fromIso(device.createdAt)) })}</p>
        <p className="text-muted text-sm">{t('lastUsed', { moment: format.moment(fromIso(device.lastUsedAt)) })}</p>
      </div>
      <Button
        variant="danger-ghost"
        size="sm"
        aria-label={t('endOf', { device: name })}
        onClick={() => setAsking(true)}
      >
        {t('end')}
      </Button>
      <ConfirmDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        tone="danger"
        icon={LogOut}
        title={t('endTitle')}
        description={t('endText', { device: name })}
        confirmLabel={t('end')}
        cancelLabel={t('keep')}
        onConfirm={end}
      />
    </li>
  )
}

function EndOthers() {
  const t = useMessages(devices)
  const queryClient = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const endOthers = async () => {
    const ending = duringTokenRenewal(async () => storeToken(await request(signOutEverywhere, {})))
    await announce(ending, { id: 'devices', done: t('othersEnded'), failed: t('othersFailed') })
    await queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey })
  }
  return (
    <>
      <Button variant="danger-ghost" icon={LogOut} mirrorIcon onClick={() => setAsking(true)} className="-ms-3 mt-4">
        {t('endOthers')}
      </Button>
      <ConfirmDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        tone="danger"
        icon={LogOut}
        title={t('othersTitle')}
        description={t('othersText')}
        confirmLabel={t('endOthers')}
        cancelLabel={t('keepOthers')}
        onConfirm={endOthers}
      />
    </>
  )
}
