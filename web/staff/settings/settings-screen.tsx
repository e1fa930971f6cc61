import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { listSettings } from '#contract/calls/settings'
import type { Setting } from '#contract/settings'
import type { SettingKey } from '#domain/settings/settings'
import { staffSettings } from '#messages/staff-settings'
import { useMessages } from '../../messages/messages.ts'
import { request } from '../../platform/api.ts'
import { keys } from '../../platform/query-keys.ts'
import { Card, SectionHeading } from '../../ui/card.tsx'
import { Page, PageHeader } from '../../ui/page.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { CacheCard } from './cache-card.tsx'
import { ChangeDialog } from './change-dialog.tsx'
import { SettingRow } from './setting-row.tsx'

const settingsQuery = queryOptions({
  queryKey: [...keys.settings, 'all'],
  queryFn: ({ signal }) => request(listSettings, {}, { signal }),
})

type Group = keyof typeof staffSettings.groups
const groups: Record<Group, readonly SettingKey[]> = {
  notice: ['bannerShown', 'bannerText'],
  pauses: ['tutorRegistrationPaused', 'withdrawalsPaused'],
  limits: ['minWithdrawal', 'maxWithdrawal', 'payoutLimit'],
  trial: ['trialMaxUpcomingLessons', 'trialBookingWeeks'],
  topUps: ['topUpPrice30', 'topUpPrice60'],
  support: ['supportWhatsApp'],
}

/** The platform's settings with who changed them, and its cache (docs/rules/staff.md 11.1). */
export function SettingsScreen() {
  const t = useMessages(staffSettings)
  const settings = useQuery(settingsQuery)
  const [changedKey, setChangedKey] = useState<SettingKey | null>(null)
  // The current setting: after a conflict the dialog stays open and shows the other user's value.
  const changed = settings.data?.list.find(({ key }) => key === changedKey)
  return (
    <Page width="reading">
      <PageHeader title={t('title')} text={t('text')} />
      <QueryView query={settings} loading={<Skeleton className="h-96 rounded-card" />} failedIn={Card}>
        {({ list }) => <SettingGroups settings={list} onChange={({ key }) => setChangedKey(key)} />}
      </QueryView>
      <CacheCard />
      {changed && <ChangeDialog setting={changed} onClose={() => setChangedKey(null)} />}
    </Page>
  )
}

type SettingGroupsProps = { settings: readonly Setting[]; onChange: (setting: Setting) => void }

function SettingGroups({ settings, onChange }: SettingGroupsProps) {
  const t = useMessages(staffSettings)
  return Object.entries(groups).map(([group, keys]) => (
    <Card key={group}>
      <SectionHeading title={t(`groups.${group as Group}`)} />
      <ul className="flex flex-col">
        {settings
          .filter(({ key }) => keys.includes(key))
          .map((setting) => (
            <SettingRow key={setting.key} setting={setting} onChange={() => onChange(setting)} />
          ))}
      </ul>
    </Card>
  ))
}
