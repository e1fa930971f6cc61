import { notFound } from '@tanstack/react-router'
import { isMissing } from '../platform/api.ts'

/**
 * For a route's loader: waits at the edge for what its screen shows first, since its markup needs it. In browsers the screen
 * opens at once, and its own queries fetch it while it shows placeholders.
 * @throws NotFoundError at the edge if a record is missing: the route then shows its `notFoundComponent`, with the status 404.
 */
export async function atEdge(load: () => readonly Promise<unknown>[]): Promise<void> {
  if (!import.meta.env.SSR) return
  try {
    await Promise.all(load())
  } catch (error) {
    throw isMissing(error) ? notFound() : error
  }
}
