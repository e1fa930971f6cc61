import { dataTable } from '#messages/data-table'
import { useMessages } from '../../messages/messages.ts'
import { Dialog } from '../../ui/dialog.tsx'

const KEYS = [
  ['j', 'next'],
  ['k', 'previous'],
  ['Enter / o', 'openRow'],
  ['x', 'select'],
  ['/', 'search'],
  ['?', 'help'],
] as const

/** What the keys of a list do. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  const t = useMessages(dataTable)
  return (
    <Dialog open onClose={onClose} title={t('keys.title')} size="sm">
      <dl className="grid grid-cols-[auto_1fr] items-center gap-x-6 gap-y-3">
        {KEYS.map(([key, what]) => (
          <div key={key} className="contents">
            <dt>
              <kbd dir="ltr" className="rounded-md border border-strong bg-sunken px-2 py-1 text-sm">
                {key}
              </kbd>
            </dt>
            <dd>{t(`keys.${what}`)}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
