import { Hourglass } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { staffWithdrawals } from '#messages/staff-withdrawals'
import { useMessages } from '../../messages/messages.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { Page, PageHeader } from '../../ui/page.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { FilesList } from './files-list.tsx'
import { LiveWithdrawals } from './live.tsx'
import { QueueTotals } from './queue-totals.tsx'
import { useShownWithdrawal, withdrawalTabs } from './search-params.ts'
import { RequestsList } from './shared/requests-list.tsx'

const RequestPanel = lazy(async () => ({ default: (await import('./request-panel.tsx')).RequestPanel }))
const FilePanel = lazy(async () => ({ default: (await import('./file-panel.tsx')).FilePanel }))

/** Withdrawals: what waits for a decision first, then every request, then the files that pay them. */
export function WithdrawalsScreen() {
  const t = useMessages(staffWithdrawals)
  const { tab, open, file, openTab, openRequest, openFile } = useShownWithdrawal()
  return (
    <Page>
      <LiveWithdrawals />
      <PageHeader
        title={t('title')}
        actions={
          <LinkButton to="/lessons" search={{ payWaits: true }} variant="ghost" icon={Hourglass}>
            {t('waitingLessons')}
          </LinkButton>
        }
      />
      <QueueTotals />
      <Tabs
        label={t('tabs.label')}
        value={tab}
        onChange={openTab}
        tabs={withdrawalTabs.map((value) => ({ value, label: t(`tabs.${value}`) }))}
      >
        {tab === 'files' ? <FilesList onOpen={openFile} /> : <RequestsList key={tab} tab={tab} onOpen={openRequest} />}
      </Tabs>
      <Suspense>
        {open !== undefined && <RequestPanel key={open} id={open} onClose={() => openRequest(undefined)} />}
        {file !== undefined && <FilePanel key={file} id={file} onClose={() => openFile(undefined)} />}
      </Suspense>
    </Page>
  )
}
