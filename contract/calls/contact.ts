import { address } from '../address.ts'

export const sendContactRequest = address('POST', '/contact-request')
export const listContactRequests = address('GET', '/contact-request/list')
export const getContactRequest = address('GET', '/contact-request/:id')
export const changeContactRequest = address('PATCH', '/contact-request/:id')
export const changeContactRequests = address('POST', '/contact-request/changes')
export const answerContactRequest = address('POST', '/contact-request/:id/answer')
export const noteContactRequest = address('POST', '/contact-request/:id/note')
