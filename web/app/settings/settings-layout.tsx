import { useNavigate, useSearch } from '@tanstack/react-router'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { settings } from '#messages/settings'
import { useMessages } from '../../messages/messages.ts'
import { useMe } from '../../platform/current-user.ts'
import { createMediaQueryStore, useStore } from '../../platform/store.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { stepHeading } from '../../ui/focus.ts'
import type { Icon } from '../../ui/icon.ts'
import { Page, PageHeader } from '../../ui/page.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import type { SectionName } from './search-params.ts'

/** The md breakpoint. */
const hasTabsStore = createMediaQueryStore('(min-width: 48rem)')

export type Section = { name: SectionName; icon: Icon; isIncomplete?: boolean; content: () => ReactNode }

type SettingsLayoutProps = { at: '/s/settings' | '/t/account-settings'; sections: readonly Section[] }

/**
 * Tabs from the md breakpoint; below it a list of sections, each on its own page (docs/rules/screens.md 2.3). The section
 * has the same position in the tree in both layouts, so that its input survives rotating a phone.
 */
export function SettingsLayout({ at, sections }: SettingsLayoutProps) {
  const t = useMessages(settings)
  const navigate = useNavigate()
  const hasTabs = useStore(hasTabsStore)
  const { tab } = useSearch({ strict: false })
  const chosen = sections.find(({ name }) => name === tab)
  const open = (name: SectionName | undefined, replace = false) =>
    void navigate({ to: at, search: name ? { tab: name } : {}, replace })
  const first = sections[0]
  const isUnnamed = hasTabs && !chosen
  useEffect(() => {
    // A narrower window shows the list where the address names no section.
    if (isUnnamed && first) open(first.name, true)
  })
  const shown = chosen ?? (hasTabs ? first : undefined)
  if (!shown) return <Index sections={sections} onOpen={open} />
  return (
    <Page width="reading">
      {hasTabs ? <PageHeader title={t('title')} /> : <SectionHeader section={shown} onBack={() => open(undefined)} />}
      <Tabs
        label={t('tabsLabel')}
        tabs={sections.map(({ name, icon, isIncomplete: isUnfinished }) => ({
          value: name,
          label: t(`tabs.${name}`),
          icon,
          ...(isUnfinished ? { important: t('unfinished') } : {}),
        }))}
        value={shown.name}
        isListShown={hasTabs}
        onChange={open}
      >
        {shown.content()}
      </Tabs>
    </Page>
  )
}

function SectionHeader({ section, onBack }: { section: Section; onBack: () => void }) {
  const t = useMessages(settings)
  return (
    <PageHeader
      headingRef={stepHeading}
      title={t(`tabs.${section.name}`)}
      back={
        <Button variant="ghost" size="sm" icon={ChevronLeft} mirrorIcon onClick={onBack} className="-ms-3">
          {t('back')}
        </Button>
      }
    />
  )
}

type IndexProps = { sections: readonly Section[]; onOpen: (name: SectionName) => void }

function Index({ sections, onOpen }: IndexProps) {
  const t = useMessages(settings)
  const me = useMe()
  return (
    <Page width="reading">
      <PageHeader title={t('title')} />
      <div className="flex items-center gap-4">
        <Avatar id={me.id} name={me.name ?? me.email} src={me.image} size="lg" eager />
        <div className="min-w-0">
          <p className="truncate font-bold text-lg">
            <bdi translate="no">{me.name ?? me.email}</bdi>
          </p>
          <p className="truncate text-muted">
            <bdi translate="no">{me.email}</bdi>
          </p>
        </div>
      </div>
      <Card padding="none">
        <ul className="divide-y divide-line">
          {sections.map((section) => (
            <li key={section.name}>
              <IndexRow section={section} onOpen={() => onOpen(section.name)} />
            </li>
          ))}
        </ul>
      </Card>
    </Page>
  )
}

function IndexRow({
  section: { name, icon: Glyph, isIncomplete: isUnfinished },
  onOpen,
}: {
  section: Section
  onOpen: () => void
}) {
  const t = useMessages(settings)
  return (
    <button
      type="button"
      onClick={onOpen}
      className="flex min-h-16 w-full items-center gap-3.5 rounded-card px-4 py-3 text-start hover:bg-sunken"
    >
      <Glyph aria-hidden className="size-5 shrink-0 text-brand-ink" />
      <span className="min-w-0 flex-1">
        <span className="block font-semibold">{t(`tabs.${name}`)}</span>
        <span className="block text-muted text-sm">{t(`lines.${name}`)}</span>
      </span>
      {isUnfinished && (
        <span className="size-2.5 shrink-0 rounded-full bg-accent">
          <span className="sr-only">{t('unfinished')}</span>
        </span>
      )}
      <ChevronRight aria-hidden className="mirror size-5 shrink-0 text-muted" />
    </button>
  )
}
