import { clsx } from 'clsx'
import { Bold, Check, Italic, Pencil, SendHorizontal, X } from 'lucide-react'
import {
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
} from 'react'
import { charactersLeft, whyNotMessageText } from '#domain/chat/message-text'
import { chat } from '#messages/chat'
import { useMessages } from '../../messages/messages.ts'
import { useFormat } from '../../platform/format.ts'
import { controlClasses } from '../../ui/control-look.ts'
import { moveFocus } from '../../ui/focus.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { toWire } from './markup.ts'

/** The counter is shown when at most this many characters are left. */
const SHOW_COUNTER_FROM = 200
const MARKS = { b: '*', i: '_' } as const

type ComposerProps = {
  name: string
  text: string
  onText: (text: string) => void
  /** The text as it goes over the wire; it is not empty and not too long. */
  onSend: (wire: string) => void
  /** Set while a sent message is being edited. */
  editing: { onCancel: () => void } | null
  /** The up arrow in an empty box edits the last own message. */
  onEditLast: () => void
  box: RefObject<HTMLTextAreaElement | null>
}

export const isTouch = (): boolean => window.matchMedia('(pointer: coarse)').matches

/** The text box. Enter sends where there is a keyboard and makes a new line on a phone; Shift and Enter always does. */
export function Composer({ name, text, onText, onSend, editing, onEditLast, box }: ComposerProps) {
  const t = useMessages(chat)
  const counterId = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  useImperativeHandle(box, () => field.current as HTMLTextAreaElement)
  useAutoHeight(field, text)
  const wire = toWire(text)
  const left = charactersLeft(wire)
  const isSendable = whyNotMessageText(wire) === null
  const send = () => {
    if (isSendable) onSend(wire)
    moveFocus(field.current)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.nativeEvent.isComposing) return
    const mark = event.ctrlKey || event.metaKey ? MARKS[event.key.toLowerCase() as keyof typeof MARKS] : undefined
    if (mark) {
      event.preventDefault()
      onText(marked(event.currentTarget, mark))
    } else if (event.key === 'Enter' && !event.shiftKey && !isTouch()) {
      event.preventDefault()
      send()
    } else if (event.key === 'Escape' && editing) {
      event.stopPropagation()
      editing.onCancel()
    } else if (event.key === 'ArrowUp' && text === '') {
      event.preventDefault()
      onEditLast()
    }
  }
  return (
    <form
      className="border-line border-t bg-surface px-3 pt-2 pb-[max(0.5rem,env(safe-area-inset-bottom))]"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      {editing && <EditingBar onCancel={editing.onCancel} />}
      <div className="flex items-end gap-2">
        <StyleButtons field={field} onText={onText} />
        <textarea
          ref={field}
          rows={1}
          dir="auto"
          value={text}
          aria-label={t('composer.label', { name })}
          aria-describedby={counterId}
          aria-invalid={left < 0 || undefined}
          placeholder={t('composer.placeholder')}
          enterKeyHint={editing ? 'done' : 'send'}
          onChange={(event) => onText(event.target.value)}
          onKeyDown={onKeyDown}
          className={clsx(
            controlClasses,
            'max-h-40 min-h-11 resize-none px-3.5 py-2 rtl:placeholder-shown:[direction:rtl]',
          )}
        />
        <IconButton
          type="submit"
          icon={editing ? Check : SendHorizontal}
          mirrorIcon={!editing}
          label={t(editing ? 'edit.save' : 'composer.send')}
          disabled={!isSendable}
          // Otherwise the box would lose the focus, and a phone's keyboard would close at every message.
          onPointerDown={(event) => event.preventDefault()}
          tone="solid"
        />
      </div>
      <Counter id={counterId} left={left} />
    </form>
  )
}

function Counter({ id, left }: { id: string; left: number }) {
  const t = useMessages(chat)
  const format = useFormat()
  const words = left < 0 ? t('composer.over', { count: -left }) : t('composer.leftLabel', { count: left })
  const isShown = left <= SHOW_COUNTER_FROM
  return (
    <p id={id} className={clsx('text-end text-xs', left < 0 ? 'text-danger-ink' : 'text-muted', isShown && 'pt-1')}>
      {isShown &&
        (left < 0 ? (
          words
        ) : (
          <span translate="no" className="figures" title={words}>
            {format.number(left)}
          </span>
        ))}
    </p>
  )
}

function EditingBar({ onCancel }: { onCancel: () => void }) {
  const t = useMessages(chat)
  return (
    <div className="mb-1.5 flex items-center gap-2 rounded-control bg-brand-soft ps-3 text-brand-ink text-sm">
      <Pencil aria-hidden className="size-4" />
      <span role="status" className="grow font-semibold">
        {t('edit.title')}
      </span>
      <IconButton icon={X} label={t('edit.cancel')} onClick={onCancel} />
    </div>
  )
}

type Field = RefObject<HTMLTextAreaElement | null>

/** Buttons for bold and italic: not everybody knows the marks. */
function StyleButtons({ field, onText }: { field: Field; onText: (text: string) => void }) {
  const t = useMessages(chat)
  const apply = (mark: string) => {
    if (!field.current) return
    onText(marked(field.current, mark))
    moveFocus(field.current)
  }
  return (
    <div className="hidden sm:flex">
      <IconButton icon={Bold} label={t('composer.bold')} onClick={() => apply(MARKS.b)} />
      <IconButton icon={Italic} label={t('composer.italic')} onClick={() => apply(MARKS.i)} />
    </div>
  )
}

/** The text with marks around the selection, which stays selected. */
function marked(field: HTMLTextAreaElement, mark: string): string {
  const { selectionStart: from, selectionEnd: to, value } = field
  requestAnimationFrame(() => field.setSelectionRange(from + 1, to + 1))
  return `${value.slice(0, from)}${mark}${value.slice(from, to)}${mark}${value.slice(to)}`
}

/** Makes the box as high as its text, up to the limit of its style. */
function useAutoHeight(field: Field, text: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text is what changes the height
  useLayoutEffect(() => {
    const box = field.current
    if (!box) return
    box.style.height = 'auto'
    box.style.height = `${box.scrollHeight + 2}px`
  }, [field, text])
}

/** Focuses the box on devices with a keyboard. On a phone the keyboard would open and cover the conversation. */
export function useFocusAtStart(field: Field, isOn: boolean): void {
  useEffect(() => {
    if (isOn && !isTouch()) moveFocus(field.current, { preventScroll: true })
  }, [field, isOn])
}
