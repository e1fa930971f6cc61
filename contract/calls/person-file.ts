import { address } from '../address.ts'

export const getPersonFile = address('GET', '/user/:id/file')
export const changePersonFile = address('PATCH', '/user/:id/file')
export const notePerson = address('POST', '/user/:id/notes')
export const pinPersonNote = address('PATCH', '/user/:id/notes/:noteId')
export const deletePersonNote = address('DELETE', '/user/:id/notes/:noteId')
