import { useQuery } from '@tanstack/react-query'
import { FileText } from 'lucide-react'
import { useState } from 'react'
import { staffInbox } from '#messages/staff-inbox'
import { useMessages } from '../../messages/messages.ts'
import { API_ORIGIN } from '../../platform/origin.ts'
import { Button } from '../../ui/button.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { readableLog } from './readable-log.ts'

const addressOf = (path: string): string => new URL(path, API_ORIGIN).href

/** The screenshot and the log of a report. Their addresses are signed and hold for an hour at least. */
export function Attachments({ screenshot, log }: { screenshot: string | null; log: string | null }) {
  const t = useMessages(staffInbox)
  if (!screenshot && !log) return null
  return (
    <div className="flex flex-col items-start gap-3">
      {screenshot && (
        <a href={addressOf(screenshot)} target="_blank" rel="noreferrer" className="block w-fit rounded-lg">
          <img
            src={addressOf(screenshot)}
            alt={t('screenshot')}
            className="max-h-64 max-w-full rounded-lg border border-line object-contain"
          />
        </a>
      )}
      {log && <Log path={log} />}
    </div>
  )
}

/** The log as plain text, so that nothing in it can run or link. */
function Log({ path }: { path: string }) {
  const t = useMessages(staffInbox)
  const [isOpen, setOpen] = useState(false)
  const query = useQuery({
    queryKey: ['inbox-log', path],
    queryFn: async ({ signal }) => {
      const response = await fetch(addressOf(path), { signal })
      if (!response.ok) throw new Error(`The log answered ${response.status}`)
      return readableLog(await response.text())
    },
    enabled: isOpen,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <div className="w-full">
      <Button size="sm" variant="secondary" icon={FileText} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {t(isOpen ? 'hideLog' : 'showLog')}
      </Button>
      {isOpen && (
        <QueryView query={query} loading={<Spinner />}>
          {(text) => (
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by the keyboard
            <pre dir="ltr" tabIndex={0} className="mt-2 max-h-80 overflow-auto rounded-lg bg-sunken p-3 text-xs">
              {text}
            </pre>
          )}
        </QueryView>
      )}
    </div>
  )
}
