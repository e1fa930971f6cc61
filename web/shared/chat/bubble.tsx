import { clsx } from 'clsx'
import { Ban, RotateCw, Trash2 } from 'lucide-react'
import { Fragment, type ReactNode } from 'react'
import { toIso } from '#domain/cairo'
import { chat } from '#messages/chat'
import { useMessages } from '../../messages/messages.ts'
import { writtenIn } from '../../messages/written-in.ts'
import { useFormat } from '../../platform/format.ts'
import { Button } from '../../ui/button.tsx'
import { BubbleMenu, type MessageActions } from './bubble-menu.tsx'
import { type Piece, piecesOf } from './markup.ts'
import { discardMessage, retryMessage } from './outbox.ts'
import { ProgressMark } from './progress-mark.tsx'
import type { ShownMessage } from './rows.ts'

const looks: Record<string, (inner: ReactNode) => ReactNode> = {
  b: (inner) => <strong>{inner}</strong>,
  strong: (inner) => <strong>{inner}</strong>,
  h3: (inner) => <strong className="block">{inner}</strong>,
  i: (inner) => <em>{inner}</em>,
  p: (inner) => <span className="block">{inner}</span>,
  div: (inner) => <span className="block">{inner}</span>,
  ul: (inner) => <span className="block ps-4">{inner}</span>,
  li: (inner) => <span className="list-item">{inner}</span>,
  br: () => <br />,
}

function show(piece: Piece): ReactNode {
  if (piece.kind === 'text') return piece.text
  if (piece.kind === 'link') {
    return (
      <a href={piece.href} target="_blank" rel="noopener noreferrer nofollow ugc" dir="ltr" className="underline">
        {piece.text}
      </a>
    )
  }
  return looks[piece.name]?.(<Pieces pieces={piece.pieces} />) ?? <Pieces pieces={piece.pieces} />
}

function Pieces({ pieces }: { pieces: readonly Piece[] }) {
  // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no id but their place, and never move
  return pieces.map((piece, place) => <Fragment key={place}>{show(piece)}</Fragment>)
}

/** A message's text: its allowed tags as elements, addresses as links, everything else as plain text. */
function RichText({ text }: { text: string }) {
  return <Pieces pieces={piecesOf(text)} />
}

type BubbleProps = {
  message: ShownMessage
  /** The author's name for screen readers; the eye sees it from the side. */
  author: string
  isFirst: boolean
  isLast: boolean
  actions: MessageActions
}

/** One message: own messages at the end side, the partner's at the start side. */
export function Bubble({ message, author, isFirst, isLast, actions }: BubbleProps) {
  const { isMine, deleted, outgoing } = message
  return (
    <article
      className={clsx(
        'group/message flex flex-col px-4',
        isMine ? 'items-end' : 'items-start',
        isFirst ? 'pt-2' : 'pt-0.5',
        isLast && 'pb-1',
      )}
    >
      <div className={clsx('flex max-w-[min(85%,34rem)] items-center gap-1', isMine ? 'flex-row-reverse' : 'flex-row')}>
        <div
          className={clsx(
            'min-w-0 rounded-2xl px-3.5 py-2 shadow-card',
            isMine ? 'bg-brand-soft' : 'border border-line bg-surface',
            isLast && (isMine ? 'rounded-ee-md' : 'rounded-es-md'),
            message.progress === 'failed' && 'border border-danger bg-danger-soft',
          )}
        >
          <span className="sr-only">{author}: </span>
          {deleted ? <Deleted isMine={isMine} /> : <Text text={message.text} />}
          <Meta message={message} />
        </div>
        {!deleted && message.id !== null && <BubbleMenu message={{ ...message, id: message.id }} actions={actions} />}
      </div>
      {message.progress === 'failed' && outgoing && <Failed message={message} />}
    </article>
  )
}

function Text({ text }: { text: string }) {
  return (
    <p dir="auto" lang={writtenIn(text)} className="whitespace-pre-wrap wrap-anywhere [unicode-bidi:plaintext]">
      <RichText text={text} />
    </p>
  )
}

function Deleted({ isMine }: { isMine: boolean }) {
  const t = useMessages(chat)
  return (
    <p className="flex items-center gap-1.5 text-muted italic">
      <Ban aria-hidden className="size-4" />
      {t(isMine ? 'message.deletedMine' : 'message.deleted')}
    </p>
  )
}

function Meta({ message: { at, isMine, edited, deleted, progress } }: { message: ShownMessage }) {
  const t = useMessages(chat)
  const format = useFormat()
  return (
    <p className="mt-0.5 flex items-center justify-end gap-1.5 text-muted text-xs">
      {edited && !deleted && <span>{t('message.edited')}</span>}
      <time dateTime={toIso(at)} className="whitespace-nowrap">
        {format.time(at)}
      </time>
      {isMine && !deleted && (
        <ProgressMark progress={progress} className={clsx(progress === 'seen' && 'text-brand-ink')} />
      )}
    </p>
  )
}

/** Why it was not sent, with the buttons to retry and to discard. */
function Failed({ message: { refusal, outgoing } }: { message: ShownMessage }) {
  const t = useMessages(chat)
  if (!outgoing) return null
  return (
    <div className="mt-1 flex max-w-[min(85%,34rem)] flex-wrap items-center justify-end gap-x-1 text-sm">
      <p className="text-danger-ink">
        <strong>{t('message.failed')}.</strong> {refusal && t(`refusals.${refusal}`)}
      </p>
      <Button size="sm" variant="ghost" icon={RotateCw} onClick={() => retryMessage(outgoing)}>
        {t('message.retry')}
      </Button>
      <Button size="sm" variant="danger-ghost" icon={Trash2} onClick={() => discardMessage(outgoing.refId)}>
        {t('message.discard')}
      </Button>
    </div>
  )
}
