import { Link, type LinkProps } from '@tanstack/react-router'
import {
  Archive,
  ArrowLeft,
  ChevronDown,
  ChevronUp,
  Hand,
  MessageCircle,
  Phone,
  RotateCcw,
  Undo2,
  X,
} from 'lucide-react'
import { useEffect, useEffectEvent, useRef } from 'react'
import type { InboxPerson } from '#contract/inbox'
import { fromIso } from '#domain/cairo'
import { InboxState } from '#domain/inbox/states'
import { enums } from '#messages/enums'
import { staffInbox } from '#messages/staff-inbox'
import { useMessages } from '../../messages/messages.ts'
import { writtenIn } from '../../messages/written-in.ts'
import { useFormat } from '../../platform/format.ts'
import { MinorBadge } from '../../shared/account/minor-badge.tsx'
import { AnchorButton } from '../../ui/anchor-button.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Copyable } from '../../ui/copyable.tsx'
import { isKeyTaken } from '../../ui/data-table/row-keys.ts'
import { moveFocus } from '../../ui/focus.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { Loading, SkeletonText } from '../../ui/skeleton.tsx'
import { RecordPresence } from '../audit/shared/record-presence.tsx'
import { Attachments } from './attachments.tsx'
import { type InboxRecord, type InboxSource, recordKindOf } from './records.ts'
import { StateBadge } from './state-badge.tsx'
import { Thread } from './thread.tsx'
import { useRecord } from './use-record.ts'
import { WriteForm } from './write-form.tsx'

type ReadingPaneProps = {
  source: InboxSource
  id: number
  /** Beside the list, or in its place. */
  isSplit: boolean
  onClose: () => void
  /** The neighbours in the list; null at its ends. */
  previous: number | null
  next: number | null
  onOpen: (id: number) => void
}

/** One record of the inbox: its content, who works on it, and the answers. */
export function ReadingPane({ source, id, isSplit, onClose, previous, next, onOpen }: ReadingPaneProps) {
  const t = useMessages(staffInbox)
  const work = useRecord(source, id)
  const heading = useRef<HTMLHeadingElement>(null)
  const isThere = work.query.data !== undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: another record takes the focus again
  useEffect(() => {
    if (isThere) moveFocus(heading.current)
  }, [id, isThere])
  const open = (neighbour: number | null) => neighbour !== null && onOpen(neighbour)
  useNeighbourKeys({ onPrevious: () => open(previous), onNext: () => open(next) })
  return (
    <Card className="flex flex-col gap-5" role="region" aria-label={t('pane')}>
      <div className="flex items-center gap-1">
        {isSplit ? (
          <IconButton icon={X} label={t('close')} onClick={onClose} />
        ) : (
          <Button variant="ghost" size="sm" icon={ArrowLeft} mirrorIcon onClick={onClose}>
            {t('back')}
          </Button>
        )}
        <span className="ms-auto flex gap-1">
          <IconButton
            icon={ChevronUp}
            label={t('previous')}
            aria-keyshortcuts="p"
            disabled={previous === null}
            onClick={() => open(previous)}
          />
          <IconButton
            icon={ChevronDown}
            label={t('next')}
            aria-keyshortcuts="n"
            disabled={next === null}
            onClick={() => open(next)}
          />
        </span>
      </div>
      <QueryView
        query={work.query}
        loading={
          <Loading text={t('loading')}>
            <SkeletonText lines={6} />
          </Loading>
        }
      >
        {(record) => (
          <>
            <header className="flex flex-col gap-2">
              <RecordPresence kind={recordKindOf(source)} id={id} />
              <div className="flex flex-wrap items-center gap-2">
                <StateBadge state={record.state} />
                <span className="text-muted text-sm">
                  {record.owner
                    ? t('ownedBy', { name: work.isMine ? t('you') : (record.owner.name ?? record.owner.email) })
                    : t('ownedByNobody')}
                </span>
              </div>
              <h2
                ref={heading}
                tabIndex={-1}
                dir="auto"
                lang={writtenIn(record.title)}
                className="text-xl outline-none"
              >
                {record.title}
              </h2>
              <Author record={record} />
            </header>
            <Actions record={record} work={work} />
            <p dir="auto" lang={writtenIn(record.text)} className="whitespace-pre-wrap break-words">
              {record.text}
            </p>
            {record.lessonId !== null && <LessonLink lessonId={record.lessonId} />}
            <Attachments screenshot={record.screenshot} log={record.log} />
            <Thread entries={record.entries} />
            <WriteForm
              key={`${source.kind} ${id}`}
              source={source}
              record={record}
              canAnswer={record.state !== InboxState.Closed}
              onWritten={work.keep}
            />
          </>
        )}
      </QueryView>
    </Card>
  )
}

function Author({ record }: { record: InboxRecord }) {
  const t = useMessages(staffInbox)
  const format = useFormat()
  const { person, contact, createdAt } = record
  return (
    <div className="flex flex-col gap-1 text-sm">
      <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        {contact && <span className="font-semibold">{contact.name}</span>}
        {person && <PersonLink person={person} />}
        {record.byMinor && <MinorBadge />}
        {person && !contact && <Copyable text={person.email} />}
        <time dateTime={createdAt} className="text-muted">
          {format.moment(fromIso(createdAt))}
        </time>
      </p>
      {contact && (
        <p className="flex flex-wrap items-center gap-2">
          <Copyable text={contact.phone} />
          <AnchorButton size="sm" variant="secondary" icon={Phone} href={`tel:+2${contact.phone}`}>
            {t('call')}
          </AnchorButton>
          <AnchorButton
            size="sm"
            variant="secondary"
            icon={MessageCircle}
            href={`https://wa.me/2${contact.phone}`}
            target="_blank"
            rel="noreferrer"
          >
            {t('whatsApp')}
          </AnchorButton>
        </p>
      )}
      {contact && <p className="text-muted">{t(person ? 'phoneKnown' : 'phoneUnknown')}</p>}
    </div>
  )
}

/** The evidence about the lesson that the report disputes. */
function LessonLink({ lessonId }: { lessonId: number }) {
  const t = useMessages(staffInbox)
  // The lesson's page is typed by its own route.
  const to = { to: '/lessons', search: { open: lessonId } } as unknown as LinkProps
  return (
    <Link {...to} className="font-semibold text-brand-ink hover:underline">
      {t('lesson', { id: String(lessonId) })}
    </Link>
  )
}

function Actions({ record, work }: { record: InboxRecord; work: ReturnType<typeof useRecord> }) {
  const t = useMessages(staffInbox)
  const isClosed = record.state === InboxState.Closed
  return (
    <div className="flex flex-wrap gap-2">
      {!isClosed && !work.isMine && (
        <Button size="sm" icon={Hand} onClick={() => void work.take(record)}>
          {t(record.owner ? 'takeOver' : 'take')}
        </Button>
      )}
      {!isClosed && work.isMine && (
        <Button size="sm" variant="secondary" icon={Undo2} onClick={() => void work.giveBack(record)}>
          {t('giveBack')}
        </Button>
      )}
      {isClosed ? (
        <Button size="sm" variant="secondary" icon={RotateCcw} onClick={() => void work.reopen(record)}>
          {t('reopen')}
        </Button>
      ) : (
        <Button size="sm" variant="secondary" icon={Archive} onClick={() => void work.close(record)}>
          {t('closeRecord')}
        </Button>
      )}
    </div>
  )
}

/** n and p open the next and the previous record; by their place on the keyboard, whatever it types. */
function useNeighbourKeys({ onPrevious, onNext }: { onPrevious: () => void; onNext: () => void }): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.shiftKey || isKeyTaken(event)) return
    if (event.code === 'KeyN') onNext()
    else if (event.code === 'KeyP') onPrevious()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}

/** The account of who wrote, with its role. */
function PersonLink({ person }: { person: InboxPerson }) {
  // The person's page is typed by its own route.
  const to = { to: '/user/$id', params: { id: String(person.id) } } as unknown as LinkProps
  return (
    <span className="inline-flex flex-wrap items-baseline gap-x-2">
      <Link {...to} className="font-semibold text-brand-ink hover:underline">
        {person.name ?? <bdi translate="no">{person.email}</bdi>}
      </Link>
      <span className="text-muted text-sm">{enums.role[person.role]}</span>
    </span>
  )
}
