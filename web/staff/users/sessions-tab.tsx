import { useQuery } from '@tanstack/react-query'
import { AppWindow, LogOut, MonitorSmartphone, ShieldOff } from 'lucide-react'
import { Suspense, useState } from 'react'
import type { Answer } from '#contract/client'
import type { userSessions } from '#contract/users'
import { fromIso } from '#domain/cairo'
import { may } from '#domain/permissions'
import { isRegularUser, isStaff } from '#domain/roles'
import { mayActOn } from '#domain/users/editing'
import { devices as deviceWords } from '#messages/devices'
import { staffPerson } from '#messages/staff-person'
import { useMessages } from '../../messages/messages.ts'
import { useMe } from '../../platform/current-user.ts'
import { useFormat } from '../../platform/format.ts'
import { useDeviceWords } from '../../shared/account/device-words.ts'
import { Button } from '../../ui/button.tsx'
import { Card, SectionHeading } from '../../ui/card.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ConsentsOf } from './consents-of.tsx'
import type { TabProps } from './queries.ts'
import { sessionsQuery } from './queries.ts'

const SignOut = lazyPart(async () => (await import('./account-dialogs.tsx')).SignOutDialog)
const ResetFactors = lazyPart(async () => (await import('./account-dialogs.tsx')).ResetFactorsDialog)

/** The open connections of a person, the devices on which they are signed in, the end of their sessions, and staff's second factors; never a token. Below it, what they have agreed to. */
export function SessionsTab({ person }: TabProps) {
  return (
    <>
      <QueryView query={useQuery(sessionsQuery(person.id))} loading={<Skeleton className="h-40 rounded-card" />}>
        {(sessions) => <Sessions person={person} sessions={sessions} />}
      </QueryView>
      {isRegularUser(person.role) && <ConsentsOf person={person} />}
    </>
  )
}

type SessionsProps = TabProps & { sessions: Answer<typeof userSessions> }

function Sessions({ person, sessions }: SessionsProps) {
  const t = useMessages(staffPerson)
  const format = useFormat()
  const me = useMe()
  const [isEnding, setEnding] = useState(false)
  const [isResetting, setResetting] = useState(false)
  const { connections, devices, lastSeen, tokensEndedAt, hasSecondFactor } = sessions
  const mayReset = hasSecondFactor && person.id !== me.id && may('secondFactor.reset', me.role)
  const moment = (at: string | null, none: string) => (at ? format.moment(fromIso(at)) : none)
  return (
    <Card padding="lg">
      <SectionHeading title={t('sessions.now')} />
      {connections.length === 0 && <p className="text-muted">{t('sessions.none')}</p>}
      <ul className="flex flex-col gap-3">
        {connections.map(({ issuedAt, expiresAt }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: connections have no id, and two may have the same token
          <li key={place} className="flex items-center gap-3 rounded-control bg-sunken px-4 py-3">
            <AppWindow aria-hidden className="size-5 shrink-0 text-brand-ink" />
            <span>
              <span className="block font-semibold">{t('sessions.tab', { number: place + 1 })}</span>
              <span className="text-muted text-sm">
                {t('sessions.issued', { moment: format.moment(fromIso(issuedAt)) })} ·{' '}
                {t('sessions.expires', { moment: format.moment(fromIso(expiresAt)) })}
              </span>
            </span>
          </li>
        ))}
      </ul>
      <Devices devices={devices} />
      <dl className="mt-5 grid gap-3 border-line border-t pt-4 sm:grid-cols-2">
        <div>
          <dt className="text-muted text-sm">{t('sessions.lastSeen')}</dt>
          <dd>{moment(lastSeen, t('facts.never'))}</dd>
        </div>
        <div>
          <dt className="text-muted text-sm">{t('sessions.ended')}</dt>
          <dd>{moment(tokensEndedAt, t('sessions.neverEnded'))}</dd>
        </div>
        {isStaff(person.role) && (
          <div>
            <dt className="text-muted text-sm">{t('sessions.secondStep')}</dt>
            <dd>{t(hasSecondFactor ? 'sessions.secondStepOn' : 'sessions.secondStepOff')}</dd>
          </div>
        )}
      </dl>
      <div className="mt-4 flex flex-wrap gap-2.5">
        {mayActOn(me, person) && (
          <Button variant="danger-ghost" icon={LogOut} mirrorIcon onClick={() => setEnding(true)}>
            {t('sessions.end')}
          </Button>
        )}
        {mayReset && (
          <Button variant="danger-ghost" icon={ShieldOff} onClick={() => setResetting(true)}>
            {t('sessions.resetFactors')}
          </Button>
        )}
      </div>
      <Suspense>
        {isEnding && <SignOut person={person} onClose={() => setEnding(false)} />}
        {isResetting && <ResetFactors person={person} onClose={() => setResetting(false)} />}
      </Suspense>
    </Card>
  )
}

function Devices({ devices }: Pick<Answer<typeof userSessions>, 'devices'>) {
  const t = useMessages(staffPerson)
  const words = useMessages(deviceWords)
  const format = useFormat()
  const { nameOf, locationOf } = useDeviceWords()
  return (
    <section className="mt-5 border-line border-t pt-4">
      <h3 className="mb-3 text-base">{t('sessions.devices')}</h3>
      {devices.length === 0 && <p className="text-muted">{t('sessions.noDevices')}</p>}
      <ul className="flex flex-col gap-3">
        {devices.map((device) => (
          <li key={device.id} className="flex items-center gap-3 rounded-control bg-sunken px-4 py-3">
            <MonitorSmartphone aria-hidden className="size-5 shrink-0 text-brand-ink" />
            <div className="min-w-0">
              <p className="font-semibold">{nameOf(device)}</p>
              <p className="text-muted text-sm">
                {locationOf(device)} · {words('signedIn', { moment: format.moment(fromIso(device.createdAt)) })} ·{' '}
                {words('lastUsed', { moment: format.moment(fromIso(device.lastUsedAt)) })}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
