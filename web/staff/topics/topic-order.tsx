import { useQuery, useQueryClient } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { ChevronDown, ChevronUp, GripVertical } from 'lucide-react'
import { useRef, useState } from 'react'
import { orderTopics } from '#contract/calls/topics'
import type { CountedTopic } from '#contract/topics'
import { staffTopics } from '#messages/staff-topics'
import { useMessages } from '../../messages/messages.ts'
import { request } from '../../platform/api.ts'
import { errorText } from '../../platform/error-text.ts'
import { keys } from '../../platform/query-keys.ts'
import { moveFocus } from '../../ui/focus.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { SaveRow } from '../../ui/save-row.tsx'
import { Loading, SkeletonText } from '../../ui/skeleton.tsx'
import { toast, UNDO_MS } from '../../ui/toasts.ts'
import { moved } from './moved.ts'
import { allTopicsQuery } from './queries.ts'

const TOAST = 'topic'
const idsOf = (topics: readonly CountedTopic[]) => topics.map(({ id }) => id)

/** All topics, to be put in order by dragging or by the buttons of each. */
export function TopicOrder() {
  const t = useMessages(staffTopics)
  const loading = (
    <Loading text={t('loading')}>
      <SkeletonText lines={10} />
    </Loading>
  )
  // A changed list of topics resets the order: an incomplete order is refused.
  const keyOf = (topics: readonly CountedTopic[]) =>
    idsOf(topics)
      .toSorted((one, other) => one - other)
      .join()
  return (
    <QueryView query={useQuery(allTopicsQuery)} loading={loading}>
      {(topics) => <OrderEditor key={keyOf(topics)} saved={topics} />}
    </QueryView>
  )
}

function OrderEditor({ saved }: { saved: readonly CountedTopic[] }) {
  const t = useMessages(staffTopics)
  const client = useQueryClient()
  const [topics, setTopics] = useState(saved)
  const [isSending, setSending] = useState(false)
  const [dragged, setDragged] = useState<number | null>(null)
  const [said, setSaid] = useState('')
  const list = useRef<HTMLOListElement>(null)
  const hasChanges = idsOf(topics).join() !== idsOf(saved).join()

  const move = (from: number, to: number) => {
    const next = moved(topics, from, to)
    const topic = topics[from]
    if (next === topics || !topic) return
    setTopics(next)
    setSaid(t('order.moved', { name: topic.name.ar, place: to + 1, count: topics.length }))
  }
  /** The focus goes with the topic; at the ends to the button that still does something. */
  const step = (from: number, by: -1 | 1) => {
    const to = from + by
    move(from, to)
    const isEnd = by === -1 ? to === 0 : to === topics.length - 1
    const direction = isEnd === (by === -1) ? 'down' : 'up'
    requestAnimationFrame(() =>
      moveFocus(list.current?.children[to]?.querySelector<HTMLElement>(`[data-move=${direction}]`) ?? null),
    )
  }
  const send = async (ids: number[], done: string, undo: number[] | null) => {
    try {
      await request(orderTopics, { body: { ids } })
      const actions = undo && [{ label: t('undo'), onAction: () => void send(undo, t('undone'), null) }]
      toast.success(done, { id: TOAST, ...(actions ? { actions, duration: UNDO_MS } : {}) })
    } catch (error) {
      toast.error(t('failed'), { description: errorText(error), id: TOAST })
    }
    await client.invalidateQueries({ queryKey: keys.topics })
    if (!undo) setTopics(client.getQueryData(allTopicsQuery.queryKey) ?? saved)
  }
  const save = async () => {
    setSending(true)
    await send(idsOf(topics), t('order.saved'), idsOf(saved))
    setSending(false)
  }
  return (
    <div className="flex max-w-2xl flex-col gap-4">
      <p role="status" className="sr-only">
        {said}
      </p>
      <ol ref={list} className="flex flex-col gap-1.5">
        {topics.map(({ id, name, tutors, students }, index) => (
          <li
            key={id}
            draggable
            onDragStart={(event) => {
              event.dataTransfer.effectAllowed = 'move'
              setDragged(index)
            }}
            onDragOver={(event) => event.preventDefault()}
            onDrop={(event) => {
              event.preventDefault()
              if (dragged !== null) move(dragged, index)
              setDragged(null)
            }}
            onDragEnd={() => setDragged(null)}
            className={clsx(
              'flex items-center gap-2 rounded-card border border-line bg-surface py-1 ps-3 pe-1',
              dragged === index && 'opacity-50',
            )}
          >
            <GripVertical aria-hidden className="size-4 shrink-0 cursor-grab text-muted" />
            <span className="min-w-0 flex-1">
              <span className="font-semibold">{name.ar}</span>{' '}
              <bdi translate="no" className="text-muted text-sm">
                {name.en}
              </bdi>
            </span>
            <span className="text-muted text-sm max-sm:sr-only">{t('chosenBy', { tutors, students })}</span>
            <IconButton
              icon={ChevronUp}
              data-move="up"
              label={t('order.up', { name: name.ar })}
              disabled={index === 0}
              onClick={() => step(index, -1)}
            />
            <IconButton
              icon={ChevronDown}
              data-move="down"
              label={t('order.down', { name: name.ar })}
              disabled={index === topics.length - 1}
              onClick={() => step(index, 1)}
            />
          </li>
        ))}
      </ol>
      <SaveRow
        hasChanges={hasChanges}
        isSending={isSending}
        onDiscard={() => setTopics(saved)}
        onSave={() => void save()}
      />
    </div>
  )
}
