import { useQuery } from '@tanstack/react-query'
import { Fingerprint, KeyRound, Pencil, ShieldCheck, Smartphone, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { FEW_RECOVERY_CODES, passkeySiteOf, whyNotEnrol } from '#domain/auth/second-factor'
import { fromIso } from '#domain/cairo'
import { secondFactors } from '#messages/second-factors'
import { useMessages } from '../../messages/messages.ts'
import { useMe } from '../../platform/current-user.ts'
import { useFormat } from '../../platform/format.ts'
import { canUsePasskeys } from '../../platform/passkeys.ts'
import { Badge } from '../../ui/badge.tsx'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Card, SectionHeading } from '../../ui/card.tsx'
import type { Icon } from '../../ui/icon.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { AppDialog } from './app-dialog.tsx'
import { RemoveAppDialog, RenewCodesDialog } from './factor-dialogs.tsx'
import { AddPasskeyDialog, type Passkey, RemovePasskeyDialog, RenamePasskeyDialog } from './passkey-dialogs.tsx'
import { hasSecondFactor, type SecondFactors, secondFactorQuery } from './queries.ts'

type Opened =
  | { of: 'add-app' | 'remove-app' | 'add-passkey' | 'renew-codes' }
  | { of: 'rename-passkey' | 'remove-passkey'; passkey: Passkey }

/** Authenticator app, passkeys and recovery codes of the own account (docs/rules/staff.md 4.1). */
export function FactorsSection() {
  const t = useMessages(secondFactors)
  const me = useMe()
  const factors = useQuery(secondFactorQuery)
  return (
    <Card padding="lg">
      <SectionHeading title={t('factors.title')} text={t('factors.text')} />
      <QueryView query={factors} loading={<Skeleton className="h-48 w-full" />} failed={{ title: t('factors.failed') }}>
        {(data) =>
          whyNotEnrol(me) && !hasSecondFactor(data) ? (
            <p className="text-muted">{t('factors.unproven')}</p>
          ) : (
            <Factors factors={data} />
          )
        }
      </QueryView>
    </Card>
  )
}

function Factors({ factors }: { factors: SecondFactors }) {
  const t = useMessages(secondFactors)
  const [opened, setOpened] = useState<Opened | null>(null)
  const isOn = hasSecondFactor(factors)
  return (
    <div className="flex flex-col gap-5">
      {factors.isRequired && !isOn && (
        <Banner tone="warning" title={t('factors.required')} announce="status">
          {t('factors.requiredText')}
        </Banner>
      )}
      {isOn && factors.recoveryCodesLeft < FEW_RECOVERY_CODES && (
        <Banner tone="warning" title={t('recovery.few')}>
          {t('recovery.fewText')}
        </Banner>
      )}
      <ul className="divide-y divide-line">
        <AppRow factors={factors} onOpen={setOpened} />
        <PasskeyRow factors={factors} onOpen={setOpened} />
        {isOn && (
          <Row
            icon={KeyRound}
            title={t('recovery.title')}
            text={t('recovery.text')}
            state={
              <Badge tone={factors.recoveryCodesLeft < FEW_RECOVERY_CODES ? 'warning' : 'success'}>
                {t('recovery.left', { count: factors.recoveryCodesLeft })}
              </Badge>
            }
            action={
              <Button variant="secondary" onClick={() => setOpened({ of: 'renew-codes' })}>
                {t('recovery.renew')}
              </Button>
            }
          />
        )}
      </ul>
      <OpenedDialog opened={opened} factors={factors} onClose={() => setOpened(null)} />
    </div>
  )
}

type OpenedDialogProps = { opened: Opened | null; factors: SecondFactors; onClose: () => void }

function OpenedDialog({ opened, factors, onClose }: OpenedDialogProps) {
  if (!opened) return null
  switch (opened.of) {
    case 'add-app':
      return <AppDialog factors={factors} onClose={onClose} />
    case 'remove-app':
      return <RemoveAppDialog factors={factors} onClose={onClose} />
    case 'add-passkey':
      return <AddPasskeyDialog factors={factors} onClose={onClose} />
    case 'renew-codes':
      return <RenewCodesDialog factors={factors} onClose={onClose} />
    case 'rename-passkey':
      return <RenamePasskeyDialog passkey={opened.passkey} onClose={onClose} />
    case 'remove-passkey':
      return <RemovePasskeyDialog passkey={opened.passkey} factors={factors} onClose={onClose} />
  }
}

type RowProps = { factors: SecondFactors; onOpen: (opened: Opened) => void }

function AppRow({ factors: { totp }, onOpen }: RowProps) {
  const t = useMessages(secondFactors)
  const format = useFormat()
  return (
    <Row
      icon={Smartphone}
      title={t('app.title')}
      text={t('app.text')}
      state={
        totp ? (
          <Badge tone="success" icon={ShieldCheck}>
            {t('app.on', { date: format.day(fromIso(totp.createdAt)) })}
          </Badge>
        ) : (
          <Badge>{t('app.off')}</Badge>
        )
      }
      action={
        totp ? (
          <Button variant="danger-ghost" onClick={() => onOpen({ of: 'remove-app' })}>
            {t('app.remove')}
          </Button>
        ) : (
          <Button variant="secondary" onClick={() => onOpen({ of: 'add-app' })}>
            {t('app.add')}
          </Button>
        )
      }
    />
  )
}

function PasskeyRow({ factors: { passkeys }, onOpen }: RowProps) {
  const t = useMessages(secondFactors)
  const isSupported = canUsePasskeys(passkeySiteOf(useMe().role))
  return (
    <Row
      icon={Fingerprint}
      title={t('passkeys.title')}
      text={isSupported ? t('passkeys.text') : t('passkeys.unsupported')}
      state={passkeys.length === 0 && <Badge>{t('passkeys.none')}</Badge>}
      action={
        isSupported && (
          <Button variant="secondary" onClick={() => onOpen({ of: 'add-passkey' })}>
            {t('passkeys.add')}
          </Button>
        )
      }
    >
      {passkeys.length > 0 && (
        <ul className="mt-3 flex flex-col gap-2">
          {passkeys.map((passkey) => (
            <PasskeyItem key={passkey.id} passkey={passkey} onOpen={onOpen} />
          ))}
        </ul>
      )}
    </Row>
  )
}

function PasskeyItem({ passkey, onOpen }: { passkey: Passkey; onOpen: (opened: Opened) => void }) {
  const t = useMessages(secondFactors)
  const format = useFormat()
  const { name, lastUsedAt, backedUp } = passkey
  const used = lastUsedAt ? t('passkeys.used', { date: format.day(fromIso(lastUsedAt)) }) : t('passkeys.unused')
  return (
    <li className="flex items-center justify-between gap-3 rounded-control bg-sunken px-4 py-2">
      <div className="min-w-0">
        <p className="truncate font-semibold">
          <bdi translate="no">{name}</bdi>
        </p>
        <p className="text-muted text-sm">{backedUp ? `${used} · ${t('passkeys.synced')}` : used}</p>
      </div>
      <div className="flex shrink-0">
        <IconButton
          icon={Pencil}
          label={t('passkeys.rename', { name })}
          onClick={() => onOpen({ of: 'rename-passkey', passkey })}
        />
        <IconButton
          icon={Trash2}
          label={t('passkeys.remove', { name })}
          onClick={() => onOpen({ of: 'remove-passkey', passkey })}
        />
      </div>
    </li>
  )
}

type FactorRowProps = {
  icon: Icon
  title: string
  text: string
  state: ReactNode
  action: ReactNode
  children?: ReactNode
}

function Row({ icon: Glyph, title, text, state, action, children }: FactorRowProps) {
  return (
    <li className="py-4 first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
        <div className="flex min-w-0 flex-1 basis-64 items-start gap-3">
          <Glyph aria-hidden className="mt-1 size-5 shrink-0 text-muted" />
          <div className="min-w-0">
            <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
              <h3 className="text-base">{title}</h3>
              {state}
            </div>
            <p className="text-muted text-sm">{text}</p>
          </div>
        </div>
        {action}
      </div>
      {children}
    </li>
  )
}
