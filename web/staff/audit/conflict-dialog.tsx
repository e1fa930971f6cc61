import { staffAudit } from '#messages/staff-audit'
import { useMessages } from '../../messages/messages.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Comparison, ShownValue } from './change-table.tsx'
import type { ConflictQuestion } from './conflict-store.ts'
import { fieldWord } from './words.ts'

/** Shows another user's saved changes and one's own side by side, and asks to choose. */
export function ConflictDialog({ kind, conflict: { contested, theirsOnly }, onChoose }: ConflictQuestion) {
  const t = useMessages(staffAudit)
  return (
    <Dialog
      open
      onClose={() => onChoose('undecided')}
      role="alertdialog"
      size="lg"
      title={t('conflict.title')}
      description={t('conflict.text')}
      footer={
        <>
          <Button onClick={() => onChoose('mine')}>{t('conflict.saveMine')}</Button>
          <Button variant="secondary" onClick={() => onChoose('theirs')}>
            {t('conflict.keepTheirs')}
          </Button>
        </>
      }
    >
      {contested.length > 0 && (
        <Comparison
          kind={kind}
          columns={[t('conflict.theirs'), t('conflict.mine')]}
          rows={contested.map(({ field, theirs, mine }) => ({ field, values: [theirs, mine] }))}
        />
      )}
      {theirsOnly.length > 0 && (
        <section className="mt-4 text-sm">
          <p className="text-muted">{t('conflict.also')}</p>
          <dl className="mt-1 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
            {theirsOnly.map(({ field, after }) => (
              <div key={field} className="contents">
                <dt className="font-medium">
                  <bdi translate="no">{fieldWord(field)}</bdi>
                </dt>
                <dd>
                  <ShownValue kind={kind} field={field} value={after} />
                </dd>
              </div>
            ))}
          </dl>
        </section>
      )}
    </Dialog>
  )
}
