import { address } from '../address.ts'

export const visitLink = address('POST', '/link/:name/visit')
export const listLinks = address('GET', '/link/list')
export const createLink = address('POST', '/link')
export const editLink = address('PUT', '/link/:name')
export const deleteLink = address('DELETE', '/link/:name')
