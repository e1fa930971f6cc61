import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type * as z from 'zod/mini'
import { toIso } from '#domain/cairo'
import { studentNotes } from '#messages/student-notes'
import { useMessages } from '../../messages/messages.ts'
import { writtenIn } from '../../messages/written-in.ts'
import { readDraft, storeDraft } from '../../platform/draft.ts'
import { codeOf } from '../../platform/error-text.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Form, FormProblem, useEditForm } from '../../ui/form.tsx'
import { TextareaField } from '../../ui/form-fields.tsx'
import { SaveRow } from '../../ui/save-row.tsx'
import type { Written } from './shared/queries.ts'

/** The version of a text that does not exist yet: one that was written meanwhile has another. */
const NOTHING_WRITTEN = toIso(0)

const versionOf = (text: Written): string => text?.updatedAt ?? NOTHING_WRITTEN

export type TextFormProps = {
  /** Names the text among the drafts of this tab. */
  place: string
  label: string
  hint: string
  schema: z.ZodMiniType<string, string>
  max: number
  stored: Written
  /** Saves over the version that was read; an empty text removes it. */
  save: (text: string, version: string) => Promise<unknown>
  /** Fetches the current text. */
  reload: () => Promise<Written>
}

/**
 * A text that is saved based on the version that was read. If it was changed in another tab or on another device, both
 * versions are shown, and one of them is chosen (docs/rules/lessons.md 9.4). Unsaved input is kept as a draft with its base
 * version, because a panel may be closed, and a lesson may end, while the user is writing.
 */
export function TextForm({ place, label, hint, schema, max, stored, save, reload }: TextFormProps) {
  const t = useMessages(studentNotes)
  const [newer, setNewer] = useState<{ text: Written } | null>(null)
  const read = useRef(versionOf(stored))
  const form = useEditForm({
    fields: { text: schema },
    saved: { text: stored?.text ?? null },
    save: async ({ text = '' }) => {
      try {
        await save(text, read.current)
        setNewer(null)
      } catch (error) {
        if (codeOf(error) === 'version-conflict') setNewer({ text: await reload() })
        throw error
      }
    },
  })
  const { hasChanges } = form
  // A text that is being edited keeps its base version.
  useEffect(() => {
    if (!hasChanges) read.current = versionOf(stored)
  }, [hasChanges, stored])
  const resume = useEffectEvent(() => {
    const [version = '', ...lines] = readDraft(place).split('\n')
    const drafted = lines.join('\n')
    if (version === '' || drafted === (stored?.text ?? '')) return
    read.current = version
    form.set('text', drafted)
  })
  useEffect(() => resume(), [])
  const text = form.watch('text')
  useEffect(() => storeDraft(place, hasChanges ? `${read.current}\n${text}` : ''), [place, hasChanges, text])
  const keepMine = () => {
    read.current = versionOf(newer?.text ?? null)
    void form.submit()
  }
  const takeTheirs = () => {
    setNewer(null)
    form.discard()
  }
  return (
    <Form form={form} className="flex flex-col gap-3">
      {newer ? (
        <Conflict stored={newer.text} onMine={keepMine} onTheirs={takeTheirs} isSending={form.isSending} />
      ) : (
        <FormProblem text={form.problem} />
      )}
      <TextareaField
        form={form}
        name="text"
        label={label}
        hint={hint}
        texts={{ too_big: t('tooLong') }}
        max={max}
        rows={5}
      />
      <SaveRow hasChanges={hasChanges} isSending={form.isSending} onDiscard={takeTheirs} />
    </Form>
  )
}

type ConflictProps = { stored: Written; onMine: () => void; onTheirs: () => void; isSending: boolean }

function Conflict({ stored, onMine, onTheirs, isSending }: ConflictProps) {
  const t = useMessages(studentNotes)
  return (
    <div role="alert">
      <Banner tone="warning" title={t('conflict.title')}>
        <p>{stored ? t('conflict.stored') : t('conflict.empty')}</p>
        {stored && (
          <p
            dir="auto"
            lang={writtenIn(stored.text)}
            className="my-2 whitespace-pre-line border-warning border-s-2 ps-3"
          >
            {stored.text}
          </p>
        )}
        <div className="mt-2 flex flex-wrap gap-2">
          <Button size="sm" loading={isSending} onClick={onMine}>
            {t('conflict.mine')}
          </Button>
          <Button size="sm" variant="secondary" onClick={onTheirs}>
            {t('conflict.theirs')}
          </Button>
        </div>
      </Banner>
    </div>
  )
}
