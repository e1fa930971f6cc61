import type { ErrorCode } from '#domain/errors'

export const MIN_TOPIC_NAME = 3
export const MAX_TOPIC_NAME = 50
export const MAX_TOPICS_OF_USER = 30

/** Either name of a topic, trimmed (docs/rules/tutors.md 4.1). */
export function whyNotTopicName(name: string): ErrorCode | null {
  if (name.length < MIN_TOPIC_NAME) return 'short-topic-name'
  return name.length > MAX_TOPIC_NAME ? 'long-topic-name' : null
}
