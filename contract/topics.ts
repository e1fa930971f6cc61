import * as z from 'zod/mini'
import { visibleLine } from '#domain/text'
import { whyNotTopicName } from '#domain/topics/topic'
import { defineCall } from './call.ts'
import * as calls from './calls/topics.ts'
import { id, idParams, ids, listOf, nothing, paging, queryId, queryText, refusing, times } from './fields.ts'

const name = z.object({ ar: z.string(), en: z.string() })

export const topic = z.object({ id, name, ...times })
export type Topic = z.input<typeof topic>

/** A topic that a user has chosen. */
export const userTopic = z.object({ ...topic.shape, userId: id })

const topicName = z.string().check(z.overwrite(visibleLine), refusing(whyNotTopicName))
const names = z.object({ arabicName: topicName, englishName: topicName })
const nameErrors = ['short-topic-name', 'long-topic-name', 'illegal'] as const

export const createTopic = defineCall(calls.createTopic, {
  may: 'topic.create',
  summary: 'Make a topic; both names are its own',
  body: names,
  answer: topic,
  errors: [...nameErrors],
  creates: true,
})

export const listTopics = defineCall(calls.listTopics, {
  may: 'topic.list',
  viewable: true,
  summary: 'Topics in their order, by part of either name',
  query: z.object({ name: z.optional(queryText), ...paging }),
  answer: listOf(topic),
  errors: [],
})

/** A topic with the number of users who have chosen it, whom deleting or merging it affects. */
export const countedTopic = z.object({ ...topic.shape, tutors: z.int(), students: z.int() })
export type CountedTopic = z.input<typeof countedTopic>

export const listTopicsForStaff = defineCall(calls.listTopicsForStaff, {
  may: 'topic.listForStaff',
  summary: 'Topics with the number of tutors and students who chose them, by part of either name',
  query: z.object({ name: z.optional(queryText), ...paging }),
  answer: listOf(countedTopic),
  errors: [],
})

export const mergeTopic = defineCall(calls.mergeTopic, {
  may: 'topic.merge',
  summary: 'Delete a topic and give another one to everybody who chose it',
  params: idParams,
  body: z.object({ into: id }),
  answer: z.object({
    /** Users who got the other topic. */
    moved: z.int(),
    /** Users who had chosen both. */
    hadBoth: z.int(),
  }),
  errors: ['topic-not-found', 'illegal'],
  creates: true,
  versioned: true,
})

export const orderTopics = defineCall(calls.orderTopics, {
  may: 'topic.order',
  summary: 'Put all topics into an order',
  body: z.object({ ids: z.array(id).check(z.minLength(1), z.maxLength(1000)) }),
  answer: nothing,
  errors: ['illegal'],
})

export const editTopic = defineCall(calls.editTopic, {
  may: 'topic.edit',
  summary: 'Rename a topic',
  params: idParams,
  body: z.partial(names),
  answer: topic,
  errors: ['topic-not-found', 'empty-request', ...nameErrors],
  versioned: true,
})

export const deleteTopic = defineCall(calls.deleteTopic, {
  may: 'topic.delete',
  summary: 'Delete a topic, for everybody who chose it too',
  params: idParams,
  answer: nothing,
  errors: ['topic-not-found'],
  versioned: true,
})

export const topicsOfUser = defineCall(calls.topicsOfUser, {
  may: 'topic.ofUser',
  viewable: true,
  summary: 'The caller’s topics; for admins those of anybody',
  query: z.object({ userId: z.optional(queryId) }),
  answer: z.array(userTopic),
  errors: [],
})

export const addTopics = defineCall(calls.addTopics, {
  may: 'topic.addToUser',
  summary: 'Choose topics, thirty at the most; those already chosen are passed over',
  body: z.object({ topicIds: ids }),
  answer: nothing,
  errors: ['topic-not-found'],
  creates: true,
})

export const removeTopics = defineCall(calls.removeTopics, {
  may: 'topic.removeFromUser',
  summary: 'Give topics up',
  body: z.object({ topicIds: ids.check(z.minLength(1)) }),
  answer: nothing,
  errors: ['topic-not-found'],
})

export const changeTopics = defineCall(calls.changeTopics, {
  may: 'topic.changeOfUser',
  summary: 'Choose some topics and give others up together',
  body: z.object({ addTopics: ids, removeTopics: ids }),
  answer: nothing,
  errors: ['topic-not-found', 'empty-request'],
})
