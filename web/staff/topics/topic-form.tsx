import { useQueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { createTopic, editTopic, type Topic } from '#contract/topics'
import { MAX_TOPIC_NAME, MIN_TOPIC_NAME } from '#domain/topics/topic'
import { staffTopics } from '#messages/staff-topics'
import { useMessages } from '../../messages/messages.ts'
import { request } from '../../platform/api.ts'
import { codeOf } from '../../platform/error-text.ts'
import { useIdempotencyKey } from '../../platform/idempotency-key.ts'
import { keys } from '../../platform/query-keys.ts'
import { announce } from '../../ui/announce.ts'
import { Button } from '../../ui/button.tsx'
import { FieldRefusal, Form, FormProblem, useForm } from '../../ui/form.tsx'
import { TextField } from '../../ui/form-fields.tsx'
import { toast, UNDO_MS } from '../../ui/toasts.ts'
import { changedFrom } from '../audit/shared/changes.ts'
import { saveVersioned } from '../audit/shared/versioned-save.ts'
import { allTopicsQuery } from './queries.ts'

const { arabicName, englishName } = createTopic.body.shape
const schema = z.object({ arabicName, englishName })

const TOAST = 'topic'

const namesOf = ({ name }: Topic) => ({ arabicName: name.ar, englishName: name.en })

/** A new topic, or other names of one; those can be taken back from the notice. */
export function TopicForm({ topic, onDone }: { topic: Topic | null; onDone: () => void }) {
  const t = useMessages(staffTopics)
  const client = useQueryClient()
  const { keyOf } = useIdempotencyKey()
  const refetch = () => void client.invalidateQueries({ queryKey: keys.topics })
  const undo = async (before: Topic, saved: Topic) => {
    const params = { id: before.id }
    const undoing = request(editTopic, { params, body: namesOf(before) }, { version: saved.updatedAt })
    // Its notice has said why it failed.
    await announce(undoing, { id: TOAST, done: t('undone'), failed: t('failed') }).catch(() => undefined)
    refetch()
  }
  /** Renames based on the names that were read; nothing is changed when another user's are kept. */
  const rename = async (read: Topic, names: ReturnType<typeof namesOf>) => {
    const { id } = read
    const body = changedFrom(namesOf(read), names)
    if (Object.keys(body).length === 0) return
    const outcome = await saveVersioned<Topic, Topic>({
      kind: 'topic',
      read,
      changes: body,
      save: ({ version }) => request(editTopic, { params: { id }, body }, { version }),
      reload: async () => {
        const topics = await client.fetchQuery({ ...allTopicsQuery, staleTime: 0 })
        return topics.find((one) => one.id === id) ?? null
      },
      fieldsOf: namesOf,
    })
    if (outcome.outcome === 'discarded') return
    const action = { label: t('undo'), onAction: () => void undo(outcome.over, outcome.saved) }
    toast.success(t('saved'), { id: TOAST, duration: UNDO_MS, actions: [action] })
  }
  const form = useForm({
    schema,
    defaultValues: { arabicName: topic?.name.ar ?? '', englishName: topic?.name.en ?? '' },
    send: async (body) => {
      try {
        if (topic) await rename(topic, body)
        else {
          await request(createTopic, { body }, { idempotencyKey: keyOf(body) })
          toast.success(t('created'), { id: TOAST })
        }
      } catch (error) {
        throw codeOf(error) === 'illegal' ? new FieldRefusal('arabicName', 'illegal') : error
      }
      refetch()
      onDone()
    },
  })
  const hint = t('fields.hint', { min: MIN_TOPIC_NAME, max: MAX_TOPIC_NAME })
  return (
    <Form form={form} takesFocus className="flex flex-col gap-5">
      <FormProblem text={form.problem} />
      <TextField
        form={form}
        name="arabicName"
        label={t('fields.arabicName')}
        hint={hint}
        texts={{ illegal: t('taken') }}
        required
        autoComplete="off"
      />
      <TextField
        form={form}
        name="englishName"
        label={t('fields.englishName')}
        hint={hint}
        required
        flow="ltr"
        autoComplete="off"
      />
      <Button type="submit" loading={form.isSending}>
        {t(topic ? 'save' : 'create')}
      </Button>
    </Form>
  )
}
