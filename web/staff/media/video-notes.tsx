import { MessageSquarePlus, Trash2 } from 'lucide-react'
import { type KeyboardEvent, type RefObject, useRef, useState } from 'react'
import type { IntroVideoNote, IntroVideoWithMembers } from '#contract/intro-videos'
import { MAX_NOTE, MAX_NOTE_AT, MAX_NOTES, sortedNotes } from '#domain/onboarding/video-review'
import { IntroVideoState } from '#domain/onboarding/video-states'
import { staffMedia } from '#messages/staff-media'
import { useMessages } from '../../messages/messages.ts'
import { writtenIn } from '../../messages/written-in.ts'
import { errorText } from '../../platform/error-text.ts'
import { useFormat } from '../../platform/format.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { focusOnMount, moveFocus } from '../../ui/focus.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import { toast } from '../../ui/toasts.ts'
import { isPlaying } from './review-player.tsx'
import { useSaveVideo } from './use-save-video.ts'

type Draft = { at: number; goesOn: boolean }

/** The note that is being written, while the video is paused. */
export function useNoteDraft(player: RefObject<HTMLVideoElement | null>) {
  const [draft, setDraft] = useState<Draft | null>(null)
  return {
    draft,
    begin: () => {
      const video = player.current
      if (!video || draft) return
      setDraft({ at: Math.min(Math.floor(video.currentTime), MAX_NOTE_AT), goesOn: isPlaying(video) })
      video.pause()
    },
    end: () => {
      if (draft?.goesOn) void player.current?.play().catch(() => undefined)
      setDraft(null)
      moveFocus(player.current, { preventScroll: true })
    },
  }
}

type VideoNotesProps = {
  video: IntroVideoWithMembers
  player: RefObject<HTMLVideoElement | null>
  writing: ReturnType<typeof useNoteDraft>
}

/** What the reviewer writes at moments of the video; saved one by one (docs/rules/onboarding.md 2.6). */
export function VideoNotes({ video, player, writing }: VideoNotesProps) {
  const t = useMessages(staffMedia)
  const format = useFormat()
  const save = useSaveVideo()
  const [isSaving, setSaving] = useState(false)
  const list = useRef<HTMLDivElement>(null)
  const { notes } = video
  const change = async (next: readonly IntroVideoNote[]): Promise<boolean> => {
    setSaving(true)
    try {
      return await save(video, { notes: [...next] }, '')
    } catch (error) {
      toast.error(t('notes.failed'), { id: `notes-${video.id}`, description: errorText(error) })
      return false
    } finally {
      setSaving(false)
    }
  }
  const add = async (note: IntroVideoNote) => {
    if (await change(sortedNotes([...notes, note]))) writing.end()
  }
  const remove = async (note: IntroVideoNote) => {
    const isSaved = await change(notes.filter((one) => one !== note))
    // The pressed button is removed with its note.
    if (isSaved) moveFocus(list.current)
  }
  const seek = (at: number) => {
    if (player.current) player.current.currentTime = at
  }
  return (
    <section ref={list} aria-label={t('notes.title')} className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="text-base">{t('notes.title')}</h3>
        {!writing.draft && notes.length < MAX_NOTES && (
          <Button size="sm" variant="secondary" icon={MessageSquarePlus} onClick={writing.begin}>
            {t('notes.add')}
          </Button>
        )}
      </div>
      <p className="text-muted text-sm">
        {t(video.state === IntroVideoState.Pending ? 'notes.drafts' : 'notes.shown')}
      </p>
      {writing.draft && (
        <NoteForm
          key={writing.draft.at}
          at={writing.draft.at}
          isSaving={isSaving}
          onSave={add}
          onCancel={writing.end}
        />
      )}
      {notes.length > 0 && (
        <ul className="flex flex-col gap-1.5">
          {notes.map((note, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two notes may be the same
            <li key={index} className="flex items-start gap-2 rounded-control bg-sunken p-2">
              <button
                type="button"
                onClick={() => seek(note.at)}
                aria-label={t('notes.seek', { at: format.countdown(note.at) })}
                className="touch figures grid shrink-0 place-items-center rounded-control px-2 font-semibold text-brand-ink text-sm hover:bg-brand-soft"
              >
                <bdi translate="no" dir="ltr">
                  {format.countdown(note.at)}
                </bdi>
              </button>
              <p
                dir="auto"
                lang={writtenIn(note.text)}
                className="min-w-0 flex-1 self-center whitespace-pre-line break-words text-sm"
              >
                {note.text}
              </p>
              <IconButton
                icon={Trash2}
                label={t('notes.remove', { at: format.countdown(note.at) })}
                disabled={isSaving}
                onClick={() => void remove(note)}
              />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

type NoteFormProps = {
  at: number
  isSaving: boolean
  onSave: (note: IntroVideoNote) => Promise<void>
  onCancel: () => void
}

/** Enter saves, Escape gives up. */
function NoteForm({ at, isSaving, onSave, onCancel }: NoteFormProps) {
  const t = useMessages(staffMedia)
  const format = useFormat()
  const [text, setText] = useState('')
  const note = text.trim()
  const submit = () => {
    if (note !== '' && !isSaving) void onSave({ at, text: note })
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.stopPropagation()
      onCancel()
    } else if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) {
      event.preventDefault()
      submit()
    }
  }
  return (
    <form
      className="flex flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <Field label={t('notes.label', { at: format.countdown(at) })} hint={t('notes.hint')}>
        <Textarea
          ref={focusOnMount}
          rows={2}
          value={text}
          maxLength={MAX_NOTE}
          onKeyDown={onKey}
          onChange={(event) => setText(event.target.value)}
        />
      </Field>
      <div className="flex gap-2">
        <Button type="submit" size="sm" loading={isSaving} disabled={note === ''}>
          {t('notes.save')}
        </Button>
        <Button size="sm" variant="ghost" onClick={onCancel}>
          {t('notes.cancel')}
        </Button>
      </div>
    </form>
  )
}
